#include "Support/Skinning/Skin.h"

#include "Base/Check.h"
#include "Math/KernelTable.h"
#include "Math/NearestRotation.h"

namespace sinew {

namespace {

using SkinKernel = void(const SkinArrays&, std::size_t, std::size_t);

}  // namespace

SINEW_KERNEL_TABLE(SkinKernel, skinLinear)
SINEW_KERNEL_TABLE(SkinKernel, skinDual)

namespace {

constexpr std::size_t kAlignment = 64;         // bytes: no table entry straddles a cache line
constexpr std::uint32_t kBlocksPerRange = 64;  // enough work to outweigh handing it to a worker
constexpr float kRigid = 1e-6f;                // deviation of a stretch from one that is taken for rounding

// The scratch memory, cut into the tables that the kernels read.
struct Tables {
    float* matrices;  // kSkinMatrixFloats per joint, and the identity
    float* duals;     // kSkinDualFloats per pair
    float* joints;    // kSkinDualFloats per joint, and the identity
};

std::size_t matrixFloats(const SkinView& view) {
    return (view.centres.size() + 1) * kSkinMatrixFloats;
}

Tables cut(const SkinView& view, std::span<float> scratch) {
    SINEW_CHECK(scratch.size() >= skinScratchSize(view));
    const auto address = reinterpret_cast<std::uintptr_t>(scratch.data());
    float* const begin = scratch.data() + ((kAlignment - address % kAlignment) % kAlignment) / sizeof(float);
    float* const duals = begin + matrixFloats(view);
    return {begin, duals, duals + view.pairTable.size() * kSkinDualFloats};
}

void writeMatrix(const Affinef& a, float* entry) {
    const Vec3f columns[] = {a.linear.column[0], a.linear.column[1], a.linear.column[2], a.translation};
    for (const Vec3f& column : columns) {
        *entry++ = column.x, *entry++ = column.y, *entry++ = column.z, *entry++ = 0;
    }
}

void writeDual(Quatf rotation, Vec3f translation, float* entry) {
    const Vec3f t = translation * 0.5f;
    const Quatf dual = Quatf{t.x, t.y, t.z, 0} * rotation;
    const float values[] = {rotation.x, rotation.y, rotation.z, rotation.w, dual.x, dual.y, dual.z, dual.w};
    for (const float value : values) *entry++ = value;
}

// To rounding: no column's length and no angle between two is off. NaN passes, to come out as NaN in its own
// vertices without changing the way all others go.
bool isRotation(const Mat3f& a) {
    const Mat3f off = transpose(a) * a - Mat3f::identity();
    bool deviates = determinant(a) <= 0;
    for (const Vec3f& column : off.column) {
        for (int i = 0; i < 3; ++i) deviates |= std::abs(column[i]) > 2 * kRigid;
    }
    return !deviates;
}

// As splitMotion in Offline/Character/Skinning.h. The stretch is what the rotation leaves of the matrix, so
// that both together give the matrix again, whatever the rotation's rounding. False where there is no
// stretch.
bool writeMotion(const Affinef& matrix, Vec3f centre, float* stretch, float* dual) {
    if (isRotation(matrix.linear)) {
        writeMatrix(Affinef{}, stretch);
        writeDual(toQuat(matrix.linear), matrix.translation, dual);
        return false;
    }
    const Mat3d linear = convert<double>(matrix.linear);
    const Quatd q = motionRotation(linear);
    const Mat3d s = transpose(toMatrix(q)) * linear;
    const Vec3d b = convert<double>(centre);
    const Vec3d t = linear * b + convert<double>(matrix.translation) - rotate(q, b);
    writeMatrix(convert<float>(Affined{s, b - s * b}), stretch);
    writeDual(
        {static_cast<float>(q.x), static_cast<float>(q.y), static_cast<float>(q.z), static_cast<float>(q.w)},
        convert<float>(t), dual);
    return true;
}

bool writeMotions(const SkinView& view, std::span<const Affinef> skinMatrices, const Tables& tables) {
    bool stretched = false;
    for (std::size_t j = 0; j < skinMatrices.size(); ++j) {
        stretched |= writeMotion(skinMatrices[j], view.centres[j], tables.matrices + j * kSkinMatrixFloats,
                                 tables.joints + j * kSkinDualFloats);
    }
    writeMatrix(Affinef{}, tables.matrices + skinMatrices.size() * kSkinMatrixFloats);
    writeDual(Quatf{}, {}, tables.joints + skinMatrices.size() * kSkinDualFloats);
    return stretched;
}

// A pair's quaternion is its joint's, on the side of the strongest joint's.
void writePairs(const SkinView& view, const Tables& tables) {
    float* entry = tables.duals;
    for (const SkinPair& pair : view.pairTable) {
        const float* const own = tables.joints + pair.joint * kSkinDualFloats;
        const float* const other = tables.joints + pair.strongest * kSkinDualFloats;
        const float side =
            sideOf(Quatf{own[0], own[1], own[2], own[3]}, {other[0], other[1], other[2], other[3]});
        for (std::uint32_t i = 0; i < kSkinDualFloats; ++i) *entry++ = side * own[i];
    }
}

SkinArrays arrays(const SkinView& view, const Tables& tables, const SkinOutput& out) {
    SINEW_CHECK(out.positions.size() == view.vertices);
    SINEW_CHECK(out.normals.empty() || (out.normals.size() == view.vertices && !view.normals.empty()));
    return {view.blocks.data(),
            view.positions.data(),
            view.normals.data(),
            view.weights.data(),
            view.joints.data(),
            view.pairs.data(),
            view.vertexOf.data(),
            tables.matrices,
            tables.duals,
            reinterpret_cast<float*>(out.positions.data()),
            reinterpret_cast<float*>(out.normals.data())};
}

void run(SkinKernel* kernel, const SkinArrays& a, std::size_t blocks, const Jobs& jobs) {
    parallelForRanges(jobs, static_cast<std::uint32_t>(blocks), kBlocksPerRange,
                      [&](std::uint32_t begin, std::uint32_t end) { kernel(a, begin, end); });
}

}  // namespace

static_assert(sizeof(Vec3f) == 3 * sizeof(float));

std::size_t skinScratchSize(const SkinView& view) noexcept {
    return matrixFloats(view) + view.pairTable.size() * kSkinDualFloats +
           (view.centres.size() + 1) * kSkinDualFloats + kAlignment / sizeof(float);
}

void skinLinearBlend(const SkinView& view, std::span<const Affinef> skinMatrices, std::span<float> scratch,
                     const SkinOutput& out, const Jobs& jobs, InstructionSet set) noexcept {
    SINEW_CHECK(skinMatrices.size() == view.centres.size());
    const Tables tables = cut(view, scratch);
    float* entry = tables.matrices;
    for (const Affinef& matrix : skinMatrices) {
        writeMatrix(matrix, entry);
        entry += kSkinMatrixFloats;
    }
    writeMatrix(Affinef{}, entry);
    run(skinLinearTable[set], arrays(view, tables, out), view.blocks.size(), jobs);
}

void skinDualQuaternion(const SkinView& view, std::span<const Affinef> skinMatrices, std::span<float> scratch,
                        const SkinOutput& out, const Jobs& jobs, InstructionSet set) noexcept {
    SINEW_CHECK(skinMatrices.size() == view.centres.size());
    const Tables tables = cut(view, scratch);
    SkinArrays a = arrays(view, tables, out);
    if (!writeMotions(view, skinMatrices, tables)) a.matrices = nullptr;
    writePairs(view, tables);
    run(skinDualTable[set], a, view.blocks.size(), jobs);
}

}  // namespace sinew
