#include "Render/VolumeMesh.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {

namespace {

constexpr Colour kFlesh{0.80f, 0.48f, 0.42f}, kSkin{0.74f, 0.60f, 0.50f};

bool isCutAway(const TetMesh& mesh, const Tet& tet, VolumeCut cut, Vec3d middle) {
    Vec3d sum;
    for (const std::uint32_t n : tet) sum += mesh.nodes[n];
    if (cut == VolumeCut::Front) return sum.z / 4 > middle.z;
    return cut == VolumeCut::Left && sum.x / 4 > middle.x;
}

// Bones say where the inside of limbs is; without any, the box does.
Vec3d middleOf(const tets::Volume& volume) {
    Vec3d sum;
    double all = 0;
    for (const Bone& bone : volume.bones) {
        const double size = length(bone.tail - bone.head);
        sum += (bone.head + bone.tail) * (size / 2);
        all += size;
    }
    return all > 0 ? sum / all : center(boxOf(volume.tets.nodes));
}

Colour faceColour(const tets::Volume& volume, const Triangle& face, bool onSurface) {
    const auto boneOf = [&](std::uint32_t n) { return volume.attachment.boneOfNode[n]; };
    if (std::all_of(face.begin(), face.end(),
                    [&](std::uint32_t n) { return boneOf(n) != Attachment::kFree; })) {
        return paletteColour(volume.bones[static_cast<std::size_t>(boneOf(face[0]))].joint);
    }
    return onSurface ? kSkin : kFlesh;
}

// By the logarithm: from the softest of the body to the stiffest.
Colour stiffnessColour(const VolumeStiffness& stiffness, std::uint32_t tet) {
    constexpr Colour kSoft{0.98f, 0.86f, 0.47f}, kStiff{0.50f, 0.08f, 0.10f};
    const auto [low, high] = std::minmax_element(stiffness.young.begin(), stiffness.young.end());
    const double range = std::log(*high / *low);
    const auto t = static_cast<float>(range > 0 ? std::log(stiffness.young[tet] / *low) / range : 0);
    return lerp(kSoft, kStiff, t);
}

// Every face with corners of its own, so that tetrahedra look like what they are.
RenderMesh tetMesh(const tets::Volume& volume, VolumeCut cut, const VolumeStiffness* stiffness) {
    std::vector<bool> onSurface(volume.tets.nodes.size(), false);
    for (const auto& face : tetTopology(volume.tets).boundary) {
        for (const std::uint32_t n : face.nodes) onSurface[n] = true;
    }
    TetMesh kept{volume.tets.nodes, {}};
    const Vec3d middle = middleOf(volume);
    std::vector<std::uint32_t> number;
    for (std::uint32_t t = 0; t < volume.tets.tets.size(); ++t) {
        if (isCutAway(volume.tets, volume.tets.tets[t], cut, middle)) continue;
        kept.tets.push_back(volume.tets.tets[t]);
        number.push_back(t);
    }
    RenderMesh mesh;
    for (const auto& face : tetTopology(kept).boundary) {
        const auto base = static_cast<std::uint32_t>(mesh.positions.size());
        bool surface = true;
        for (const std::uint32_t n : face.nodes) {
            mesh.positions.push_back(kept.nodes[n]);
            surface = surface && onSurface[n];
        }
        mesh.triangles.push_back({base, base + 1, base + 2});
        const bool asSkin = stiffness != nullptr && stiffness->skin && surface;
        mesh.triangleColours.push_back(asSkin                 ? kSkin
                                       : stiffness != nullptr ? stiffnessColour(*stiffness, number[face.tet])
                                                              : faceColour(volume, face.nodes, surface));
    }
    return mesh;
}

RenderMesh capsule(const Bone& bone) {
    constexpr std::uint32_t kAround = 16, kRings = 10;
    const Vec3d axis = normalized(bone.tail - bone.head, {0, 1, 0});
    const Vec3d side = normalized(cross(axis, std::abs(axis.y) < 0.9 ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0}));
    const Vec3d up = cross(axis, side);
    RenderMesh mesh;
    for (std::uint32_t r = 0; r < kRings; ++r) {
        const double angle = std::numbers::pi * r / (kRings - 1);
        const Vec3d end = r < kRings / 2 ? bone.head : bone.tail;
        for (std::uint32_t i = 0; i < kAround; ++i) {
            const double turn = 2 * std::numbers::pi * i / kAround;
            const Vec3d around = side * std::cos(turn) + up * std::sin(turn);
            mesh.positions.push_back(end + (around * std::sin(angle) - axis * std::cos(angle)) * bone.radius);
        }
    }
    for (std::uint32_t r = 0; r + 1 < kRings; ++r) {
        for (std::uint32_t i = 0; i < kAround; ++i) {
            const std::uint32_t a = r * kAround + i, b = r * kAround + (i + 1) % kAround;
            mesh.triangles.push_back({a, b, b + kAround});
            mesh.triangles.push_back({a, b + kAround, a + kAround});
        }
    }
    mesh.colour = paletteColour(bone.joint);
    return mesh;
}

}  // namespace

std::vector<RenderMesh> volumeMeshes(const tets::Volume& volume, VolumeCut cut,
                                     const VolumeStiffness* stiffness) {
    std::vector<RenderMesh> meshes{tetMesh(volume, cut, stiffness)};
    if (stiffness != nullptr) return meshes;
    for (const Bone& bone : volume.bones) meshes.push_back(capsule(bone));
    return meshes;
}

}  // namespace sinew
