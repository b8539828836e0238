#include "Offline/Character/Gltf/Read.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "Offline/Character/FileMesh.h"
#include "Offline/Character/Finding.h"
#include "Offline/Character/Gltf/ReadClips.h"
#include "Offline/Character/Gltf/ReadMesh.h"
#include "Offline/Character/Gltf/Rig.h"
#include "Offline/Character/Pose.h"
#include "Offline/Error.h"

namespace sinew::gltf {

namespace {

// One node that shows a mesh.
struct Instance {
    std::size_t node;
    int skin;  // -1: none
    std::vector<GltfPrimitive> primitives;
};

std::vector<Instance> readInstances(const Document& document, const Scene& scene, GltfMeshTally& tally) {
    const std::vector<tinygltf::Skin>& skins = document.model.skins;
    std::vector<Instance> instances;
    for (std::size_t n = 0; n < scene.nodes.size(); ++n) {
        const Node& node = scene.nodes[n];
        if (!node.inScene || node.mesh < 0) continue;
        std::size_t slots = 0;
        if (node.skin >= 0) {
            slots =
                skins[checkedIndex(node.skin, skins.size(), nodeLabel(scene, n) + ": skin")].joints.size();
        }
        instances.push_back({n, slots > 0 ? node.skin : -1, readGltfMesh(document, node.mesh, slots, tally)});
    }
    return instances;
}

// Skins in the order in which meshes use them, with what hangs on each joint. Without meshes: all skins.
std::vector<SkinUse> skinUses(const Document& document, const std::vector<Instance>& instances) {
    std::vector<SkinUse> uses;
    const auto useOf = [&](int skin) -> SkinUse& {
        const auto found =
            std::find_if(uses.begin(), uses.end(), [&](const SkinUse& use) { return use.skin == skin; });
        if (found != uses.end()) return *found;
        const std::size_t slots = document.model.skins[static_cast<std::size_t>(skin)].joints.size();
        uses.push_back({skin, std::vector<double>(slots), Vec3d{1, 1, 1} * 1e300, Vec3d{1, 1, 1} * -1e300});
        return uses.back();
    };
    for (const Instance& instance : instances) {
        for (const GltfPrimitive& primitive : instance.primitives) {
            if (primitive.weights.firstOfVertex.empty()) continue;
            SkinUse& use = useOf(instance.skin);
            for (const auto& i : primitive.weights.influences) {
                use.weightOfSlot[i.joint] += std::max(0.0, static_cast<double>(i.weight));
            }
            for (const Vec3d p : primitive.positions) {
                use.low = min(use.low, p);
                use.high = max(use.high, p);
            }
        }
    }
    if (instances.empty()) {
        for (int skin = 0; skin < static_cast<int>(document.model.skins.size()); ++skin) {
            useOf(skin).low = useOf(skin).high = {};
        }
    }
    return uses;
}

std::uint32_t materialSlot(FileMesh& mesh, std::map<int, std::uint32_t>& slots, const Document& document,
                           int material) {
    const auto [found, isNew] =
        slots.try_emplace(material, static_cast<std::uint32_t>(mesh.materials.size()));
    if (isNew) {
        const bool exists =
            material >= 0 && static_cast<std::size_t>(material) < document.model.materials.size();
        const std::string name =
            exists ? document.model.materials[static_cast<std::size_t>(material)].name : "";
        mesh.materials.push_back(!name.empty()  ? name
                                 : material < 0 ? "default"
                                                : "material_" + std::to_string(material));
    }
    return found->second;
}

// Gathers primitives into one mesh, each by its own transform.
class MeshBuilder {
  public:
    static constexpr VertexColour kWhite{1, 1, 1, 1};  // what glTF says of a mesh without colours

    explicit MeshBuilder(const Document& document) : document_(document) {}

