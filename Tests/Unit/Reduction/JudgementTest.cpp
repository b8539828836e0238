#include "Offline/Reduction/Judgement.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "Offline/Character/Skinning.h"
#include "Support/Bodies/TrainedLimb.h"

namespace sinew::reduction {
namespace {

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double v : values) sum += v;
    return sum / static_cast<double>(values.size());
}

double percentile95(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[(values.size() - 1) * 95 / 100];
}

TEST(Judgement, FiguresAreThoseOfAllDistances) {
    const Trained& t = trainedLimb();
    const Judgement judgement = judge(t.on(), t.model, t.learnt, t.unseen, {});
    std::vector<double> metres, ofLimb;
    for (std::size_t i = 0; i < 2; ++i) {
        const SolvedPose& pose = t.unseen[i];
        const auto skinned = skinPositions(t.character, pose.skinMatrices, SkinMethod::LinearBlend);
        const auto full = skinPositions(t.mesh, pose.nodes, skinned);
        std::vector<double> ofPose;
        std::vector<double> squares(2, 0), count(2, 0);
        for (std::size_t v = 0; v < full.size(); ++v) {
            const std::uint32_t d = t.domains.domainOfElement[t.mesh.elementOfVertex[v]];
            ofPose.push_back(length(skinned[v] - full[v]));
            ofLimb.push_back(ofPose.back() / judgement.limbRadii[d]);
            squares[d] += ofPose.back() * ofPose.back();
            ++count[d];
        }
        const PoseError& error = judgement.poses[i];
        EXPECT_EQ(error.skinning.percentile95, percentile95(ofPose));
        EXPECT_EQ(error.skinning.max, *std::max_element(ofPose.begin(), ofPose.end()));
        for (std::size_t d = 0; d < 2; ++d) {
            EXPECT_NEAR(error.skinningOfDomain[d], std::sqrt(squares[d] / count[d]), 1e-12);
        }
        metres.insert(metres.end(), ofPose.begin(), ofPose.end());
    }
    EXPECT_NEAR(judgement.skinning.mean, mean(metres), 1e-12);
    EXPECT_NEAR(judgement.skinning.meanOfLimb, mean(ofLimb), 1e-12);
    EXPECT_EQ(judgement.skinning.percentile95, percentile95(metres));
    EXPECT_EQ(judgement.skinning.percentile95OfLimb, percentile95(ofLimb));
    EXPECT_LT(judgement.reduced.mean, judgement.skinning.mean);
    EXPECT_LT(judgement.reduced.percentile95OfLimb, judgement.skinning.percentile95OfLimb);
}

TEST(Judgement, TheWorstDomainIsTheOneThatIsOffMostForItsSize) {
    Trained t;
    const Judgement before = judge(t.on(), t.model, t.learnt, t.unseen, {});
    std::uint32_t farthest = 0;
    double largest = 0;
    for (const PoseError& error : before.poses) {
        for (std::uint32_t d = 0; d < 2; ++d) {
            if (error.reducedOfDomain[d] > largest) farthest = d;
            largest = std::max(largest, error.reducedOfDomain[d]);
        }
    }
    // Only radii look for bones here: without its own, this one's limb counts as thick.
    std::erase_if(t.mesh.bones,
                  [&](const Bone& bone) { return bone.joint == t.domains.domains[farthest].joint; });
    const Judgement after = judge(t.on(), t.model, t.learnt, t.unseen, {});
    EXPECT_GT(after.limbRadii[farthest], 2 * before.limbRadii[farthest]);
    EXPECT_EQ(after.worstDomain, 1 - farthest);
}

// A held-out pose, by cells and by tetrahedra of either order: of a skin that all bend alike.
TEST(Judgement, LimbsOfAnyElementHoldUnseenPosesAlike) {
    const auto errorOf = [](const Trained& t) {
        const Judgement judgement = judge(t.on(), t.model, t.learnt, t.unseen, {});
        for (const PoseError& error : judgement.poses) EXPECT_TRUE(error.converged);
        return relativeError(judgement.poses, &PoseError::reduced);
    };
    const Trained onTets({}, {.rank = 12, .vibrations = 0.5}, 20);
    const double ofTets = errorOf(onTets), ofQuadratic = errorOf(quadraticLimb()),
                 ofCells = errorOf(cellLimb());
    RecordProperty("tets", std::to_string(ofTets));
    RecordProperty("quadratic", std::to_string(ofQuadratic));
    EXPECT_LT(ofQuadratic, 1.5 * ofTets);
    RecordProperty("cells", std::to_string(ofCells));
    EXPECT_LT(ofCells, 1.5 * ofTets);
    EXPECT_LT(ofCells, 0.1);
}

// Where the way began still shows in the last digits of where it ends.
TEST(Judgement, TheReducedSolverBeginsWhereTheFullOneDid) {
    const Trained& t = trainedLimb();
    const auto endsAt = [&](std::uint32_t start) {
        SolvedPose pose = t.unseen[1];
        pose.start = start;
        return judge(t.on(), t.model, t.learnt, {&pose, 1}, {}).poses[0].reduced.rms;
    };
    EXPECT_NEAR(endsAt(0), endsAt(4), 1e-3 * endsAt(0));
    EXPECT_NE(endsAt(0), endsAt(4));
    EXPECT_EQ(endsAt(4), endsAt(4));
}

TEST(Judgement, ErrorsOfPosesAddUpAgainstSkinnings) {
    std::vector<PoseError> errors(2);
    errors[0].skinning.rms = 3;
    errors[1].skinning.rms = 4;
    errors[0].reduced.rms = 0;
    errors[1].reduced.rms = 1;
    errors[1].projection.rms = 0.5;
    EXPECT_DOUBLE_EQ(relativeError(errors, &PoseError::reduced), 0.2);
    EXPECT_DOUBLE_EQ(relativeError(errors, &PoseError::projection), 0.1);
    EXPECT_EQ(relativeError({}, &PoseError::reduced), 0);
}

}  // namespace
}  // namespace sinew::reduction
