#include "Offline/Poses/MakeFullSolver.h"

#include "Offline/Lattice/ElasticMesh.h"
#include "Offline/Lattice/Solver.h"
#include "Offline/Lattice/Volume.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Tets/ElasticMesh.h"
#include "Offline/Tets/Solver.h"
#include "Offline/Tets/Volume.h"

namespace sinew::poses {

struct FullBody::Volumes {
    const Character& character;
    FullSettings settings;
    std::unique_ptr<const tets::Volume> tets;  // one of these is null
    std::unique_ptr<const lattice::Volume> cells;
    std::vector<double> factors;  // on Young's modulus, by element; empty: 1
};

FullBody::FullBody(std::unique_ptr<const Volumes> volumes) : volumes_(std::move(volumes)) {}
FullBody::FullBody(FullBody&&) noexcept = default;
FullBody& FullBody::operator=(FullBody&&) noexcept = default;
FullBody::~FullBody() = default;

BodyReport FullBody::report() const {
    if (volumes_->cells) {
        const lattice::VolumeReport& r = volumes_->cells->report;
        const lattice::Cells& cells = volumes_->cells->cells();
        return {SolverKind::OnLattice,
                cells.cellCount(),
                cells.nodeCount(),
                r.width,
                r.volume,
                {},
                r.joints,
                r.lost,
                r.bonesWithoutNodes};
    }
    const tets::Volume& tets = *volumes_->tets;
    const tets::VolumeReport& r = tets.report;
    return {SolverKind::OnTets,
            tets.tets.tets.size(),
            tets.tets.nodes.size(),
            r.spacing,
            r.quality.volume,
            r.quality,
            r.joints,
            r.lost,
            r.bonesWithoutNodes};
}

FleshDecisions FullBody::decisions() const {
    if (volumes_->cells) {
        const lattice::Volume& cells = *volumes_->cells;
        return {cells.bones, cells.report.joints, cells.report.parts};
    }
    const tets::Volume& tets = *volumes_->tets;
    return {tets.bones, tets.report.joints, tets.report.parts};
}

ElasticMesh FullBody::elasticMesh() const {
    const Flesh& flesh = volumes_->settings.flesh;
    if (volumes_->cells)
        return lattice::elasticMesh(volumes_->character, *volumes_->cells, flesh, volumes_->settings.pose,
                                    volumes_->factors);
    return tets::elasticMesh(*volumes_->tets,
                             tets::ElasticBody(volumes_->tets->tets, flesh, volumes_->factors));
}

FullBody makeFullBody(const Character& character, const FullSettings& settings, const Jobs& jobs,
                      const ProgressCallback& progress) {
    FullBody::Volumes made{character, settings, nullptr, nullptr, {}};
    const StiffnessRegions& regions = settings.regions;
    if (settings.solver == SolverKind::OnLattice) {
        const lattice::VolumeSettings wanted{settings.cells, settings.volume.parts, settings.volume.bones};
        made.cells = std::make_unique<lattice::Volume>(
            lattice::buildVolume(character, lattice::volumeFor(settings.pose, wanted), jobs, progress));
        made.factors = lattice::cellStiffness(character, *made.cells, regions, jobs);
    } else {
        made.tets =
            std::make_unique<tets::Volume>(tets::buildVolume(character, settings.volume, jobs, progress));
        made.factors = tets::tetStiffness(character, *made.tets, regions, jobs);
    }
    return FullBody(std::make_unique<const FullBody::Volumes>(std::move(made)));
}

std::unique_ptr<FullSolver> makeFullSolver(const FullBody& body, const Jobs& jobs,
                                           const ProgressCallback& whileSolving) {
    const FullBody::Volumes& of = *body.volumes_;
    const Flesh& flesh = of.settings.flesh;
    PoseSettings pose = of.settings.pose;
    pose.newton.progress = whileSolving;
    if (!of.cells) {
        return std::make_unique<tets::Solver>(of.character, *of.tets, flesh, pose, jobs, of.factors);
    }
    return std::make_unique<lattice::Solver>(of.character, *of.cells, flesh, pose, of.settings.lattice, jobs,
                                             of.factors);
}

}  // namespace sinew::poses
