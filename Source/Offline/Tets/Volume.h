// Stage 2: makes a solvable volume from a character: tetrahedra, bones inside them and the skin bound to
// them.
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
    double solidVolume = 0;  // m³, volume inside the surface, by counting grid nodes
    double boundaryMean = 0,
           boundaryMax = 0;             // distance of the tets' boundary from the surface, in spacings
    std::uint32_t embeddedOutside = 0;  // skin vertices outside their tet
    double outsideMax = 0;              // metres
    std::vector<PartDecision> parts;
    std::vector<JointDecision> joints;
    std::vector<VolumeLoss>
        lost;  // skin vertices more than a spacing from the tets: parts too thin for the grid
    std::vector<VolumeLoss> dropped;  // connected pieces without a bone
    std::vector<VolumeLoss> opened;   // grid nodes that were removed to keep narrow gaps open
    std::vector<std::string> bonesWithoutNodes;
};

struct Volume {
    TetMesh tets;
    BccGrid grid;
    std::vector<Bone> bones;
    Attachment attachment;
    Embedding skin;  // of surface.positions
    // The weight with which a skin vertex follows its skin weights instead of the tetrahedra: 1 for rigid
    // parts and for vertices far from the flesh, 0 for the body.
    std::vector<float> followsSkeleton;
    VolumeReport report;
};

// Throws Error if the character has no flesh, and Stopped.
Volume buildVolume(const Character& character, const VolumeSettings& settings = {}, const Jobs& jobs = {},
                   const ProgressCallback& progress = {});

// The skin positions for the node positions `nodes`. `skinned` has the same vertices under linear blend
// skinning (Skinning.h); it is read only if a vertex follows the skeleton.
std::vector<Vec3d> skinPositions(const Volume& volume, std::span<const Vec3d> nodes,
                                 std::span<const Vec3d> skinned);

// Factors on Young's modulus per tet (Regions.h); empty if there are no regions.
std::vector<double> tetStiffness(const Character& character, const Volume& volume,
                                 const StiffnessRegions& regions, const Jobs& jobs = {});

}  // namespace sinew::tets
