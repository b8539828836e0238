#include "Render/CharacterMesh.h"

#include "Offline/Character/Pose.h"
#include "Offline/Error.h"
#include "Offline/Geometry/Topology.h"

namespace sinew {

namespace {

constexpr Colour kRigidColour{0.42f, 0.45f, 0.50f};

std::vector<Colour> jointColours(const Character& character) {
    std::vector<Colour> colours(character.surface.positions.size());
    for (std::size_t v = 0; v < colours.size() && v + 1 < character.weights.firstOfVertex.size(); ++v) {
        for (std::uint32_t i = character.weights.firstOfVertex[v]; i < character.weights.firstOfVertex[v + 1];
             ++i) {
            const SkinWeights::Influence& influence = character.weights.influences[i];
            colours[v] += paletteColour(influence.joint) * influence.weight;
        }
    }
    return colours;
}

std::vector<Colour> coloursOf(const std::vector<std::uint32_t>& classes) {
    std::vector<Colour> colours;
    colours.reserve(classes.size());
    for (const std::uint32_t c : classes) colours.push_back(paletteColour(c));
    return colours;
}

void paint(RenderMesh& skin, const Character& character, CharacterColouring colouring) {
    switch (colouring) {
        case CharacterColouring::Plain:
            return;
        case CharacterColouring::Joints:
            skin.vertexColours = jointColours(character);
            return;
        case CharacterColouring::Materials:
            skin.triangleColours = coloursOf(character.surface.materialOf);
            return;
        case CharacterColouring::Parts:
            skin.triangleColours = coloursOf(connectedParts(character.surface.triangles).partOfTriangle);
            return;
    }
}

}  // namespace

CharacterColouring colouringNamed(std::string_view name) {
    if (name == "plain") return CharacterColouring::Plain;
    if (name == "joints") return CharacterColouring::Joints;
    if (name == "materials") return CharacterColouring::Materials;
    if (name == "parts") return CharacterColouring::Parts;
    throw Error(ErrorKind::Usage, "there is no colouring " + std::string(name),
                "Use one of: plain, joints, materials, parts.");
}

std::vector<RenderMesh> characterMeshes(const Character& character, std::span<const Affined> jointFrames,
                                        SkinMethod method, CharacterColouring colouring) {
    std::vector<RenderMesh> meshes(1);
    meshes[0].positions = skinPositions(character, skinMatrices(character.skeleton, jointFrames), method);
    meshes[0].triangles = character.surface.triangles;
    paint(meshes[0], character, colouring);
    for (const RigidPart& part : character.rigidParts) {
        RenderMesh mesh;
        mesh.positions = posedPositions(part, jointFrames);
        mesh.triangles = part.surface.triangles;
        mesh.colour = kRigidColour;
        meshes.push_back(std::move(mesh));
    }
    return meshes;
}

}  // namespace sinew
