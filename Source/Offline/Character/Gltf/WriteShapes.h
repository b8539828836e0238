// Writes the solved shapes of a character as a binary glTF 2.0 file: the skin in world space as morph
// targets, without a skeleton.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "Offline/Character/Character.h"

namespace sinew::gltf {

struct SolvedShape {
    double time = 0;                   // seconds
    std::vector<Vec3d> positions;      // one per vertex of surface.positions
    std::vector<Affined> jointFrames;  // as in Pose.h; rigid parts follow them
};

struct ShapeClip {
    std::string name;
    std::vector<SolvedShape> shapes;  // in order of time
};

// Every shape is a morph target (positions and normals) of the bind-pose mesh, and every clip is an
// animation: at the time of a shape its weight is 1 and all others are 0, interpolated linearly. Rigid parts
// are nodes that move with their joints. Viewers without animation show the first shape. Throws
// Error(BadInput) if there is no shape, or if one does not match the character.
std::vector<std::byte> shapesToGlb(const Character& character, std::span<const ShapeClip> clips);

// Writes the file completely or not at all.
void writeShapesGlb(const Character& character, std::span<const ShapeClip> clips,
                    const std::filesystem::path& file);

// The approximate size of such a file in bytes.
double shapesGlbSize(const Character& character, std::size_t shapes);

}  // namespace sinew::gltf
