// What flesh is made of from place to place, for any kind of element: factors on its stiffness, a core and
// fat, skin, and fibres.
//
// Skin is far thinner than an element, so it is no part of an element's volume but a membrane at its own
// place, with the strain that the shape functions have there: its stiffness and its distance from the bone do
// not depend on the size of the elements. A stiffer element would resist shear and pressure across the skin,
// too, as many times as its skin outweighs its flesh, and hold the fat below still. The membrane is made of
// fibres (Material/Fibre.h) in three directions 60° apart. Their strains (wᵢ·εwᵢ)² sum to those of an
// isotropic sheet with the Young's modulus of the fibres and a Poisson's ratio of 1/3. Skin that is pressed
// together wrinkles at a scale below that of elements and has no stiffness left: fibres, which do not push,
// are its tension field (Pipkin 1986, "The relaxed energy density for isotropic elastic membranes"), whose
// energy is convex.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Character/Character.h"
#include "Offline/Geometry/TriangleMesh.h"
#include "Offline/Volume/Bones.h"
#include "Offline/Volume/Fibre.h"
#include "Offline/Volume/Settings.h"

namespace sinew {

// Points that stand for the flesh of elements.
struct ElementSamples {
    std::vector<std::uint32_t> first{0};  // elements + 1 entries, into the others
    std::vector<Vec3d> points;
    std::vector<double> volumes;  // m³; those of an element sum to its flesh

    std::uint32_t elements() const { return static_cast<std::uint32_t>(first.size() - 1); }
    double volumeOf(std::uint32_t element) const {
        double sum = 0;
        for (std::uint32_t s = first[element]; s < first[element + 1]; ++s) sum += volumes[s];
        return sum;
    }
    void add(Vec3d point, double volume) {
        points.push_back(point);
        volumes.push_back(volume);
    }
    void endElement() { first.push_back(static_cast<std::uint32_t>(points.size())); }
};

// A piece of skin at an element, small enough to be flat.
struct SkinPatch {
    std::uint32_t element = 0;
    Vec3d place, normal;
    double area = 0;  // m²
};

// What the layers need to know of a volume.
struct FleshOfElements {
    std::span<const Bone> bones;
    std::vector<Vec3d> middles;  // per element
    ElementSamples samples;
    bool fibresAtSamples = false;  // if not, at `fibrePlaces`, one per element
    std::vector<Vec3d> fibrePlaces;
    std::function<double(Vec3d)> distanceToSkin;  // m
    std::function<std::vector<SkinPatch>()> patches;
};

struct TissueReport {
    double core = 0, fat = 0;  // m³; 0 without layers
    double skinArea = 0;       // m²
    std::uint32_t skinPatches = 0;
    std::uint32_t fibres = 0;  // of joints
};

struct Tissue {
    std::vector<double> factors = {};  // on Young's modulus, per element; empty: 1
    std::vector<Fibre> fibres = {};
    TissueReport report = {};
};

// Throws Error if the settings name a joint that does not exist, or if the character does not have the vertex
// colours that are used.
Tissue tissueOf(const Character& character, const FleshOfElements& flesh, const Flesh& material,
                const StiffnessRegions& regions, const TissueSettings& settings, const Jobs& jobs = {});

// The volume of each element's flesh that is core, m³.
std::vector<double> coreVolumes(const FleshOfElements& flesh, double core, const Jobs& jobs = {});

// The membrane: three fibres per patch.
std::vector<Fibre> skinFibres(std::span<const SkinPatch> patches, const SkinLayer& skin);

}  // namespace sinew
