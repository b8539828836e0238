#include "Offline/Reduction/Training.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "Offline/Character/Pose.h"
#include "Offline/Reduction/Bases/Basis.h"
#include "Offline/Reduction/Bases/Stretch.h"
#include "Offline/Reduction/Cubature/Cubature.h"
#include "Offline/Reduction/Cubature/ElasticCubature.h"
#include "Offline/Reduction/Skin/Overlap.h"
#include "Offline/Reduction/Twin/ReducedSolver.h"
#include "Offline/Volume/ElasticMesh.h"

namespace sinew::reduction {

namespace {

// Columns: a domain's shape in each pose.
Eigen::MatrixXd shapesOf(const TrainingBody& on, const Domain& domain, Vec3d centre,
                         std::span<const SolvedPose> poses) {
    Eigen::MatrixXd shapes(3 * static_cast<Eigen::Index>(domain.nodes.size()),
                           static_cast<Eigen::Index>(poses.size()));
    for (std::size_t i = 0; i < poses.size(); ++i) {
        const RigidMotion motion = rigidMotion(poses[i].skinMatrices[domain.joint], centre);
        shapes.col(static_cast<Eigen::Index>(i)) = pulledBack(domain, on.mesh.rest, motion, poses[i].nodes);
    }
    return shapes;
}

Eigen::MatrixXd rowsOfNodes(const Eigen::MatrixXd& ofMesh, const std::vector<std::uint32_t>& nodes) {
    Eigen::MatrixXd rows(3 * static_cast<Eigen::Index>(nodes.size()), ofMesh.cols());
    if (ofMesh.cols() == 0) return rows;  // it has no memory whose rows could be named
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        rows.middleRows<3>(3 * static_cast<Eigen::Index>(n)) =
            ofMesh.middleRows<3>(3 * static_cast<Eigen::Index>(nodes[n]));
    }
    return rows;
}

// Of the elements that have one of the nodes (rising): how many times stiffer than flesh usually is, on
// average.
double stiffnessAbout(const ElasticMesh& mesh, const std::vector<std::uint32_t>& nodes) {
    const double usual = lameOf(mesh.flesh.young, mesh.flesh.poisson).mu;
    double sum = 0, volume = 0;
    for (std::uint32_t e = 0; e < mesh.elementCount(); ++e) {
        const std::span<const std::uint32_t> own = mesh.nodesOf(e);
        if (std::none_of(own.begin(), own.end(), [&](std::uint32_t n) {
                return std::binary_search(nodes.begin(), nodes.end(), n);
            })) {
            continue;
        }
        sum += mesh.elements[e].lame.mu / usual * mesh.elements[e].volume;
        volume += mesh.elements[e].volume;
    }
    return volume > 0 ? sum / volume : 1;
}

// Masses, and at seams those of a layer one node thick, so many times.
std::vector<double> seamWeights(const TrainingBody& on, std::uint32_t d, double times) {
    const Domain& domain = on.domains.domains[d];
    std::vector<double> weights = domainMasses(domain, on.mesh);
    const double layer = times * on.mesh.flesh.density * on.mesh.spacing;  // kg/m²
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

// Of a domain by itself, in its coordinates, as bound.
Eigen::MatrixXd restStiffness(const TrainingBody& on, const ReducedDomain& domain) {
    const ReducedModel alone{{domain}, {}, {}, 0};
    const std::vector<Affined> bind(on.character.skeleton.joints.size());
    const ReducedSolver solver(on.mesh, alone);
    Eigen::VectorXd unused;
    Eigen::MatrixXd k;
    solver.linearise(bind, solver.restCoordinates(), unused, k);
    return k;
}

// The poses, and each of the domain's own vibrations by itself, a little. Poses at rest show nothing of how
// flesh answers to a force of its own; and a few elements that give each mode's force nearly right may still
// give next to none to a soft mixture of modes, where large forces cancel: it would wobble for ever.
Eigen::MatrixXd withVibrations(const Eigen::MatrixXd& poses, const Eigen::MatrixXd& stiffness) {
    constexpr double kLittle = 1e-3;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(stiffness);
    Eigen::MatrixXd both(poses.rows(), poses.cols() + poses.rows());
    const double size = std::max(poses.cwiseAbs().maxCoeff(), 1e-6);
    both << poses, kLittle * size * eigen.eigenvectors();
    return both;
}

// The least stiffness that a cubature leaves of any of the domain's vibrations.
double softest(const Eigen::MatrixXd& whole, const Eigen::MatrixXd& cubature) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(whole);
    double smallest = 1;
    for (Eigen::Index k = 0; k < whole.rows(); ++k) {
        const Eigen::VectorXd v = eigen.eigenvectors().col(k);
        if (eigen.eigenvalues()[k] > 1e-9 * eigen.eigenvalues().tail(1)[0]) {
            smallest = std::min(smallest, v.dot(cubature * v) / eigen.eigenvalues()[k]);
        }
    }
    return smallest;
}

// |K − K'| / |K| of two cubatures of one domain, over shapes given by their coordinates.
double stiffnessError(const TrainingBody& on, const ReducedDomain& all, const ReducedDomain& few,
                      const Eigen::MatrixXd& shapes) {
    const ReducedModel whole{{all}, {}, {}, 0}, cubature{{few}, {}, {}, 0};
    const ReducedSolver ofWhole(on.mesh, whole), ofCubature(on.mesh, cubature);
    const std::vector<Affined> bind(on.character.skeleton.joints.size());
    double missed = 0, sum = 0;
    for (Eigen::Index i = 0; i < shapes.cols(); ++i) {
        Eigen::VectorXd unused;
        Eigen::MatrixXd k, approximate;
        ofWhole.linearise(bind, {shapes.col(i)}, unused, k);
        ofCubature.linearise(bind, {shapes.col(i)}, unused, approximate);
        missed += (approximate - k).squaredNorm();
        sum += k.squaredNorm();
    }
    return sum > 0 ? std::sqrt(missed / sum) : 0;
}

// Columns: what nodes do in each pose and in each vibration.
struct Shapes {
    Eigen::MatrixXd poses, vibrations;

