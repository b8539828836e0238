// A limb that has learnt a few bent poses.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "Offline/Character/Pose.h"
#include "Offline/Reduction/Bases/Modes.h"
#include "Offline/Reduction/Training.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Tets/Solver.h"
#include "Offline/Tets/Volume.h"
#include "Samples/Limb.h"

namespace sinew {

// The limb bent by some angles, solved in full; five poses to learn from and two to judge by.
struct Solved {
    Character character = makeLimb();
    tets::Volume volume;
    std::vector<reduction::SolvedPose> learnt, unseen;

    Solved() {
        tets::VolumeSettings wanted;
        wanted.tets = 1200;
        volume = tets::buildVolume(character, wanted);
        PoseSettings settings;
        settings.newton.relative = 1e-5;
        tets::Solver solver(character, volume, Flesh{}, settings, {});
        const auto solve = [&](double angle, std::uint32_t start) -> reduction::SolvedPose {
            std::vector<Affined> frames = bindFrames(character.skeleton);
            frames[1].linear = toMatrix(fromAxisAngle(Vec3d{0, 0, 1}, angle)) * frames[1].linear;
            EXPECT_TRUE(solver.moveTo(frames).converged);
            return {std::to_string(angle), skinMatrices(character.skeleton, frames), solver.shape().x, start};
        };
        for (int i = 0; i < 5; ++i) learnt.push_back(solve(0.25 * i, 0));
        unseen = {solve(0.4, 1), solve(0.9, 3)};
    }
};

struct Trained : Solved {
    std::unique_ptr<tets::ElasticBody> elastic;
    tets::Domains domains;
    reduction::ReducedModel model;
    std::vector<reduction::BasisReport> reports;

    explicit Trained(const tets::DomainSettings& settings = {},
                     const reduction::BasisSettings& bases = {.vibrations = 0}, std::uint32_t vibrations = 0)
        : Solved(solved()),
          elastic(std::make_unique<tets::ElasticBody>(volume.tets, Flesh{})),
          domains(tets::divideIntoDomains(character, volume, settings)) {
        std::vector<bool> held;
        for (const std::int32_t bone : volume.attachment.boneOfNode) held.push_back(bone >= 0);
        const Eigen::MatrixXd shapes =
            vibrations == 0 ? Eigen::MatrixXd(3 * static_cast<Eigen::Index>(held.size()), 0)
                            : reduction::slowestVibrations(*elastic, held, vibrations, {}).shapes;
        model = reduction::makeBases(on(), learnt, shapes, bases, reports);
    }

    static const Solved& solved() {
        static const Solved once;
        return once;
    }
    reduction::TrainingBody on() const { return {character, volume, *elastic, domains}; }
};

inline const Trained& trainedLimb() {
    static const Trained trained;
    return trained;
}

// One that can be pressed in, too: poses alone have no shape for that.
inline const Trained& softLimb() {
    static const Trained trained({}, {.rank = 32, .even = true, .vibrations = 0.9}, 60);
    return trained;
}

// Its lower bone is carried by the one domain that is left.
inline const Trained& mergedLimb() {
    static const Trained trained([] {
        tets::DomainSettings settings;
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
