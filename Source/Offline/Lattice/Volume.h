// Makes solvable cells from a character: flesh, its bones and the skin bound to it. Tets/Volume.h is the
// counterpart for tetrahedra.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "Offline/Lattice/Cells/Attachment.h"
#include "Offline/Lattice/Cells/TricubicSkin.h"
#include "Offline/Lattice/Settings.h"
#include "Offline/Lattice/VolumeReport.h"
#include "Offline/Volume/Solid.h"

namespace sinew {
struct PoseSettings;
}

namespace sinew::lattice {

struct Volume {
    std::unique_ptr<const Solid> solid;  // the solid that the flesh was made from
    FleshCells flesh;
    std::vector<Bone> bones;
    Attachment attachment;  // of the nodes of flesh.cells()
    TricubicSkin skin;      // of surface.positions
    // The weight with which a skin vertex follows its skin weights instead of the cells (SkinOnFlesh.h).
    std::vector<float> followsSkeleton;
    VolumeReport report;

    const Cells& cells() const { return flesh.cells(); }
};

// The volume settings for a pose solver with these settings: bones are hollow if flesh slides over them.
VolumeSettings volumeFor(const PoseSettings& pose, VolumeSettings settings);

// Throws Error if the character has no flesh or the cells are too large for it, and Stopped.
Volume buildVolume(const Character& character, const VolumeSettings& settings = {}, const Jobs& jobs = {},
                   const ProgressCallback& progress = {});

// The skin positions for the node positions `nodes`. `skinned` has the same vertices under linear blend
// skinning (Skinning.h); it is read only if a vertex follows the skeleton.
std::vector<Vec3d> skinPositions(const Volume& volume, std::span<const Vec3d> nodes,
                                 std::span<const Vec3d> skinned, const Jobs& jobs = {});

// The centroids of the flesh of all cells.
std::vector<Vec3d> cellMiddles(const Volume& volume);

// Factors on Young's modulus per cell (Regions.h); empty if there are no regions.
std::vector<double> cellStiffness(const Character& character, const Volume& volume,
                                  const StiffnessRegions& regions, const Jobs& jobs = {});

}  // namespace sinew::lattice
