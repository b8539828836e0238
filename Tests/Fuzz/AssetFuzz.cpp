// Any bytes are refused, or are an asset of which a tick may use every index without asking. Hashes are made
// to fit, so that the fuzzer gets behind them. Measuring and creating through the C interface take any bytes.
#include <cmath>
#include <cstdlib>
#include <new>

#include "Api/sinew.h"
#include "Fuzz/AssetSizes.h"
#include "Support/Runtime/AssetPatch.h"

namespace {

using namespace sinew;

void require(bool condition) {
    if (!condition) std::abort();
}

// Exactly as long as the input and on a cache line.
class Buffer {
  public:
    Buffer(const std::uint8_t* data, std::size_t size) : size_(size) {
        memory_ = static_cast<std::byte*>(::operator new (size, std::align_val_t{kAssetAlignment}));
        if (size > 0) std::memcpy(memory_, data, size);
    }
    ~Buffer() { ::operator delete (memory_, std::align_val_t{kAssetAlignment}); }
    Buffer(const Buffer&) = delete;
    Buffer& operator=(const Buffer&) = delete;

    std::span<std::byte> bytes() { return {memory_, size_}; }

  private:
    std::byte* memory_;
    std::size_t size_;
};

// A table in which chunks follow each other, each with as many elements as it said and as there is room for;
// an optional one is there if it said that it has any. What is left is the file's end.
std::span<std::byte> withTable(std::span<std::byte> bytes) {
    if (bytes.size() < firstChunkOffset(std::size(kChunkKinds))) return bytes;
    bytes = bytes.first(bytes.size() / kAssetAlignment * kAssetAlignment);
    std::vector<AssetChunk> table;
    for (std::size_t i = 0; i < std::size(kChunkKinds); ++i) {
        auto chunk = test::readAt<AssetChunk>(bytes, test::entryOffset(i));
        if (kChunkKinds[i].presence == ChunkPresence::Optional && chunk.count == 0) continue;
        chunk.id = kChunkKinds[i].id;
        chunk.elementSize = kChunkKinds[i].elementSize;
        table.push_back(chunk);
    }
    std::uint64_t end = test::entryOffset(table.size()), offset = firstChunkOffset(table.size());
    for (std::size_t i = 0; i < table.size(); ++i) {
        std::memset(bytes.data() + end, 0, offset - end);
        const std::uint64_t room = (bytes.size() - offset) / table[i].elementSize;
        table[i].offset = offset;
        table[i].count = table[i].count < room ? table[i].count : room;
        table[i].size = table[i].count * table[i].elementSize;
        test::writeAt(bytes, test::entryOffset(i), table[i]);
        end = offset + table[i].size;
        offset = alignedUp(end);
    }
    std::memset(bytes.data() + end, 0, offset - end);
    test::writeAt(bytes, offsetof(AssetHeader, chunkCount), static_cast<std::uint32_t>(table.size()));
    test::writeAt(bytes, offsetof(AssetHeader, totalSize), offset);
    return bytes.first(offset);
}

const AssetBytes& goodAsset(std::size_t which) {
    static const std::vector<AssetBytes> assets = [] {
        std::vector<AssetBytes> made;
        for (const test::SampleSize& size : test::fuzzedSizes())
            made.push_back(packAsset(test::sampleAsset(size).content));
        return made;
    }();
    return assets[which % assets.size()];
}

struct Patch {
    std::uint8_t chunk;
    std::uint8_t kind;  // even: put; odd: add
    std::uint16_t word;
    std::uint32_t value;
};

void applyPatch(const Patch& patch, std::span<std::byte> bytes) {
    const auto chunk =
        test::readAt<AssetChunk>(bytes, test::entryOffset(patch.chunk % test::chunkCount(bytes)));
    if (chunk.size < sizeof patch.value) return;
    const std::size_t at = chunk.offset + patch.word % (chunk.size / sizeof patch.value) * sizeof patch.value;
    const auto before = test::readAt<std::uint32_t>(bytes, at);
    test::writeAt(bytes, at, patch.kind % 2 == 0 ? patch.value : before + patch.value % 64 - 32);
}

AssetBytes patched(const std::uint8_t* data, std::size_t size) {
    AssetBytes bytes = goodAsset(size > 1 ? data[1] : 0);
    for (std::size_t i = 2; i + sizeof(Patch) <= size; i += sizeof(Patch))
        applyPatch(test::readAt<Patch>({reinterpret_cast<const std::byte*>(data), size}, i), bytes.bytes());
    return bytes;
}

std::uint64_t offsetIn(std::span<const float> array, const float* at) {
    require(at >= array.data() && at <= array.data() + array.size());
    return static_cast<std::uint64_t>(at - array.data());
}

void walkDomains(const AssetView& v) {
    for (const AssetDomain& d : v.domains) {
        require(d.joint < v.joints.size() && d.rank <= kMaxRank);
        require(d.firstLane + paddedModes(d.rank) <= v.lanes && 3 * std::size_t{v.lanes} == v.bounds.size());
        require(d.firstCubatureBlock + blocksOf(d.cubaturePoints) <= v.cubature.size());
        const float* const basis = cubatureBasisOf(v, d, d.cubaturePoints);
        require(offsetIn(v.cubatureBasis, basis) <= v.cubatureBasis.size());
        const MassView m = massOf(v, d);
        require(offsetIn(v.mass, m.one) + 3 * std::uint64_t{m.rows} <= v.mass.size());
        require(std::size_t{d.firstSample} + d.samples <= v.samples.size());
    }
    for (const AssetInterface& f : v.interfaces) {
        const CouplingView c = couplingOf(v, f);
        require(offsetIn(v.coupling, c.b1) + 3 * std::uint64_t{c.rowsB} <= v.coupling.size());
        for (std::uint32_t i = 0; i < c.rowsA; ++i) require(std::isfinite(c.aa[i]) && std::isfinite(c.a1[i]));
    }
}

bool hasBlock(const AssetView& v, std::uint32_t row, std::uint32_t column) {
    for (const AssetFill& f : v.fill) {
        if (f.row == row && f.column == column) return true;
    }
    return false;
}

// Block elimination by the book: every product lands on a block that is there.
void walkElimination(const AssetView& v) {
    for (const std::uint32_t domain : v.order) require(v.domains[domain].rank > 0);
    for (const AssetFill& a : v.fill) {
        require(a.row < v.order.size() && a.column < a.row);
        for (const AssetFill& b : v.fill) {
            if (a.column == b.column && a.row > b.row) require(hasBlock(v, a.row, b.row));
        }
    }
}

void walkSurface(const AssetView& v) {
    for (const AssetRun& run : v.runs) {
        std::size_t rows = 0;
        for (std::uint32_t b = 0; b < run.bindings; ++b) rows += rowsOf(v.domains[run.domain[b]].rank);
        require(std::size_t{run.firstBlock} + run.blocks <= v.blocks.size());
        require(run.firstWeight + std::size_t{run.blocks} * run.bindings <= v.weights.size());
        require(run.firstRow + run.blocks * rows <= v.rows.size());
    }
    const std::size_t places = v.blocks.size() * kAssetLanes;
    for (const std::uint32_t place : v.fileMap) require(place < places);
    for (std::size_t i = 0; i < v.triangles.size(); ++i) {
        for (const std::uint32_t corner : v.triangles[i].corner) require(corner < places);
        for (const std::uint32_t corner : v.fileTriangles[i].corner) require(corner < v.fileMap.size());
    }
    for (const AssetSample& s : v.samples) require(s.place < places && s.run < v.runs.size());
}

void walkNames(const AssetView& v) {
    std::size_t sum = std::strlen(v.name(v.meta->programVersion));
    for (const AssetJoint& joint : v.joints) sum += std::strlen(v.name(joint.name));
    for (const AssetSlot& slot : v.slots) sum += std::strlen(v.name(slot.name));
    for (const AssetRigidPart& part : v.rigidParts) sum += std::strlen(v.name(part.name));
    require(sum <= v.text.size() * (4 + v.joints.size() + v.slots.size() + v.rigidParts.size()));
}

// Measuring takes any bytes and never asks for memory out of proportion to them.
SinewStatus measure(std::span<const std::byte> bytes, std::uint64_t& size) {
    const SinewStatus status = sinewAssetMeasure(bytes.data(), bytes.size(), &size);
    require(status != SINEW_OK || size <= 65536 + 512 * std::uint64_t{bytes.size()});
    SinewAssetProblem problem{};
    problem.structSize = sizeof problem;
    require(sinewAssetProblem(bytes.data(), bytes.size(), &problem) == SINEW_OK);
    require(status == SINEW_OK || problem.status == status);
    require(std::memchr(problem.text, '\0', sizeof problem.text) != nullptr);
    return status;
}

void check(std::span<std::byte> bytes) {
    std::uint64_t size = 0;
    measure(bytes, size);
    test::rehash(bytes);
    const SinewStatus status = measure(bytes, size);
    AssetView view;
    const bool good = viewAsset(bytes, view).ok();
    require(status == SINEW_OK || !good);
    if (status != SINEW_OK) return;
    AssetBytes memory(size);
    SinewAsset* asset = nullptr;
    require((sinewAssetCreate(bytes.data(), bytes.size(), memory.bytes().data(), size, &asset) == SINEW_OK) ==
            good);
    if (!good) return;
    walkDomains(view);
    walkElimination(view);
    walkSurface(view);
    walkNames(view);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size > 0 && data[0] == 'p') {
        check(patched(data, size).bytes());
        return 0;
    }
    Buffer buffer(data, size);
    std::span<std::byte> bytes = buffer.bytes();
    if (size > 0 && data[0] == 's') {
        bytes[0] = std::byte{'S'};
        bytes = withTable(bytes);
    }
    check(bytes);
    return 0;
}
