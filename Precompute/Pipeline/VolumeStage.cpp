#include "Pipeline/VolumeStage.h"

#include <algorithm>
#include <limits>

namespace sinew {

namespace {

// The largest rotation of each joint, radians. Infinite if it is not known: a game may turn it.
std::vector<double> turnsOf(std::span<const JointLimits> limits) {
    std::vector<double> largest;
    for (const JointLimits& l : limits) {
        double turn = l.moves() ? 0 : std::numeric_limits<double>::infinity();
        for (const AngleRange& range : {l.twist, l.bend, l.side}) {
            turn = std::max({turn, -range.low, range.high});
        }
        largest.push_back(turn);
    }
    return largest;
}

}  // namespace

void DividedBody::makeVolume(const BuildInputs& inputs, const Jobs& jobs, const ProgressCallback& progress) {
    full = poses::makeFullBody(inputs.character, fullSettings(inputs.recipe, inputs.recipe.posesBy), jobs,
                               progress);
    mesh = full->elasticMesh();
}

void DividedBody::makeDomains(const BuildInputs& inputs, const Jobs& jobs) {
    const Recipe& recipe = inputs.recipe;
    for (const JointDecision& decision : mesh.joints) carrierOf.push_back(decision.carrier);
    std::vector<Clip> clips = inputs.character.clips;
    clips.insert(clips.end(), inputs.motions.begin(), inputs.motions.end());
    limits = planJointLimits(inputs.character, clips, carrierOf, recipe.limits, recipe.jointLimits);
    domains = divideIntoDomains(inputs.character, mesh, recipe.domains, turnsOf(limits), jobs);
}

}  // namespace sinew
