#include "Pipeline/ModelStages.h"

#include "Offline/Reduction/Bases/Modes.h"
#include "Offline/Volume/ElasticMesh.h"

namespace sinew {

namespace {

std::vector<double> flat(const Eigen::MatrixXd& m) {
    return {m.data(), m.data() + m.size()};
}

// Three rows per node.
Eigen::MatrixXd rowsFrom(const std::vector<double>& values, std::size_t nodes) {
    const auto rows = 3 * static_cast<Eigen::Index>(nodes);
    const Eigen::Index columns = rows > 0 ? static_cast<Eigen::Index>(values.size()) / rows : 0;
    return Eigen::Map<const Eigen::MatrixXd>(values.data(), rows, columns);
}

Eigen::MatrixXd vibrations(const reduction::TrainingBody& on, const Recipe& recipe, const StageRun& run) {
    const auto rows = 3 * static_cast<Eigen::Index>(on.mesh.nodeCount());
    const reduction::VibrationSettings& settings = recipe.vibrations;
    if (settings.count == 0 || recipe.bases.vibrations == 0) return Eigen::MatrixXd(rows, 0);
    const std::vector<bool> held = heldNodes(on.mesh);
    const reduction::Vibrations modes = reduction::slowestVibrations(
        on.mesh, held, static_cast<std::uint32_t>(settings.count), run.jobs, part(run.progress, 0, 0.6));
    return reduction::withDerivatives(on.mesh, held, modes, static_cast<std::uint32_t>(settings.derivatives),
                                      run.jobs, part(run.progress, 0.6, 0.9));
}

}  // namespace

bool makeBases(const reduction::TrainingBody& on, std::span<const reduction::SolvedPose> training,
               const Recipe& recipe, const StageRun& run, reduction::ReducedModel& model,
               std::vector<reduction::BasisReport>& reports) {
    if (auto found = run.again ? std::nullopt : run.cache.find("bases", run.key)) {
        model = reduction::modelWithoutBases(on, recipe.bases);
        reports = found->take<reduction::BasisReport>();
        for (reduction::ReducedDomain& domain : model.domains) {
            domain.u = rowsFrom(found->take<double>(), domain.nodes.size());
            domain.uBeyond = rowsFrom(found->take<double>(), domain.beyond.size());
        }
        reduction::setStabilisation(on, model);
        return true;
    }
    model = reduction::makeBases(on, training, vibrations(on, recipe, run), recipe.bases, reports,
                                 part(run.progress, 0.9, 1));
    ArchiveWriter archive(StageCache::kind("bases", run.key));
    archive.add(reports);
    for (const reduction::ReducedDomain& domain : model.domains) {
        archive.add(flat(domain.u));
        archive.add(flat(domain.uBeyond));
    }
    run.cache.keep("bases", run.key, std::move(archive));
    return false;
}

bool makeCubature(const reduction::TrainingBody& on, std::span<const reduction::SolvedPose> training,
                  std::span<const reduction::SolvedPose> heldOut, const Recipe& recipe, const StageRun& run,
                  reduction::ReducedModel& model, std::vector<reduction::CubatureReport>& reports) {
    if (auto found = run.again ? std::nullopt : run.cache.find("cubature", run.key)) {
        reports = found->take<reduction::CubatureReport>();
        for (reduction::ReducedDomain& domain : model.domains) {
            domain.elements = found->take<std::uint32_t>();
            domain.weights = found->take<double>();
        }
        return true;
    }
    reduction::makeCubature(on, model, training, heldOut, recipe.cubature, run.jobs, reports, run.progress);
    ArchiveWriter archive(StageCache::kind("cubature", run.key));
    archive.add(reports);
    for (const reduction::ReducedDomain& domain : model.domains) {
        archive.add(domain.elements);
        archive.add(domain.weights);
    }
    run.cache.keep("cubature", run.key, std::move(archive));
    return false;
}

}  // namespace sinew