    // `joints` translates the weights' slots; null for a mesh without a rig.
    void append(const GltfPrimitive& primitive, const Affined& transform,
                const std::vector<std::uint32_t>* joints) {
        const auto base = static_cast<std::uint32_t>(mesh_.positions.size());
        for (const Vec3d p : primitive.positions)
            mesh_.positions.push_back(checked(transformPoint(transform, p)));
        const std::uint32_t material = materialSlot(mesh_, slots_, document_, primitive.material);
        const bool mirrored = determinant(transform.linear) < 0;
        for (const Triangle& t : primitive.triangles) {
            mesh_.triangles.push_back({base + t[0], base + t[mirrored ? 2 : 1], base + t[mirrored ? 1 : 2]});
            mesh_.materialOf.push_back(material);
        }
        if (!primitive.uvs.empty()) {
            mesh_.uvs.resize(base);
            mesh_.uvs.insert(mesh_.uvs.end(), primitive.uvs.begin(), primitive.uvs.end());
        }
        if (!primitive.colours.empty()) {
            mesh_.colours.resize(base, kWhite);
            mesh_.colours.insert(mesh_.colours.end(), primitive.colours.begin(), primitive.colours.end());
        }
        appendShading(primitive, transform.linear, base);
        if (joints != nullptr) appendWeights(primitive.weights, *joints);
    }

    FileMesh finish() {
        if (!mesh_.uvs.empty()) mesh_.uvs.resize(mesh_.positions.size());
        if (!mesh_.colours.empty()) mesh_.colours.resize(mesh_.positions.size(), kWhite);
        if (!mesh_.normals.empty()) mesh_.normals.resize(mesh_.positions.size());
        if (!mesh_.tangents.empty()) mesh_.tangents.resize(mesh_.positions.size());
        return std::move(mesh_);
    }

  private:
    // Beyond this, later arithmetic overflows; no unit makes a character of it.
    static Vec3d checked(Vec3d p) {
        if (length(p) < 1e30) return p;
        throw badInput("a vertex has a coordinate above 1e30 units",
                       "Repair the mesh, or the scale of its nodes.");
    }

    // Zero, which says nothing, where it is none.
    static Vec3f direction(Vec3d v) {
        const Vec3d unit = normalized(v);
        return isFinite(unit) ? convert<float>(unit) : Vec3f{};
    }

    // Normals as planes go, tangents as lines do; a mirror turns the bitangent's side.
    void appendShading(const GltfPrimitive& primitive, const Mat3d& linear, std::size_t base) {
        const double side = determinant(linear) < 0 ? -1 : 1;
        const Mat3d ofPlanes = cofactor(linear) * side;
        if (!primitive.normals.empty()) mesh_.normals.resize(base);
        for (const Vec3f& n : primitive.normals)
            mesh_.normals.push_back(direction(ofPlanes * convert<double>(n)));
        if (!primitive.tangents.empty()) mesh_.tangents.resize(base);
        for (const Tangent& t : primitive.tangents) {
            const Vec3f along = direction(linear * convert<double>(Vec3f{t[0], t[1], t[2]}));
            mesh_.tangents.push_back(
                {along.x, along.y, along.z, (t[3] < 0 ? -1.0f : 1.0f) * static_cast<float>(side)});
        }
    }

    void appendWeights(const SkinWeights& weights, const std::vector<std::uint32_t>& joints) {
        std::vector<std::uint32_t>& first = mesh_.weights.firstOfVertex;
        if (first.empty()) first.push_back(0);
        const auto base = static_cast<std::uint32_t>(mesh_.weights.influences.size());
        for (std::size_t v = 1; v < weights.firstOfVertex.size(); ++v) {
            first.push_back(base + weights.firstOfVertex[v]);
        }
        for (const auto& i : weights.influences)
            mesh_.weights.influences.push_back({joints[i.joint], i.weight});
    }

