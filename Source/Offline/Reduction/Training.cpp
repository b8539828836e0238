#include "Offline/Reduction/Training.h"

#include <algorithm>
#include <cmath>

#include "Offline/Character/Pose.h"
#include "Offline/Reduction/ElasticCubature.h"

namespace sinew {

namespace {

// Columns: a domain's shape in each pose.
Eigen::MatrixXd shapesOf(const TrainingBody& on, const Domain& domain, Vec3d centre,
                         std::span<const SolvedPose> poses) {
    Eigen::MatrixXd shapes(3 * static_cast<Eigen::Index>(domain.nodes.size()),
                           static_cast<Eigen::Index>(poses.size()));
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const RigidMotion motion = rigidMotion(poses[i].skinMatrices[domain.joint], centre);
        shapes.col(static_cast<Eigen::Index>(i)) = pulledBack(domain, on.volume.tets, motion, poses[i].nodes);
    }
    return shapes;
}

Eigen::MatrixXd rowsOfDomain(const Eigen::MatrixXd& ofMesh, const Domain& domain) {
    Eigen::MatrixXd rows(3 * static_cast<Eigen::Index>(domain.nodes.size()), ofMesh.cols());
    for (std::size_t n = 0; n < domain.nodes.size(); ++n) {
        rows.middleRows<3>(3 * static_cast<Eigen::Index>(n)) =
            ofMesh.middleRows<3>(3 * static_cast<Eigen::Index>(domain.nodes[n]));
    }
    return rows;
}

// Masses, and at seams those of a layer one node thick, so many times.
std::vector<double> seamWeights(const TrainingBody& on, std::uint32_t d, double times) {
    const Domain& domain = on.domains.domains[d];
    std::vector<double> weights = domainMasses(domain, on.body);
    const double layer = times * on.body.flesh().density * on.body.spacing();  // kg/m²
    for (const Interface& interface : on.domains.interfaces) {
        if (interface.a != d && interface.b != d) continue;
        for (std::size_t k = 0; k < interface.nodes.size(); ++k) {
            const auto at = std::lower_bound(domain.nodes.begin(), domain.nodes.end(), interface.nodes[k]);
            weights[static_cast<std::size_t>(at - domain.nodes.begin())] += layer * interface.areas[k];
        }
    }
    return weights;
}

// Uᵀ M of shapes: with a mass-orthonormal basis, their coordinates.
Eigen::MatrixXd coordinatesOf(const ReducedDomain& domain, std::span<const double> masses,
                              const Eigen::MatrixXd& shapes) {
    Eigen::VectorXd threefold(shapes.rows());
    for (Eigen::Index i = 0; i < threefold.size(); ++i)
        threefold[i] = masses[static_cast<std::size_t>(i / 3)];
    return domain.u.transpose() * (threefold.asDiagonal() * shapes);
}

// What a domain's basis is made from.
struct DomainShapes {
    std::vector<double> masses, weights;
    Eigen::MatrixXd poses, vibrations;

    std::vector<double> energies(Eigen::MatrixXd DomainShapes::*of) const {
        return principalEnergies(weightRoots(weights).asDiagonal() * this->*of);
    }
};

std::vector<ModeCounts> modeCounts(std::span<const DomainShapes> domains, const BasisSettings& settings) {
    const auto ofVibrations = static_cast<std::uint32_t>(std::lround(settings.vibrations * settings.rank));
    const ModeCounts each{settings.rank - ofVibrations, ofVibrations};
    std::vector<ModeCounts> counts(domains.size(), each);
    if (settings.even) return counts;
    std::vector<std::vector<double>> poses, vibrations;
    for (const DomainShapes& domain : domains) {
        poses.push_back(domain.energies(&DomainShapes::poses));
        vibrations.push_back(domain.energies(&DomainShapes::vibrations));
    }
    const auto forPoses = sharedModes(poses, std::uint64_t{each.poses} * domains.size(),
                                      std::min(kLeastModes, each.poses), kMostModes - each.vibrations);
    const auto forVibrations =
        sharedModes(vibrations, std::uint64_t{each.vibrations} * domains.size(), 0, each.vibrations);
    for (std::size_t d = 0; d < domains.size(); ++d) counts[d] = {forPoses[d], forVibrations[d]};
    return counts;
}

}  // namespace

