#include "Offline/Volume/Regions.h"

#include <algorithm>
#include <cmath>

#include "Offline/Error.h"
#include "Offline/Geometry/BoxTree.h"
#include "Offline/Nearest.h"

namespace sinew {

namespace {

constexpr std::uint32_t kRegionPointsPerRange = 1024;

// Factor by joint, 1 where nothing is said.
std::vector<double> jointFactors(const Skeleton& skeleton, const StiffnessRegions& regions) {
    std::vector<double> factors(skeleton.joints.size(), 1.0);
    for (const StiffnessRegions::OfJoint& region : regions.joints) {
        factors[jointNamed(skeleton, region.joint, "the stiffness")] *= region.factor;
    }
    return factors;
}

double atDistance(const std::vector<StiffnessRegions::AtDistance>& steps, double metres) {
    if (steps.empty()) return 1;
    const auto after =
        std::find_if(steps.begin(), steps.end(), [&](const auto& s) { return s.metres > metres; });
    if (after == steps.begin()) return after->factor;
    const auto& before = *(after - 1);
    if (after == steps.end()) return before.factor;
    return before.factor +
           (after->factor - before.factor) * (metres - before.metres) / (after->metres - before.metres);
}

// Factor by skin vertex.
std::vector<double> paintedFactors(const Character& character, const StiffnessRegions& regions) {
    const Surface& surface = character.surface;
    if (surface.colours.empty()) {
        throw badInput(
            character.name + " has no vertex colours, but the recipe paints the stiffness with them",
            "Export the mesh with its vertex colours, or remove the painted stiffness from the recipe.");
    }
    // Where a seam gives a welded vertex several colours, the last counts.
    std::vector<double> factors(surface.positions.size(), 1.0);
    for (std::size_t v = 0; v < surface.colours.size(); ++v) {
        double& factor = factors[surface.weldedOfFile[v]];
        factor = 1;
        for (const StiffnessRegions::Painted& paint : regions.painted) {
            const auto t = static_cast<double>(surface.colours[v][static_cast<std::size_t>(paint.channel)]);
            factor *= std::pow(paint.atZero, 1 - t) * std::pow(paint.atOne, t);
        }
    }
    return factors;
}

}  // namespace

std::uint32_t jointNamed(const Skeleton& skeleton, const std::string& name, const std::string& what) {
    std::vector<std::string> names;
    for (const Joint& joint : skeleton.joints) names.push_back(joint.name);
    const auto at = std::find(names.begin(), names.end(), name);
    if (at == names.end()) {
        throw badInput("the recipe sets " + what + " of the joint " + name + ", which does not exist" +
                           didYouMean(name, names),
                       "Use a joint name that `sinew inspect` lists.");
    }
    return static_cast<std::uint32_t>(at - names.begin());
}

std::vector<double> elementStiffness(const Character& character, std::span<const Bone> bones,
                                     std::span<const Vec3d> middles, const StiffnessRegions& regions,
                                     const Jobs& jobs) {
    const std::vector<double> ofJoint = jointFactors(character.skeleton, regions);
    std::vector<double> ofVertex;
    BoxTree skin;
    if (!regions.painted.empty()) {
        ofVertex = paintedFactors(character, regions);
        std::vector<Box> points;
        for (const Vec3d& p : character.surface.positions) points.push_back({p, p});
        skin = BoxTree(points, jobs);
    }
    std::vector<double> factors(middles.size(), 1.0);
    const auto count = static_cast<std::uint32_t>(factors.size());
    parallelForRanges(jobs, count, kRegionPointsPerRange, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t e = begin; e < end; ++e) {
            const Vec3d middle = middles[e];
            const NearestBone nearest = nearestBone(bones, middle);
            if (nearest.bone != nullptr) {
                factors[e] *= ofJoint[nearest.bone->joint] *
                              atDistance(regions.distances, std::max(nearest.distance, 0.0));
            }
            if (ofVertex.empty()) continue;
            const auto squared = [&](Vec3d p) { return dot(p - middle, p - middle); };
            const BoxTree::Nearest vertex =
                skin.nearest([&](const Box& box) { return squared(min(max(middle, box.low), box.high)); },
                             [&](std::uint32_t v) { return squared(character.surface.positions[v]); });
            factors[e] *= ofVertex[vertex.item];
        }
    });
    return factors;
}

}  // namespace sinew