    Eigen::MatrixXd all() const {
        Eigen::MatrixXd both(poses.rows(), poses.cols() + vibrations.cols());
        both << poses, vibrations;
        return both;
    }
};

// What a domain's basis is made from.
struct DomainShapes {
    std::vector<double> masses;
    ShapeMetric metric;
    Shapes shapes;

    std::vector<double> energies(Eigen::MatrixXd Shapes::*of) const {
        return principalEnergies(metric.of(shapes.*of));
    }
};

std::vector<ModeCounts> modeCounts(std::span<const DomainShapes> domains, const BasisSettings& settings) {
    const auto ofVibrations = static_cast<std::uint32_t>(std::lround(settings.vibrations * settings.rank));
    const ModeCounts each{settings.rank - ofVibrations, ofVibrations};
    std::vector<ModeCounts> counts(domains.size(), each);
    if (settings.even) return counts;
    std::vector<std::vector<double>> poses, vibrations;
    for (const DomainShapes& domain : domains) {
        poses.push_back(domain.energies(&Shapes::poses));
        vibrations.push_back(domain.energies(&Shapes::vibrations));
    }
    const auto forPoses = sharedModes(poses, std::uint64_t{each.poses} * domains.size(),
                                      std::min(kMinModes, each.poses), kMaxModes - each.vibrations);
    const auto forVibrations =
        sharedModes(vibrations, std::uint64_t{each.vibrations} * domains.size(), 0, each.vibrations);
    for (std::size_t d = 0; d < domains.size(); ++d) counts[d] = {forPoses[d], forVibrations[d]};
    return counts;
}

}  // namespace

ReducedModel modelWithoutBases(const TrainingBody& on, const BasisSettings& settings) {
    ReducedModel model;
    model.interfaces = on.domains.interfaces;
    model.carried = on.domains.carried;
    model.coupling = settings.coupling * on.mesh.flesh.young / on.mesh.spacing;
    model.band = settings.band * on.mesh.spacing;
    for (const Interface& interface : model.interfaces) {
        model.seamFactors.push_back(stiffnessAbout(on.mesh, interface.nodes));
    }
    for (const CarriedBone& bone : model.carried) {
        model.carriedFactors.push_back(stiffnessAbout(on.mesh, bone.nodes));
    }
    const auto beyond =
        nodesBeyond(on.mesh, on.domains, seamDistances(on.mesh, on.domains, model.band), model.band);
    const std::vector<Affined> bind = bindFrames(on.character.skeleton);
    for (std::size_t d = 0; d < on.domains.domains.size(); ++d) {
        const Domain& domain = on.domains.domains[d];
        model.domains.push_back({domain.joint,
                                 bind[domain.joint].translation,
                                 domain.nodes,
                                 {},
                                 domain.elements,
                                 std::vector<double>(domain.elements.size(), 1.0),
                                 beyond[d],
                                 {}});
    }
    return model;
}

