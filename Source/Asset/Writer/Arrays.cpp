#include "Asset/Writer/Arrays.h"

#include "Asset/Writer/Domains.h"
#include "Asset/Writer/Surface.h"
#include "Offline/Error.h"

namespace sinew {

namespace {

void packJoints(const AssetContent& content, AssetArrays& arrays) {
    for (const JointContent& j : content.joints)
        arrays.joints.push_back({arrays.addName(j.name), j.parent, j.domain, convert<float>(j.inverseBind)});
}

void packRigidParts(const AssetContent& content, AssetArrays& arrays) {
    for (const RigidPartContent& part : content.rigidParts) {
        arrays.rigidParts.push_back({arrays.addName(part.name), part.joint, part.vertices,
                                     static_cast<float>(part.radius), convert<float>(part.centre),
                                     convert<float>(part.toJoint)});
    }
}

void packSolver(const SolverContent& solver, AssetMeta& meta) {
    meta.material = solver.material;
    meta.young = static_cast<float>(solver.young);
    meta.poisson = static_cast<float>(solver.poisson);
    meta.density = static_cast<float>(solver.density);
    meta.rayleighMass = static_cast<float>(solver.rayleighMass);
    meta.rayleighStiffness = static_cast<float>(solver.rayleighStiffness);
    meta.coupling = static_cast<float>(solver.coupling);
    meta.couplingDamping = static_cast<float>(solver.couplingDamping);
    meta.gravity = static_cast<float>(solver.gravity);
}

void packCounts(AssetArrays& arrays) {
    const auto count = [](const auto& array) { return static_cast<std::uint32_t>(array.size()); };
    AssetMeta& meta = arrays.meta();
    meta.joints = count(arrays.joints);
    meta.domains = count(arrays.domains);
    meta.interfaces = count(arrays.interfaces);
    meta.fileVertices = count(arrays.fileMap);
    meta.triangles = count(arrays.triangles);
    meta.slots = count(arrays.slots);
    meta.samples = count(arrays.samples);
    meta.rigidParts = count(arrays.rigidParts);
}

}  // namespace

std::uint32_t AssetArrays::addName(std::string_view name) {
    const auto offset = static_cast<std::uint32_t>(text.size());
    const std::string_view shown = name.substr(0, name.find('\0'));
    text.insert(text.end(), shown.begin(), shown.end());
    text.push_back('\0');
    return offset;
}

AssetArrays arraysOf(const AssetContent& content) {
    AssetArrays arrays;
    arrays.recipe.assign(content.recipe.begin(), content.recipe.end());
    arrays.meta().programVersion = arrays.addName(content.programVersion);
    arrays.meta().characterName = arrays.addName(content.characterName);
    arrays.meta().seed = content.seed;
    arrays.meta().metresPerUnit = static_cast<float>(content.metresPerUnit);
    arrays.meta().upAxis = content.upAxis;
    packSolver(content.solver, arrays.meta());
    packJoints(content, arrays);
    packDomains(content, arrays);
    packInterfaces(content, arrays);
    packSurface(content, arrays);
    packRigidParts(content, arrays);
    packCounts(arrays);
    return arrays;
}

std::vector<ChunkData> chunksOf(const AssetArrays& arrays) {
    return {
#define SINEW_CHUNK(id, characters, Element, member, presence, meaning) \
    {{ChunkId::id, sizeof(Element), ChunkPresence::presence}, arrays.member.data(), arrays.member.size()},
        SINEW_ASSET_CHUNKS(SINEW_CHUNK)
#undef SINEW_CHUNK
    };
}

void requireFits(bool fits, const std::string& what) {
    if (fits) return;
    throw Error(ErrorKind::Failed, "the asset cannot be written: " + what + " do not match the other arrays",
                "Build again without the cache. If that does not help, report the problem: two build stages "
                "do not agree.");
}

}  // namespace sinew
