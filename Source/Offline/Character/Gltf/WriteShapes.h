// A character's solved shapes as a binary glTF 2.0 file: the skin in world space, blended from shape to shape
// by morph targets, without a skeleton.
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
    std::vector<Vec3d> positions;      // of surface.positions
    std::vector<Affined> jointFrames;  // as Pose.h gives them; rigid parts ride on them
};

struct ShapeClip {
    std::string name;
    std::vector<SolvedShape> shapes;  // by rising time
};

// Every shape is a target (positions and normals) of the mesh as bound, every clip an animation: at a shape's
// time its weight is 1 and all others are 0, straight between. Rigid parts are nodes that move with their
// joints. Viewers that play nothing show the first shape. Throws Error(BadInput) where there is no shape, or
// one does not fit the character.
std::vector<std::byte> shapesToGlb(const Character& character, std::span<const ShapeClip> clips);

// The file appears complete or not at all.
void writeShapesGlb(const Character& character, std::span<const ShapeClip> clips,
                    const std::filesystem::path& file);

// Bytes of such a file, nearly.
double shapesGlbSize(const Character& character, std::size_t shapes);

}  // namespace sinew::gltf