// Σ_k stiffness_k (c_k U)ᵀ(c_k U) over the sums of each domain's elements in its frame. Those that reach into
// another domain are left to the seam.
void setStabilisation(const TrainingBody& on, ReducedModel& model) {
    const ElasticMesh::Stabilisation& stabilisation = on.mesh.stabilisation;
    for (ReducedDomain& domain : model.domains) {
        domain.stabilisation.resize(0, 0);
        if (stabilisation.count() > 0) domain.stabilisation.setZero(domain.rank(), domain.rank());
    }
    for (std::uint32_t k = 0; k < stabilisation.count(); ++k) {
        ReducedDomain& domain = model.domains[on.domains.domainOfElement[stabilisation.elementOfSum[k]]];
        const std::uint32_t joint = stabilisation.jointOfSum[k];
        // Other joints' bones are carried (Domains.h).
        if (joint != ElasticMesh::Stabilisation::kAnyFrame && joint != domain.joint) continue;
        const std::span<const std::uint32_t> nodes = stabilisation.sums.nodesOf(k);
        if (!std::all_of(nodes.begin(), nodes.end(), [&](auto n) { return domain.has(n); })) continue;
        Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(3, domain.rank());
        for (std::size_t n = 0; n < nodes.size(); ++n) {
            sum += stabilisation.sums.weightsOf(k)[n] * domain.rowsOf(nodes[n]);
        }
        domain.stabilisation.noalias() += stabilisation.stiffness[k] * (sum.transpose() * sum);
    }
}

void setGravity(const TrainingBody& on, ReducedModel& model, Vec3d gravity) {
    model.gravity = gravity;
    for (std::size_t d = 0; d < model.domains.size(); ++d) {
        ReducedDomain& domain = model.domains[d];
        domain.massSum.resize(0, 0);
        if (dot(gravity, gravity) == 0) continue;
        const std::vector<double> masses = domainMasses(on.domains.domains[d], on.mesh);
        domain.massSum.setZero(domain.rank(), 3);
        for (std::size_t n = 0; n < masses.size(); ++n) {
            domain.massSum +=
                masses[n] * domain.u.middleRows<3>(3 * static_cast<Eigen::Index>(n)).transpose();
        }
    }
}

Eigen::MatrixXd continuedBasis(std::span<const double> masses, const Eigen::MatrixXd& u,
                               const Eigen::MatrixXd& columns, const Eigen::MatrixXd& columnsBeyond) {
    const Eigen::VectorXd roots = weightRoots(masses);
    Eigen::MatrixXd weighted = roots.asDiagonal() * columns;
    // Poses and vibrations have nothing to do with each other's size.
    Eigen::VectorXd scales(weighted.cols());
    for (Eigen::Index c = 0; c < scales.size(); ++c) {
        const double size = weighted.col(c).norm();
        scales[c] = size > 0 ? 1 / size : 0;
    }
    weighted = weighted * scales.asDiagonal();
    // Least squares through the Gram matrix; what it cannot tell from rounding is left out.
    constexpr double kNoise = 1e-12;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(weighted.transpose() * weighted);
    const Eigen::VectorXd& values = eigen.eigenvalues();
    const double noise = kNoise * (values.size() > 0 ? values.maxCoeff() : 0);
    const Eigen::VectorXd inverse = values.unaryExpr([&](double v) { return v > noise ? 1 / v : 0; });
    const Eigen::MatrixXd& vectors = eigen.eigenvectors();
    const Eigen::MatrixXd sums =
        vectors *
        (inverse.asDiagonal() * (vectors.transpose() * (weighted.transpose() * (roots.asDiagonal() * u))));
    return columnsBeyond * (scales.asDiagonal() * sums);
}

