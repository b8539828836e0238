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

// 0 at the bone and in it, 1 at the skin.
double depthAt(const FleshOfElements& flesh, Vec3d p) {
    const double fromBone = std::max(nearestBone(flesh.bones, p).distance, 0.0);
    if (!(fromBone > 0)) return 0;
    if (!std::isfinite(fromBone)) return 1;
    return fromBone / (fromBone + std::max(flesh.distanceToSkin(p), 0.0));
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
    parallelForRanges(
        jobs, flesh.samples.elements(), kElementsPerRange, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t e = begin; e < end; ++e) {
                for (std::uint32_t s = flesh.samples.first[e]; s < flesh.samples.first[e + 1]; ++s) {
                    if (depthAt(flesh, flesh.samples.points[s]) < core)
                        volumes[e] += flesh.samples.volumes[s];
                }
            }
        });
    return volumes;
}

std::vector<Fibre> skinFibres(std::span<const SkinPatch> patches, const SkinLayer& skin) {
    constexpr double kCosine = 0.5, kSine = 0.86602540378443865;  // of 60°
    std::vector<Fibre> fibres;
    for (const SkinPatch& patch : patches) {
        const Vec3d u = anyPerpendicular(patch.normal), v = cross(patch.normal, u);
        for (const Vec3d& w : {u, u * kCosine + v * kSine, v * kSine + u * kCosine * 0.9}) {
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
