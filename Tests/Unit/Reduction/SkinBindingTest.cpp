#include "Offline/Reduction/Skin/SkinBinding.h"

#include <gtest/gtest.h>

#include "Offline/Character/Skinning.h"
#include "Support/Bodies/TrainedLimb.h"

namespace sinew::reduction {
namespace {

// Over seams too: what domains say about flesh beyond them is what that flesh did.
TEST(SkinBinding, SkinThatWasLearntIsShownAsItWas) {
    for (const Trained* trained : {&trainedLimb(), &mergedLimb(), &cellLimb()}) {
        const SkinBinding skin = bindSkin(trained->on(), trained->model);
        for (const SolvedPose& pose : trained->learnt) {
            const auto skinned =
                skinPositions(trained->character, pose.skinMatrices, SkinMethod::LinearBlend);
            const auto shown = skinPositions(trained->on(), trained->model, skin, pose.skinMatrices,
                                             projected(trained->on(), trained->model, pose), skinned);
            EXPECT_LT(rmsDistance(shown, skinPositions(trained->mesh, pose.nodes, skinned)), 1e-6);
        }
    }
}

TEST(SkinBinding, NearASeamTwoDomainsShareTheSkin) {
    const Trained& t = trainedLimb();
    const SkinBinding skin = bindSkin(t.on(), t.model);
    std::size_t shared = 0;
    for (const auto& shares : skin.ofVertex) {
        double sum = 0;
        for (const SkinBinding::Share& share : shares) sum += share.weight;
        EXPECT_NEAR(sum, 1, 1e-12);
        shared += shares.size() == 2 ? 1 : 0;
    }
    EXPECT_GT(shared, skin.ofVertex.size() / 20);
    EXPECT_LT(shared, skin.ofVertex.size() / 2);
}

}  // namespace
}  // namespace sinew::reduction
