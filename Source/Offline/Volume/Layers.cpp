#include "Offline/Volume/Layers.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "Offline/Error.h"
#include "Offline/Volume/Regions.h"

namespace sinew {

namespace {

constexpr std::uint32_t kElementsPerRange = 256;

// Metres to the bone, 0 in it, and to the skin.
struct Between {
    double bone, skin;

    // Above 0 in the core, which ends where bone / (bone + skin) is `core`. It changes no faster than the
    // point moves, so that its sign holds for all points that are nearer than its size.
    double insideOf(double core) const {
        return std::isfinite(bone) ? core * skin - (1 - core) * bone : -bone;
    }
};

Between betweenAt(const FleshOfElements& flesh, Vec3d p) {
    return {std::max(nearestBone(flesh.bones, p).distance, 0.0), std::max(flesh.distanceToSkin(p), 0.0)};
}

double coreVolume(const FleshOfElements& flesh, std::uint32_t element, double core) {
    const ElementSamples& samples = flesh.samples;
    const std::uint32_t begin = samples.first[element], end = samples.first[element + 1];
    double reach = 0, volume = 0;
    for (std::uint32_t s = begin; s < end; ++s)
        reach = std::max(reach, length(samples.points[s] - samples.points[begin]));
    for (std::uint32_t s = begin; s < end; ++s) {
        const double inside = betweenAt(flesh, samples.points[s]).insideOf(core);
        if (s == begin && std::abs(inside) > reach) return inside > 0 ? samples.volumeOf(element) : 0;
        if (inside > 0) volume += samples.volumes[s];
    }
    return volume;
}

void addLayers(const FleshOfElements& flesh, std::span<const double> core, const Flesh& material,
               const FleshLayers& layers, Tissue& tissue) {
    tissue.factors.resize(flesh.samples.elements(), 1.0);
    for (std::uint32_t e = 0; e < flesh.samples.elements(); ++e) {
        const double whole = flesh.samples.volumeOf(e), share = whole > 0 ? core[e] / whole : 0;
        tissue.factors[e] *= (share * layers.coreYoung + (1 - share) * layers.fatYoung) / material.young;
        tissue.report.core += core[e];
        tissue.report.fat += whole - core[e];
    }
}

void addSkin(const FleshOfElements& flesh, const SkinLayer& skin, Tissue& tissue) {
    const std::vector<SkinPatch> patches = flesh.patches();
    for (const SkinPatch& patch : patches) tissue.report.skinArea += patch.area;
    tissue.report.skinPatches = static_cast<std::uint32_t>(patches.size());
    tissue.fibres = skinFibres(patches, skin);
}

// The fibres of one joint at a point.
Fibre fibreAt(const JointFibres& of, const Bone& bone, std::uint32_t element, Vec3d place, double volume) {
    const Vec3d given = of.direction ? Vec3d{(*of.direction)[0], (*of.direction)[1], (*of.direction)[2]}
                                     : bone.tail - bone.head;
    return {element, place, normalized(given, {0, 1, 0}), volume, {of.stiffness, of.toe}};
}

void addJointFibres(const Character& character, const FleshOfElements& flesh, std::span<const double> core,
                    const JointFibres& of, Tissue& tissue) {
    const std::uint32_t joint = jointNamed(character.skeleton, of.joint, "fibres");
    for (std::uint32_t e = 0; e < flesh.samples.elements(); ++e) {
        const Bone* const bone = nearestBone(flesh.bones, flesh.middles[e]).bone;
        if (bone == nullptr || bone->joint != joint) continue;
        const double whole = flesh.samples.volumeOf(e), share = core.empty() ? 1 : core[e] / whole;
        if (!(share > 0)) continue;
        if (!flesh.fibresAtSamples) {
            tissue.fibres.push_back(fibreAt(of, *bone, e, flesh.fibrePlaces[e], share * whole));
            continue;
        }
        for (std::uint32_t s = flesh.samples.first[e]; s < flesh.samples.first[e + 1]; ++s) {
            tissue.fibres.push_back(
                fibreAt(of, *bone, e, flesh.samples.points[s], share * flesh.samples.volumes[s]));
        }
    }
}

}  // namespace

std::vector<double> coreVolumes(const FleshOfElements& flesh, double core, const Jobs& jobs) {
    std::vector<double> volumes(flesh.samples.elements(), 0);
    parallelForRanges(jobs, flesh.samples.elements(), kElementsPerRange,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t e = begin; e < end; ++e) volumes[e] = coreVolume(flesh, e, core);
                      });
    return volumes;
}

std::vector<Fibre> skinFibres(std::span<const SkinPatch> patches, const SkinLayer& skin) {
    constexpr double kCosine = 0.5, kSine = 0.86602540378443865;  // of 60°
    std::vector<Fibre> fibres;
    for (const SkinPatch& patch : patches) {
        const Vec3d u = anyPerpendicular(patch.normal), v = cross(patch.normal, u);
        for (const Vec3d& w : {u, u * kCosine + v * kSine, v * kSine - u * kCosine}) {
            fibres.push_back({patch.element,
                              patch.place,
                              normalized(w),
                              patch.area * skin.thickness,
                              {skin.young, skin.toe}});
        }
    }
    return fibres;
}

Tissue tissueOf(const Character& character, const FleshOfElements& flesh, const Flesh& material,
                const StiffnessRegions& regions, const TissueSettings& settings, const Jobs& jobs) {
    Tissue tissue;
    if (!regions.empty())
        tissue.factors = elementStiffness(character, flesh.bones, flesh.middles, regions, jobs);
    std::vector<double> core;
    if (settings.layers.core > 0) {
        core = coreVolumes(flesh, settings.layers.core, jobs);
        addLayers(flesh, core, material, settings.layers, tissue);
    }
    if (settings.skin.thickness > 0) addSkin(flesh, settings.skin, tissue);
    const std::size_t ofSkin = tissue.fibres.size();
    for (const JointFibres& fibres : settings.fibres) addJointFibres(character, flesh, core, fibres, tissue);
    tissue.report.fibres = static_cast<std::uint32_t>(tissue.fibres.size() - ofSkin);
    return tissue;
}

}  // namespace sinew
