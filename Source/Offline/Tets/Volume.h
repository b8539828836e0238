// Stage 2: from a character to a volume that can be solved: tetrahedra, bones in them, the skin on them.
#pragma once

#include <string>
#include <vector>

#include "Offline/Character/Character.h"
#include "Offline/Progress.h"
#include "Offline/Tets/Mesh/BccGrid.h"
#include "Offline/Tets/Mesh/Embedding.h"
#include "Offline/Tets/Settings.h"
#include "Offline/Volume/Attachment.h"
#include "Offline/Volume/FleshParts.h"
#include "Offline/Volume/SkinOnFlesh.h"
#include "Offline/Volume/TetTopology.h"

namespace sinew::tets {

struct VolumeReport {
    double spacing = 0;  // metres
    TetQuality quality;
    double solidVolume = 0;  // m³, of the surface's inside, by counting grid nodes
    double boundaryMean = 0,
           boundaryMost = 0;            // distance of the tets' boundary from the surface, in spacings
    std::uint32_t embeddedOutside = 0;  // skin vertices outside their tet
    double outsideMost = 0;             // metres
    std::vector<PartDecision> parts;
    std::vector<JointDecision> joints;
    std::vector<VolumeLoss> lost;     // skin vertices more than a spacing away: too thin for the grid
    std::vector<VolumeLoss> dropped;  // pieces of tets that nothing holds
    std::vector<VolumeLoss> opened;   // grid nodes taken out to keep narrow gaps open
    std::vector<std::string> bonesWithoutNodes;
};

struct Volume {
    TetMesh tets;
    BccGrid grid;
    std::vector<Bone> bones;
    Attachment attachment;
    Embedding skin;  // of surface.positions
    // How much of a skin vertex follows its skin weights instead of the tetrahedra: 1 for rigid parts and for
    // what hangs far from the flesh, 0 for the body.
    std::vector<float> followsSkeleton;
    VolumeReport report;
};

// Throws Error where the character has no flesh, and Stopped.
Volume buildVolume(const Character& character, const VolumeSettings& settings = {}, const Jobs& jobs = {},
                   const ProgressCallback& progress = {});

// The skin where the nodes take it. `skinned`: the same vertices by their skin weights (Skinning.h); needed
// only where something follows the skeleton.
std::vector<Vec3d> skinPositions(const Volume& volume, std::span<const Vec3d> nodes,
                                 std::span<const Vec3d> skinned);

// Factors on Young's modulus, by tet (Regions.h).
std::vector<double> tetStiffness(const Character& character, const Volume& volume,
                                 const StiffnessRegions& regions, const Jobs& jobs = {});

}  // namespace sinew::tets