ReducedModel makeBases(const TrainingBody& on, std::span<const SolvedPose> poses,
                       const Eigen::MatrixXd& vibrations, const BasisSettings& settings,
                       std::vector<BasisReport>& reports, const ProgressCallback& progress) {
    ReducedModel model;
    model.interfaces = on.domains.interfaces;
    model.carried = on.domains.carried;
    model.coupling = settings.coupling * on.body.flesh().young / on.body.spacing();
    const std::vector<Affined> bind = bindFrames(on.character.skeleton);
    const auto count = static_cast<double>(on.domains.domains.size());
    std::vector<DomainShapes> shapes;
    for (std::uint32_t d = 0; d < on.domains.domains.size(); ++d) {
        report(progress, 0.5 * d / count);
        const Domain& domain = on.domains.domains[d];
        const Vec3d centre = bind[domain.joint].translation;
        shapes.push_back({domainMasses(domain, on.body), seamWeights(on, d, settings.seams),
                          shapesOf(on, domain, centre, poses), rowsOfDomain(vibrations, domain)});
    }
    const std::vector<ModeCounts> counts = modeCounts(shapes, settings);
    reports.clear();
    for (std::uint32_t d = 0; d < on.domains.domains.size(); ++d) {
        report(progress, 0.5 + 0.5 * d / count);
        const Domain& domain = on.domains.domains[d];
        const DomainBasis basis = makeBasis(shapes[d].masses, shapes[d].weights, shapes[d].poses,
                                            shapes[d].vibrations, counts[d], settings.energy);
        reports.push_back({static_cast<std::uint32_t>(basis.u.cols()), basis.fromPoses, basis.captured,
                           1 - missedEnergy(shapes[d].masses, basis.u, shapes[d].vibrations)});
        model.domains.push_back({domain.joint, bind[domain.joint].translation, domain.nodes, basis.u,
                                 domain.tets, std::vector<double>(domain.tets.size(), 1.0)});
    }
    return model;
}

ReducedSolver::Coordinates projected(const TrainingBody& on, const ReducedModel& model,
                                     const SolvedPose& pose) {
    ReducedSolver::Coordinates q;
    for (std::size_t d = 0; d < model.domains.size(); ++d) {
        const Domain& domain = on.domains.domains[d];
        q.push_back(coordinatesOf(model.domains[d], domainMasses(domain, on.body),
                                  shapesOf(on, domain, model.domains[d].centre, {&pose, 1})));
    }
    return q;
}

void makeCubature(const TrainingBody& on, ReducedModel& model, std::span<const SolvedPose> poses,
                  std::span<const SolvedPose> heldOut, const CubatureSettings& settings, const Jobs& jobs,
                  std::vector<CubatureReport>& reports, const ProgressCallback& progress) {
    reports.clear();
    const auto count = static_cast<double>(model.domains.size());
    for (std::size_t d = 0; d < model.domains.size(); ++d) {
        ReducedDomain& reduced = model.domains[d];
        const Domain& domain = on.domains.domains[d];
        reduced.tets.clear();
        reduced.weights.clear();
        reports.emplace_back();
        if (reduced.rank() == 0) continue;  // it has no forces to match
        const std::vector<double> masses = domainMasses(domain, on.body);
        const auto problemOf = [&](std::span<const SolvedPose> some) {
            const Eigen::MatrixXd q =
                coordinatesOf(reduced, masses, shapesOf(on, domain, reduced.centre, some));
            return equalPoses(elasticCubature(on.body, domain.tets, reduced, q, jobs),
                              static_cast<std::uint32_t>(reduced.rank()));
        };
        const double done = static_cast<double>(d);
        const Cubature cubature =
            trainCubature(problemOf(poses), settings, jobs, part(progress, done / count, (done + 1) / count));
        CubatureReport& report = reports.back();
        report.trainingError = cubature.error;
        report.tets = static_cast<std::uint32_t>(cubature.elements.size());
        if (!heldOut.empty()) report.heldOutError = cubatureError(problemOf(heldOut), cubature);
        for (const std::uint32_t e : cubature.elements) reduced.tets.push_back(domain.tets[e]);
        reduced.weights = cubature.weights;
    }
}

}  // namespace sinew
