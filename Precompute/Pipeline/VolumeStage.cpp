#include "Pipeline/VolumeStage.h"

#include <algorithm>
#include <limits>

#include "Offline/Tets/ElasticBody.h"
#include "Offline/Tets/Volume.h"

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

DividedBody::DividedBody() = default;
DividedBody::~DividedBody() = default;

void DividedBody::makeVolume(const BuildInputs& inputs, const Jobs& jobs, const ProgressCallback& progress) {
    const Recipe& recipe = inputs.recipe;
    volume =
        std::make_unique<tets::Volume>(tets::buildVolume(inputs.character, recipe.volume, jobs, progress));
    elastic = std::make_unique<tets::ElasticBody>(
        volume->tets, recipe.flesh, tets::tetStiffness(inputs.character, *volume, recipe.regions, jobs));
    tets = volume->tets.tets.size();
    nodes = volume->tets.nodes.size();
}

void DividedBody::makeDomains(const BuildInputs& inputs, const Jobs& jobs) {
    const Recipe& recipe = inputs.recipe;
    for (const JointDecision& decision : volume->report.joints) carrierOf.push_back(decision.carrier);
    std::vector<Clip> clips = inputs.character.clips;
    clips.insert(clips.end(), inputs.motions.begin(), inputs.motions.end());
    limits = planJointLimits(inputs.character, clips, carrierOf, recipe.limits, recipe.jointLimits);
    domains = tets::divideIntoDomains(inputs.character, *volume, recipe.domains, turnsOf(limits), jobs);
}

reduction::TrainingBody DividedBody::body(const Character& character) const {
    return {character, *volume, *elastic, domains};
}

}  // namespace sinew
