#include "Asset/Validate.h"

#include "Asset/Checks.h"
#include "Asset/ValidateBody.h"
#include "Asset/ValidateSkin.h"
#include "Material/Parameters.h"

namespace sinew {

namespace {

AssetProblem checkText(const AssetView& v) {
    if (v.text.empty() || v.text.back() != '\0') return fault(AssetFault::Text, ChunkId::Text, "end");
    if (!isName(v, v.meta->programVersion)) return fault(AssetFault::Text, ChunkId::Meta, "program version");
    if (!isName(v, v.meta->characterName)) return fault(AssetFault::Text, ChunkId::Meta, "character name");
    return {};
}

AssetProblem checkCounts(const AssetView& v) {
    const AssetMeta& m = *v.meta;
    const struct {
        const char* field;
        std::uint32_t said;
        std::uint64_t found;
    } counts[] = {
        {"joints", m.joints, v.joints.size()},
        {"domains", m.domains, v.domains.size()},
        {"interfaces", m.interfaces, v.interfaces.size()},
        {"file vertices", m.fileVertices, v.fileMap.size()},
        {"triangles", m.triangles, v.triangles.size()},
        {"slots", m.slots, v.slots.size()},
        {"samples", m.samples, v.samples.size()},
        {"rigid parts", m.rigidParts, v.rigidParts.size()},
    };
    for (const auto& c : counts) {
        if (c.said != c.found) return countFault(ChunkId::Meta, c.field, c.said, c.found);
    }
    return {};
}

AssetProblem checkNumbers(const AssetMeta& m) {
    const struct {
        const char* field;
        bool right;
    } numbers[] = {
        {"material", m.material < kMaterialKinds},
        {"up axis", m.upAxis < 3},
        {"metres per unit", isPositive(m.metresPerUnit)},
        {"young", isPositive(m.young)},
        {"poisson", m.poisson > -1.0f && m.poisson < 0.5f},
        {"density", isPositive(m.density)},
        {"rayleigh mass", isAtLeast(m.rayleighMass, 0)},
        {"rayleigh stiffness", isAtLeast(m.rayleighStiffness, 0)},
        {"coupling", isAtLeast(m.coupling, 0)},
        {"coupling damping", isAtLeast(m.couplingDamping, 0)},
        {"gravity", std::isfinite(m.gravity)},
        {"bounds",
         isFinite(m.boundsMin) && isFinite(m.boundsMax) && max(m.boundsMin, m.boundsMax) == m.boundsMax},
    };
    for (const auto& n : numbers) {
        if (!n.right) return fault(AssetFault::Value, ChunkId::Meta, n.field);
    }
    return {};
}

AssetProblem checkMeta(const AssetView& v) {
    if (v.meta == nullptr) return countFault(ChunkId::Meta, "records", 0, 1);
    if (const AssetProblem problem = checkText(v); !problem.ok()) return problem;
    if (const AssetProblem problem = checkCounts(v); !problem.ok()) return problem;
    return checkNumbers(*v.meta);
}

AssetProblem checkJoints(const AssetView& v) {
    constexpr ChunkId kChunk = ChunkId::Joints;
    for (std::size_t i = 0; i < v.joints.size(); ++i) {
        const AssetJoint& j = v.joints[i];
        if (!isName(v, j.name)) return fault(AssetFault::Text, kChunk, "name", i);
        if (j.parent < kNoParent || j.parent >= static_cast<std::int64_t>(i))
            return fault(AssetFault::Index, kChunk, "parent", i);
        if (j.domain < kNoDomain || j.domain >= static_cast<std::int64_t>(v.domains.size()))
            return fault(AssetFault::Index, kChunk, "domain", i);
        if (j.domain != kNoDomain && (v.domains[static_cast<std::size_t>(j.domain)].joint != i ||
                                      v.domains[static_cast<std::size_t>(j.domain)].rank == 0))
            return fault(AssetFault::Index, kChunk, "domain", i);
        if (!isFinite(j.inverseBind)) return fault(AssetFault::NotFinite, kChunk, "inverse bind", i);
    }
    return {};
}

AssetProblem checkRigidParts(const AssetView& v) {
    constexpr ChunkId kChunk = ChunkId::RigidParts;
    for (std::size_t i = 0; i < v.rigidParts.size(); ++i) {
        const AssetRigidPart& part = v.rigidParts[i];
        if (!isName(v, part.name)) return fault(AssetFault::Text, kChunk, "name", i);
        if (part.joint >= v.joints.size()) return fault(AssetFault::Index, kChunk, "joint", i);
        if (!isFinite(part.centre)) return fault(AssetFault::NotFinite, kChunk, "centre", i);
        if (!isFinite(part.toJoint)) return fault(AssetFault::NotFinite, kChunk, "to joint", i);
        if (!isAtLeast(part.radius, 0)) return fault(AssetFault::Value, kChunk, "radius", i);
    }
    return {};
}

}  // namespace

AssetProblem validateContent(const AssetView& view) noexcept {
    return firstProblem(view, {&checkMeta, &checkJoints, &validateBody, &validateSkin, &checkRigidParts});
}

AssetProblem validateSizes(const AssetView& view) noexcept {
    return firstProblem(view, {&checkMeta, &validateDomains});
}

}  // namespace sinew