ReducedModel makeBases(const TrainingBody& on, std::span<const SolvedPose> poses,
                       const Eigen::MatrixXd& vibrations, const BasisSettings& settings,
                       std::vector<BasisReport>& reports, const ProgressCallback& progress) {
    ReducedModel model = modelWithoutBases(on, settings);
    const auto count = static_cast<double>(model.domains.size());
    const auto shapesAt = [&](std::uint32_t d, const std::vector<std::uint32_t>& nodes) -> Shapes {
        const ReducedDomain& domain = model.domains[d];
        return {shapesOf(on, {domain.joint, {}, nodes}, domain.centre, poses),
                rowsOfNodes(vibrations, nodes)};
    };
    std::vector<DomainShapes> shapes;
    for (std::uint32_t d = 0; d < model.domains.size(); ++d) {
        report(progress, 0.5 * d / count);
        shapes.push_back({domainMasses(on.domains.domains[d], on.mesh),
                          {seamWeights(on, d, settings.seams),
                           stretchOf(on.mesh, on.domains.domains[d], settings.stretch)},
                          shapesAt(d, model.domains[d].nodes)});
    }
    const std::vector<ModeCounts> counts = modeCounts(shapes, settings);
    reports.clear();
    for (std::uint32_t d = 0; d < model.domains.size(); ++d) {
        report(progress, 0.5 + 0.5 * d / count);
        const DomainShapes& from = shapes[d];
        const DomainBasis basis = makeBasis(from.masses, from.metric, from.shapes.poses,
                                            from.shapes.vibrations, counts[d], settings.energy);
        reports.push_back({static_cast<std::uint32_t>(basis.u.cols()), basis.fromPoses, basis.captured,
                           1 - missedEnergy(from.masses, basis.u, from.shapes.vibrations)});
        model.domains[d].u = basis.u;
        model.domains[d].uBeyond = continuedBasis(from.masses, basis.u, from.shapes.all(),
                                                  shapesAt(d, model.domains[d].beyond).all());
    }
    setStabilisation(on, model);
    return model;
}

ReducedSolver::Coordinates projected(const TrainingBody& on, const ReducedModel& model,
                                     const SolvedPose& pose) {
    ReducedSolver::Coordinates q;
    for (std::size_t d = 0; d < model.domains.size(); ++d) {
        const Domain& domain = on.domains.domains[d];
        q.push_back(coordinatesOf(model.domains[d], domainMasses(domain, on.mesh),
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
        const ReducedDomain all = reduced;
        reduced.elements.clear();
        reduced.weights.clear();
        reports.emplace_back();
        if (reduced.rank() == 0) continue;  // it has no forces to match
        const std::vector<double> masses = domainMasses(domain, on.mesh);
        const auto coordinates = [&](std::span<const SolvedPose> some) {
            return coordinatesOf(reduced, masses, shapesOf(on, domain, reduced.centre, some));
        };
        const auto problemOf = [&](const Eigen::MatrixXd& q) {
            return equalPoses(elasticCubature(on.mesh, domain.elements, reduced, q, jobs),
                              static_cast<std::uint32_t>(reduced.rank()));
        };
        const double done = static_cast<double>(d);
        const Eigen::MatrixXd stiffness = restStiffness(on, all);
        const Cubature cubature =
            trainCubature(problemOf(withVibrations(coordinates(poses), stiffness)), settings, jobs,
                          part(progress, done / count, (done + 1) / count));
        CubatureReport& report = reports.back();
        report.trainingError = cubatureError(problemOf(coordinates(poses)), cubature);
        report.elements = static_cast<std::uint32_t>(cubature.elements.size());
        if (!heldOut.empty()) report.heldOutError = cubatureError(problemOf(coordinates(heldOut)), cubature);
        for (const std::uint32_t e : cubature.elements) reduced.elements.push_back(domain.elements[e]);
        reduced.weights = cubature.weights;
        report.softest = softest(stiffness, restStiffness(on, reduced));
        constexpr std::size_t kStiffnessPoses = 3;
        const auto some = heldOut.first(std::min(heldOut.size(), kStiffnessPoses));
        report.stiffnessError = stiffnessError(on, all, reduced, coordinates(some));
    }
}

}  // namespace sinew::reduction
