// From a character to cells that can be solved: flesh, bones in it, the skin on it. The lattice's counterpart
// of Volume.h.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "Offline/Lattice/Cells/Attachment.h"
#include "Offline/Lattice/Cells/TricubicSkin.h"
#include "Offline/Volume/Regions.h"
#include "Offline/Volume/SkinOnFlesh.h"

namespace sinew::lattice {

struct CellSettings {
    double width = 0;       // metres; 0: as `count` asks
    double count = 100000;  // reached within 5 % where the surface lets it
};

struct VolumeSettings {
    CellSettings cells;
    std::vector<PartOverride> parts;
    BoneSettings bones;
    bool hollowBones = false;  // flesh ends at them, and can slide over them
};

struct VolumeReport {
    double width = 0;                   // of the cells, metres
    double volume = 0;                  // of the flesh in them, m³
    std::uint32_t doubled = 0;          // cells that share their place with others
    std::uint32_t embeddedOutside = 0;  // skin vertices outside the flesh of their cell
    double outsideMost = 0;             // metres
    std::vector<PartDecision> parts;
    std::vector<JointDecision> joints;
    std::vector<VolumeLoss> lost;     // skin vertices more than a width away: too thin for the cells
    std::vector<VolumeLoss> dropped;  // pieces of flesh that nothing holds
    std::vector<VolumeLoss> crumbs;   // flesh that fills too little of its cell
    std::vector<std::string> bonesWithoutNodes;
};

struct Volume {
    std::unique_ptr<const Solid> solid;  // that the flesh was made of
    FleshCells flesh;
    std::vector<Bone> bones;
    Attachment attachment;  // of the nodes of flesh.cells()
    TricubicSkin skin;      // of surface.positions
    // How much of a skin vertex follows its skin weights instead of the cells (SkinOnFlesh.h).
    std::vector<float> followsSkeleton;
    VolumeReport report;

    const Cells& cells() const { return flesh.cells(); }
};

// Throws Error where the character has no flesh or the cells are too large for it, and Stopped.
Volume buildVolume(const Character& character, const VolumeSettings& settings = {}, const Jobs& jobs = {},
                   const ProgressCallback& progress = {});

// The skin where the nodes take it. `skinned`: the same vertices by their skin weights (Skinning.h); needed
// only where something follows the skeleton.
std::vector<Vec3d> skinPositions(const Volume& volume, std::span<const Vec3d> nodes,
                                 std::span<const Vec3d> skinned, const Jobs& jobs = {});

// Factors on Young's modulus, by cell (Regions.h).
std::vector<double> cellStiffness(const Character& character, const Volume& volume,
                                  const StiffnessRegions& regions, const Jobs& jobs = {});

}  // namespace sinew::lattice