    const Document& document_;
    FileMesh mesh_;
    std::map<int, std::uint32_t> slots_;
};

struct Attachment {
    std::uint32_t joint;
    Affined toJoint;  // mesh space → joint frame
};

// The nearest joint above a node, through nodes that do not move against it.
std::optional<Attachment> attachmentOf(const Scene& scene, const Rig& rig, std::size_t node) {
    Affined toJoint;
    for (auto n = static_cast<std::int32_t>(node); n >= 0;
         n = scene.nodes[static_cast<std::size_t>(n)].parent) {
        const std::int32_t joint = rig.jointOfNode[static_cast<std::size_t>(n)];
        if (joint >= 0) {
            const double scale = rig.scaleAbove[static_cast<std::size_t>(joint)];
            return Attachment{static_cast<std::uint32_t>(joint),
                              Affined{Mat3d::diagonal({scale, scale, scale}), {}} * toJoint};
        }
        toJoint = scene.nodes[static_cast<std::size_t>(n)].toParent * toJoint;
    }
    return std::nullopt;
}

std::string partName(const Document& document, const Scene& scene, std::size_t node) {
    const Node& from = scene.nodes[node];
    if (!from.name.empty()) return from.name;
    const std::string& mesh = document.model.meshes[static_cast<std::size_t>(from.mesh)].name;
    return mesh.empty() ? "part_" + std::to_string(node) : mesh;
}

void addRigidParts(const Document& document, const Scene& scene, const Rig& rig,
                   const std::vector<Instance>& instances, Character& character) {
    std::size_t outside = 0;
    std::string names;
    for (const Instance& instance : instances) {
        MeshBuilder builder(document);
        const std::optional<Attachment> attachment = attachmentOf(scene, rig, instance.node);
        for (const GltfPrimitive& primitive : instance.primitives) {
            if (!primitive.weights.firstOfVertex.empty()) continue;
            builder.append(primitive, attachment ? attachment->toJoint : Affined{}, nullptr);
        }
        FileMesh mesh = builder.finish();
        if (mesh.triangles.empty()) continue;
        const std::string name = partName(document, scene, instance.node);
        if (!attachment) {
            ++outside;
            if (names.size() < 200) names += (names.empty() ? "" : ", ") + name;
            continue;
        }
        Surface surface = weldMesh(std::move(mesh), "\"" + name + "\"", character.findings).surface;
        character.rigidParts.push_back({name, attachment->joint, std::move(surface)});
    }
    if (outside == 0) return;
    character.findings.push_back(
        {Severity::Warning, "meshes-outside-skeleton",
         counted(outside, "mesh is", "meshes are") +
             " neither skinned nor attached to a joint, and ignored: " + names,
         "Skin these meshes or parent them to a joint. No action is needed if they are scenery."});
}

void addSkinnedSurface(const Document& document, const Rig& rig, const std::vector<Instance>& instances,
                       const std::vector<SkinUse>& uses, const std::vector<Binding>& bindings,
                       Character& character) {
    MeshBuilder builder(document);
    for (const Instance& instance : instances) {
        for (const GltfPrimitive& primitive : instance.primitives) {
            if (primitive.weights.firstOfVertex.empty()) continue;
            std::size_t use = 0;
            while (uses[use].skin != instance.skin) ++use;
            builder.append(primitive, bindings[use].toScene, &bindings[use].jointOfSlot);
        }
    }
    FileMesh mesh = builder.finish();
    std::vector<Vec3d> jointPositions;
    for (const Affined& frame : bindFrames(rig.skeleton)) jointPositions.push_back(frame.translation);
    if (!mesh.positions.empty()) repairWeights(mesh, jointPositions, character.findings);
    WeldedMesh welded = weldMesh(std::move(mesh), "the skinned surface", character.findings);
    character.surface = std::move(welded.surface);
    character.weights = std::move(welded.weights);
}

void addStaticSurface(const Document& document, const Scene& scene, const std::vector<Instance>& instances,
                      Character& character) {
    MeshBuilder builder(document);
    for (const Instance& instance : instances) {
        for (const GltfPrimitive& primitive : instance.primitives) {
            builder.append(primitive, scene.nodes[instance.node].toScene, nullptr);
        }
    }
    character.surface = weldMesh(builder.finish(), "the mesh", character.findings).surface;
    if (document.model.skins.empty()) {
        character.findings.push_back({Severity::Note, "no-skeleton",
                                      "the file has no skin, so the mesh cannot move",
                                      "Skin the mesh to a skeleton in the modelling program."});
    } else {
        character.findings.push_back(
            {Severity::Error, "no-weights", "the file has a skeleton, but no mesh is bound to it",
             "Bind the mesh to the skeleton (Blender: Parent > With Automatic Weights) "
             "and export both together."});
    }
}

void noteWeightlessJoints(const Document& document, const Rig& rig, Character& character) {
    std::vector<bool> weighted(rig.skeleton.joints.size()), listed(rig.skeleton.joints.size());
    for (const auto& i : character.weights.influences) weighted[i.joint] = true;
    for (const tinygltf::Skin& skin : document.model.skins) {
        for (const int node : skin.joints) {
            const auto n = static_cast<std::size_t>(node);
            if (n < rig.jointOfNode.size() && rig.jointOfNode[n] >= 0) {
                listed[static_cast<std::size_t>(rig.jointOfNode[n])] = true;
            }
        }
    }
    std::size_t weightless = 0, extra = 0;
    for (std::size_t j = 0; j < weighted.size(); ++j) {
        if (listed[j] && !weighted[j]) ++weightless;
        if (!listed[j] && !weighted[j]) ++extra;
    }
    if (weightless > 0) {
        character.findings.push_back(
            {Severity::Note, "weightless-joints",
             std::to_string(weightless) + " of " + std::to_string(weighted.size()) + " joints move no vertex",
             ""});
    }
    if (extra > 0) {
        character.findings.push_back(
            {Severity::Note, "extra-joints",
             counted(extra, "node") + " above, between or below the joints of the skin also became joints",
             ""});
    }
}

void noteTally(const GltfMeshTally& tally, std::vector<Finding>& findings) {
    if (tally.morphTargets > 0) {
        findings.push_back({Severity::Note, "morph-targets-ignored",
                            std::to_string(tally.morphTargets) + " morph targets were ignored", ""});
    }
    if (tally.ignoredPrimitives > 0) {
        findings.push_back({Severity::Note, "primitives-ignored",
                            std::to_string(tally.ignoredPrimitives) +
                                " primitives were ignored, because they have points, lines or no positions",
                            ""});
    }
}

void noteScales(const Rig& rig, std::vector<Finding>& findings) {
    double scale = 1;
    std::string names;
    for (std::size_t j = 0; j < rig.skeleton.joints.size(); ++j) {
        if (rig.skeleton.joints[j].parent >= 0 || std::abs(rig.scaleAbove[j] - 1) < 1e-3) continue;
        scale = rig.scaleAbove[j];
        if (names.size() < 200) names += (names.empty() ? "" : ", ") + rig.skeleton.joints[j].name;
    }
    if (names.empty()) return;
    findings.push_back({Severity::Note, "scaled-above-skeleton",
                        "nodes above the root joints (" + names + ") have a scale of " + rounded(scale) +
                            ", which was applied to the joints",
                        ""});
}

}  // namespace

Character readCharacter(std::span<const std::byte> bytes, const std::filesystem::path& folder) {
    Character character;
    const Document document = readDocument(bytes, folder);
    const Scene scene = readScene(document, character.findings);
    GltfMeshTally tally;
    const std::vector<Instance> instances = readInstances(document, scene, tally);
    const std::vector<SkinUse> uses = skinUses(document, instances);
    if (instances.empty() && uses.empty()) {
        throw badInput("the file has no mesh and no skin", "Export the character's mesh with its armature.");
    }
    noteTally(tally, character.findings);
    if (uses.empty()) {
        addStaticSurface(document, scene, instances, character);
        return character;
    }
    std::vector<int> skins;
    skins.reserve(uses.size());
    for (const SkinUse& use : uses) skins.push_back(use.skin);
    Rig rig = buildRig(document, scene, skins);
    const std::vector<Binding> bindings = bindSkins(document, uses, rig, character.findings);
    nameJoints(rig.skeleton, character.findings);
    noteScales(rig, character.findings);
    addSkinnedSurface(document, rig, instances, uses, bindings, character);
    addRigidParts(document, scene, rig, instances, character);
    character.clips = readClips(document, rig, character.findings);
    noteWeightlessJoints(document, rig, character);
    character.skeleton = std::move(rig.skeleton);
    return character;
}

}  // namespace sinew::gltf
