// A limb that has learnt a few bent poses.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

#include "Offline/Character/Pose.h"
#include "Offline/Poses/MakeFullSolver.h"
#include "Offline/Reduction/Bases/Modes.h"
#include "Offline/Reduction/Training.h"
#include "Samples/Limb.h"

namespace sinew {

// Layers, skin, and fibres along a bone and across it.
inline TissueSettings someTissue() {
    return {.layers = {.core = 0.5, .coreYoung = 40e3, .fatYoung = 15e3},
            .skin = {.thickness = 0.002, .young = 300e3, .toe = 0.02},
            .fibres = {{"lower", 100e3, 0.05, {}}, {"upper", 50e3, 0.02, {{0, 1, 0.5}}}}};
}

inline poses::FullSettings limbSettings(poses::SolverKind kind, tets::TetOrder order,
                                        const TissueSettings& tissue = {}) {
    poses::FullSettings settings;
    settings.tissue = tissue;
    settings.solver = kind;
    settings.volume.tets = order == tets::TetOrder::Quadratic ? 400 : 1200;
    settings.volume.order = order;
    settings.cells.count = 900;
    settings.pose.newton.relative = 1e-5;
    return settings;
}

// The limb bent by some angles, solved in full; five poses to learn from and two to judge by.
struct Solved {
    Character character = makeLimb();
    ElasticMesh mesh;
    std::vector<reduction::SolvedPose> learnt, unseen;

    explicit Solved(poses::SolverKind kind, tets::TetOrder order = tets::TetOrder::Linear,
                    const TissueSettings& tissue = {}) {
        const poses::FullBody body = poses::makeFullBody(character, limbSettings(kind, order, tissue));
        mesh = body.elasticMesh();
        const std::unique_ptr<FullSolver> solver = poses::makeFullSolver(body);
        const auto solve = [&](double angle, std::uint32_t start) -> reduction::SolvedPose {
            std::vector<Affined> frames = bindFrames(character.skeleton);
            frames[1].linear = toMatrix(fromAxisAngle(Vec3d{0, 0, 1}, angle)) * frames[1].linear;
            EXPECT_TRUE(solver->moveTo(frames).converged);
            return {std::to_string(angle), skinMatrices(character.skeleton, frames), solver->shape().x,
                    start};
        };
        for (int i = 0; i < 5; ++i) learnt.push_back(solve(0.25 * i, 0));
        unseen = {solve(0.4, 1), solve(0.9, 3)};
    }
};

struct Trained : Solved {
    Domains domains;
    reduction::ReducedModel model;
    std::vector<reduction::BasisReport> reports;

    explicit Trained(const DomainSettings& settings = {},
                     const reduction::BasisSettings& bases = {.vibrations = 0}, std::uint32_t vibrations = 0,
                     const Solved& solved = solvedOnTets())
        : Solved(solved), domains(divideIntoDomains(character, mesh, settings)) {
        const std::vector<bool> held = heldNodes(mesh);
        const Eigen::MatrixXd shapes = vibrations == 0
                                           ? Eigen::MatrixXd(3 * static_cast<Eigen::Index>(held.size()), 0)
                                           : reduction::slowestVibrations(mesh, held, vibrations, {}).shapes;
        model = reduction::makeBases(on(), learnt, shapes, bases, reports);
    }

    static const Solved& solvedOnTets() {
        static const Solved once(poses::SolverKind::OnTets);
        return once;
    }
    static const Solved& solvedOnQuadraticTets() {
        static const Solved once(poses::SolverKind::OnTets, tets::TetOrder::Quadratic);
        return once;
    }
    static const Solved& solvedOnCells() {
        static const Solved once(poses::SolverKind::OnLattice);
        return once;
    }
    reduction::TrainingBody on() const { return {character, mesh, domains}; }
};

inline const Trained& trainedLimb() {
    static const Trained trained;
    return trained;
}

// One whose flesh is the cells of a lattice. It has vibrations, which poses alone do not show of hourglasses.
inline const Trained& cellLimb() {
    static const Trained trained({}, {.rank = 12, .vibrations = 0.5}, 20, Trained::solvedOnCells());
    return trained;
}

inline const Trained& quadraticLimb() {
    static const Trained trained({}, {.rank = 12, .vibrations = 0.5}, 20, Trained::solvedOnQuadraticTets());
    return trained;
}

// Ones with layers, skin and fibres: on tets, quadratic tets and cells.
inline const std::vector<const Trained*>& fibredLimbs() {
    using poses::SolverKind;
    static const auto make = [](SolverKind kind, tets::TetOrder order) {
        return Trained({}, {.rank = 12, .vibrations = 0.5}, 20, Solved(kind, order, someTissue()));
    };
    static const Trained onTets = make(SolverKind::OnTets, tets::TetOrder::Linear),
                         onQuadratic = make(SolverKind::OnTets, tets::TetOrder::Quadratic),
                         onCells = make(SolverKind::OnLattice, tets::TetOrder::Linear);
    static const std::vector<const Trained*> all{&onTets, &onQuadratic, &onCells};
    return all;
}

inline std::vector<const Trained*> withFibredLimbs(std::vector<const Trained*> limbs) {
    limbs.insert(limbs.end(), fibredLimbs().begin(), fibredLimbs().end());
    return limbs;
}

// One that can be pressed in, too: poses alone have no shape for that.
inline const Trained& softLimb() {
    static const Trained trained({}, {.rank = 32, .even = true, .vibrations = 0.9}, 60);
    return trained;
}

// Its lower bone is carried by the one domain that is left.
inline const Trained& mergedLimb() {
    static const Trained trained([] {
        DomainSettings settings;
        settings.merged = {"lower"};
        return settings;
    }());
    return trained;
}

inline double rmsDistance(std::span<const Vec3d> a, std::span<const Vec3d> b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += dot(a[i] - b[i], a[i] - b[i]);
    return std::sqrt(sum / static_cast<double>(a.size()));
}

}  // namespace sinew
