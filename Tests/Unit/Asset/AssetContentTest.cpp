// Behind the hashes: every index, count, range and number is checked once, so that nobody has to again.
#include <gtest/gtest.h>

#include <limits>

#include "Asset/Writer/Elimination.h"
#include "Material/Material.h"
#include "Offline/Error.h"
#include "Support/Runtime/AssetPatch.h"
#include "Support/Runtime/AssetSamples.h"

namespace sinew {
namespace {

using namespace test;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();

const AssetBytes& packed() {
    static const AssetBytes bytes = packAsset(sampleAsset().content);
    return bytes;
}

const AssetView& goodView() {
    static const AssetView view = [] {
        AssetView v;
        EXPECT_TRUE(viewAsset(packed().bytes(), v).ok());
        return v;
    }();
    return view;
}

// What is said after one element was changed and the hashes fitted.
template <class T, class Change>
AssetProblem planted(ChunkId id, std::size_t element, const Change& change) {
    AssetBytes copy = packed();
    const std::size_t offset = elementOffset(copy.bytes(), id, element);
    auto record = readAt<T>(copy.bytes(), offset);
    change(record);
    writeAt(copy.bytes(), offset, record);
    rehash(copy.bytes());
    AssetView view;
    return viewAsset(copy.bytes(), view);
}

::testing::AssertionResult refuses(const AssetProblem& problem, AssetFault fault, ChunkId chunk,
                                   const std::string& field) {
    if (problem.fault == fault && problem.chunk == chunk && problem.field == field)
        return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "said: " << textOf(problem);
}

// One planted value per line: the record's type, its chunk, its index, the change, the fault, the field.
#define SINEW_REFUSES(Type, chunkId, index, change, faultKind, field)                      \
    EXPECT_TRUE(refuses(planted<Type>(ChunkId::chunkId, index, [](auto& x) { (change); }), \
                        AssetFault::faultKind, ChunkId::chunkId, field))

TEST(AssetContent, MetaIsChecked) {
    SINEW_REFUSES(AssetMeta, Meta, 0, x.joints = 4, Count, "joints");
    SINEW_REFUSES(AssetMeta, Meta, 0, x.triangles = 0, Count, "triangles");
    SINEW_REFUSES(AssetMeta, Meta, 0, x.modes += 1, Count, "modes");
    SINEW_REFUSES(AssetMeta, Meta, 0, x.cubaturePoints += 1, Count, "cubature points");
    SINEW_REFUSES(AssetMeta, Meta, 0, x.surfaceVertices += 1, Count, "surface vertices");
    SINEW_REFUSES(AssetMeta, Meta, 0, x.characterName = 1, Text, "character name");
    SINEW_REFUSES(AssetMeta, Meta, 0, x.gravity = kNaN, Value, "gravity");
    SINEW_REFUSES(AssetInfluences, Influences, 0, x.joint[1][3] = 3, Index, "joint");
    SINEW_REFUSES(AssetInfluences, Influences, 1, x.weight[2][5] += 1, Value, "weight");
    SINEW_REFUSES(AssetMeta, Meta, 0, x.programVersion = 1u << 31, Text, "program version");
    SINEW_REFUSES(AssetMeta, Meta, 0, x.material = kMaterialKinds, Value, "material");
    SINEW_REFUSES(AssetMeta, Meta, 0, x.upAxis = 3, Value, "up axis");
    SINEW_REFUSES(AssetMeta, Meta, 0, x.young = 0, Value, "young");
    SINEW_REFUSES(AssetMeta, Meta, 0, x.poisson = 0.5f, Value, "poisson");
    SINEW_REFUSES(AssetMeta, Meta, 0, x.density = kInfinity, Value, "density");
    SINEW_REFUSES(AssetMeta, Meta, 0, x.rayleighMass = -1, Value, "rayleigh mass");
    SINEW_REFUSES(AssetMeta, Meta, 0, x.coupling = kNaN, Value, "coupling");
    SINEW_REFUSES(AssetMeta, Meta, 0, x.boundsMin.y = 9, Value, "bounds");
    const std::size_t last = goodView().text.size() - 1;
    SINEW_REFUSES(char, Text, last, x = 'a', Text, "end");
}

TEST(AssetContent, JointsAreChecked) {
    SINEW_REFUSES(AssetJoint, Joints, 1, x.parent = 1, Index, "parent");
    SINEW_REFUSES(AssetJoint, Joints, 1, x.parent = -2, Index, "parent");
    SINEW_REFUSES(AssetJoint, Joints, 1, x.domain = 3, Index, "domain");
    SINEW_REFUSES(AssetJoint, Joints, 1, x.domain = 0x7fffffff, Index, "domain");
    SINEW_REFUSES(AssetJoint, Joints, 1, x.domain = 0, Index, "domain");
    SINEW_REFUSES(AssetJoint, Joints, 2, x.domain = 2, Index, "domain");  // of rank 0
    SINEW_REFUSES(AssetJoint, Joints, 1, x.name += 1, Text, "name");
    SINEW_REFUSES(AssetJoint, Joints, 1, x.inverseBind.linear.column[2].z = kNaN, NotFinite, "inverse bind");
}

TEST(AssetContent, DomainsAreChecked) {
    SINEW_REFUSES(AssetDomain, Domains, 2, x.joint = 3, Index, "joint");
    SINEW_REFUSES(AssetDomain, Domains, 1, x.rank = kMaxRank + 1, Value, "rank");
    SINEW_REFUSES(AssetDomain, Domains, 2, x.cubaturePoints = 1, Value, "cubature points");
    SINEW_REFUSES(AssetDomain, Domains, 1, x.cubaturePoints = 0, Value, "cubature points");
    SINEW_REFUSES(AssetDomain, Domains, 0, x.centre.z = kInfinity, NotFinite, "centre");
    SINEW_REFUSES(AssetDomain, Domains, 0, x.mass = -1, Value, "mass");
    SINEW_REFUSES(AssetDomain, Domains, 0, x.radius = kNaN, Value, "radius");
    SINEW_REFUSES(AssetDomain, Domains, 0, x.reach = -1, Value, "reach");
    SINEW_REFUSES(AssetDomain, Domains, 1, x.firstMode += 1, Index, "first mode");
    SINEW_REFUSES(AssetDomain, Domains, 1, x.firstLane += 8, Index, "first lane");
    SINEW_REFUSES(AssetDomain, Domains, 1, x.firstCubatureBlock = 0, Index, "first cubature block");
    SINEW_REFUSES(AssetDomain, Domains, 1, x.firstBasis += 1, Index, "first basis");
    SINEW_REFUSES(AssetDomain, Domains, 1, x.firstMass += 1, Index, "first mass");
    SINEW_REFUSES(AssetDomain, Domains, 1, x.firstSample += 1, Index, "first sample");
}

// Ranges are sums of what comes before, so that a changed size shows where the next domain starts or the
// array ends.
TEST(AssetContent, RangesOfDomainsLeaveNothingOver) {
    const auto last = planted<AssetDomain>(ChunkId::Domains, 2, [](AssetDomain& d) { d.samples += 1; });
    EXPECT_TRUE(refuses(last, AssetFault::Count, ChunkId::Samples, "samples"));
    const auto tets =
        planted<AssetDomain>(ChunkId::Domains, 0, [](AssetDomain& d) { d.cubaturePoints += 16; });
    EXPECT_TRUE(refuses(tets, AssetFault::Index, ChunkId::Domains, "first cubature block"));
    const auto rank = planted<AssetDomain>(ChunkId::Domains, 0, [](AssetDomain& d) { d.rank += 1; });
    EXPECT_TRUE(refuses(rank, AssetFault::Index, ChunkId::Domains, "first mode"));
}

TEST(AssetContent, ModesAreChecked) {
    SINEW_REFUSES(float, Bounds, 0, x = 0.5f, Value, "minimum");
    SINEW_REFUSES(float, Bounds, 16, x = -0.5f, Value, "maximum");
    SINEW_REFUSES(float, Bounds, 32, x = kNaN, Value, "inverse scale");
    SINEW_REFUSES(float, Bounds, 3, x = -1, Padding, "lane");
    SINEW_REFUSES(float, Scales, 1, x = kInfinity, Value, "scale");
    SINEW_REFUSES(float, Scales, 7, x = 1, Padding, "lane");
}

TEST(AssetContent, CubatureIsChecked) {
    SINEW_REFUSES(AssetCubature, Cubature, 0, x.weight[0] = 0, Value, "weight");
    SINEW_REFUSES(AssetCubature, Cubature, 1, x.mu[3] = -1, Value, "mu");
    SINEW_REFUSES(AssetCubature, Cubature, 1, x.lambda[3] = kNaN, NotFinite, "lambda");
    SINEW_REFUSES(AssetCubature, Cubature, 1, x.weight[4] = 1, Padding, "lane");
    SINEW_REFUSES(float, CubatureBasis, 0, x = kInfinity, NotFinite, "floats");
    SINEW_REFUSES(float, CubatureBasis, 3, x = 1, Padding, "row");
    SINEW_REFUSES(Vec3f, CubaturePlaces, 0, x.y = kNaN, NotFinite, "place");
    SINEW_REFUSES(Vec3f, CubaturePlaces, kAssetLanes - 1, x.y = 1, Padding, "place");
}

// The sample with stabilisation, one of its floats changed.
AssetProblem plantedSquare(std::size_t element, float value) {
    AssetContent content = sampleAsset().content;
    stabilise(content);
    AssetBytes bytes = packAsset(content);
    writeAt(bytes.bytes(), elementOffset(bytes.bytes(), ChunkId::Stabilisation, element), value);
    rehash(bytes.bytes());
    AssetView view;
    return viewAsset(bytes.bytes(), view);
}

TEST(AssetContent, StabilisationIsChecked) {
    constexpr ChunkId kChunk = ChunkId::Stabilisation;
    EXPECT_TRUE(refuses(plantedSquare(0, kNaN), AssetFault::NotFinite, kChunk, "floats"));
    EXPECT_TRUE(refuses(plantedSquare(0, -1), AssetFault::Value, kChunk, "diagonal"));
    EXPECT_TRUE(refuses(plantedSquare(1, 7), AssetFault::Value, kChunk, "symmetry"));
    EXPECT_TRUE(refuses(plantedSquare(3, 1), AssetFault::Padding, kChunk, "row"));
    EXPECT_TRUE(refuses(plantedSquare(3 * kModeLanes, 1), AssetFault::Padding, kChunk, "row"));
    EXPECT_TRUE(refuses(plantedSquare(squareFloats(3) + 1, 7), AssetFault::Value, kChunk, "symmetry"));
    EXPECT_TRUE(plantedSquare(0, 3).ok());
    AssetContent content = sampleAsset().content;
    stabilise(content);
    const AssetBytes good = packAsset(content);
    const std::vector<std::byte> few(squareFloats(3) * sizeof(float));
    AssetView view;
    EXPECT_TRUE(refuses(viewAsset(repacked(good.bytes(), kChunk, few).bytes(), view), AssetFault::Count,
                        kChunk, "floats"));
    EXPECT_TRUE(refuses(viewSizes(repacked(good.bytes(), kChunk, few).bytes(), view), AssetFault::Count,
                        kChunk, "floats"));
}

// The sample with fibres, one of its records changed.
template <class Change>
AssetProblem plantedFibres(std::size_t record, Change&& change) {
    AssetContent content = sampleAsset().content;
    addFibres(content);
    AssetBytes bytes = packAsset(content);
    AssetView good;
    EXPECT_TRUE(viewAsset(bytes.bytes(), good).ok());
    AssetFibres changed = good.fibres[record];
    change(changed);
    writeAt(bytes.bytes(), elementOffset(bytes.bytes(), ChunkId::Fibres, record), changed);
    rehash(bytes.bytes());
    AssetView view;
    return viewAsset(bytes.bytes(), view);
}

TEST(AssetContent, FibresAreChecked) {
    constexpr ChunkId kChunk = ChunkId::Fibres;
    const auto expect = [&](std::size_t record, auto change, AssetFault fault, const char* field) {
        EXPECT_TRUE(refuses(plantedFibres(record, change), fault, kChunk, field)) << field;
    };
    expect(
        0, [](AssetFibres& f) { f.stiffness[1] = -1; }, AssetFault::Value, "stiffness");
    expect(
        0, [](AssetFibres& f) { f.stiffness[1] = kNaN; }, AssetFault::Value, "stiffness");
    expect(
        0, [](AssetFibres& f) { f.stiffness[12] = 1; }, AssetFault::Padding, "stiffness");
    expect(
        0, [](AssetFibres& f) { f.toe[1] = 0; }, AssetFault::Value, "toe");
    expect(
        0, [](AssetFibres& f) { f.toe[12] = 0; }, AssetFault::Value, "toe");
    expect(
        0, [](AssetFibres& f) { f.direction[1][0] = 1; }, AssetFault::Padding, "direction");
    expect(
        0, [](AssetFibres& f) { f.direction[1][1] = 0.7f; }, AssetFault::Value, "direction");
    expect(
        0, [](AssetFibres& f) { f.direction[1][1] = kNaN; }, AssetFault::NotFinite, "direction");
    expect(
        0, [](AssetFibres& f) { f.block = 2; }, AssetFault::Index, "block");
    expect(
        0, [](AssetFibres& f) { f.block = 1; }, AssetFault::Padding, "stiffness");
    expect(
        3, [](AssetFibres& f) { f.block = 0; }, AssetFault::Order, "block");
    expect(
        0, [](AssetFibres& f) { f.padding[3] = 1; }, AssetFault::Padding, "padding");
    EXPECT_TRUE(plantedFibres(0, [](AssetFibres& f) { f.stiffness[1] = 7; }).ok());
    // Flesh without stiffness is skin, and skin has fibres.
    SINEW_REFUSES(AssetCubature, Cubature, 0, (x.mu[0] = 0, x.lambda[0] = 0), Value, "mu");
}

TEST(AssetContent, TensorsAreChecked) {
    SINEW_REFUSES(float, Mass, 1, x = kNaN, NotFinite, "floats");
    SINEW_REFUSES(float, Mass, 4, x = 1, Padding, "column");
    const std::size_t last = goodView().mass.size() - 1;
    SINEW_REFUSES(float, Mass, last, x = 1, Padding, "column");
    SINEW_REFUSES(float, Coupling, 0, x = kNaN, NotFinite, "floats");
    SINEW_REFUSES(float, Coupling, 7, x = 1, Padding, "column");
    const std::size_t end = goodView().coupling.size() - 1;
    SINEW_REFUSES(float, Coupling, end, x = 1, Padding, "column");
}

TEST(AssetContent, InterfacesAreChecked) {
    SINEW_REFUSES(AssetInterface, Interfaces, 0, x.b = 3, Index, "domains");
    SINEW_REFUSES(AssetInterface, Interfaces, 0, x.a = 1, Index, "domains");
    SINEW_REFUSES(AssetInterface, Interfaces, 1, x.b = 1, Order, "domains");  // 0–1 twice
    SINEW_REFUSES(AssetInterface, Interfaces, 0, x.coupling = -1, Value, "coupling");
    SINEW_REFUSES(AssetInterface, Interfaces, 0, x.damping = kNaN, Value, "damping");
    SINEW_REFUSES(AssetInterface, Interfaces, 0, x.area = -1, Value, "area");
    SINEW_REFUSES(AssetInterface, Interfaces, 1, x.firstCoupling += 8, Index, "first coupling");
}

TEST(AssetContent, SurfaceIsChecked) {
    SINEW_REFUSES(AssetRun, Runs, 0, x.vertices = 0, Value, "vertices");
    SINEW_REFUSES(AssetRun, Runs, 0, x.blocks += 1, Value, "vertices");
    SINEW_REFUSES(AssetRun, Runs, 1, x.firstBlock = 0, Index, "first block");
    SINEW_REFUSES(AssetRun, Runs, 1, x.firstWeight = 0, Index, "first weight");
    SINEW_REFUSES(AssetRun, Runs, 1, x.firstRow = 0, Index, "first row");
    SINEW_REFUSES(AssetRun, Runs, 0, x.bindings = 0, Value, "bindings");
    SINEW_REFUSES(AssetRun, Runs, 0, x.bindings = kMaxBindings + 1, Value, "bindings");
    SINEW_REFUSES(AssetRun, Runs, 0, x.domain[0] = 3, Index, "domain");
    SINEW_REFUSES(AssetRun, Runs, 0, x.domain[7] = 1, Padding, "domain");
    SINEW_REFUSES(AssetRun, Runs, 1, x.domain[1] = 0, Order, "domain");
    SINEW_REFUSES(AssetBlock, Blocks, 0, x.position[2][0] = kNaN, NotFinite, "floats");
    SINEW_REFUSES(AssetBlock, Blocks, 0, x.normal[0][15] += 1, Padding, "lane");
    SINEW_REFUSES(AssetWeights, Weights, 0, x.lane[0] = 0.99f, Value, "weight");
    SINEW_REFUSES(AssetWeights, Weights, 0, x.lane[0] = kNaN, Value, "weight");
    SINEW_REFUSES(AssetRow, Rows, 0, x.lane[15][0] ^= 1, Padding, "lane");
}

// Weights that are some vertex's, but not the last one's.
TEST(AssetContent, WeightsPastTheEndAreTheLastVertexs) {
    const AssetView& view = goodView();
    std::size_t i = 0;
    while (view.runs[i].bindings < 2 || view.runs[i].vertices % kAssetLanes == 0) ++i;
    const std::uint32_t first = view.runs[i].firstWeight + 2 * (view.runs[i].blocks - 1);
    struct Two {
        AssetWeights of[2];
    };
    const auto problem = planted<Two>(ChunkId::Weights, first, [](Two& two) {
        two.of[0].lane[15] = 0.25f;
        two.of[1].lane[15] = 0.75f;
    });
    EXPECT_TRUE(refuses(problem, AssetFault::Padding, ChunkId::Weights, "lane"));
}

TEST(AssetContent, WhatTheEngineDrawsIsChecked) {
    SINEW_REFUSES(AssetTriangle, Triangles, 5, x.corner[1] += 1, Index, "corner");
    SINEW_REFUSES(AssetTriangle, FileTriangles, 5, x.corner[2] = 48, Index, "corner");
    SINEW_REFUSES(std::uint32_t, FileMap, 3, x = 0xffffffff, Index, "place");
    SINEW_REFUSES(AssetUv, Uvs, 2, x.v = kNaN, NotFinite, "floats");
    SINEW_REFUSES(AssetSlot, Slots, 1, x.firstTriangle = 0, Index, "first triangle");
    SINEW_REFUSES(AssetSlot, Slots, 1, x.triangles += 1, Count, "triangles");
    SINEW_REFUSES(AssetSlot, Slots, 0, x.name += 1, Text, "name");
}

TEST(AssetContent, WhatIsBoundIsChecked) {
    SINEW_REFUSES(AssetSample, Samples, 0, x.domain = 1, Index, "domain");
    SINEW_REFUSES(AssetSample, Samples, 0, x.run = 99, Index, "run");
    SINEW_REFUSES(AssetSample, Samples, 0, x.place = 15, Index, "place");  // a lane past the run's end
    SINEW_REFUSES(AssetSample, Samples, 0, x.radius = 0, Value, "radius");
    SINEW_REFUSES(AssetRigidPart, RigidParts, 0, x.name += 1, Text, "name");
    SINEW_REFUSES(AssetRigidPart, RigidParts, 0, x.centre.y = kInfinity, NotFinite, "centre");
    SINEW_REFUSES(AssetRigidPart, RigidParts, 0, x.joint = 3, Index, "joint");
    SINEW_REFUSES(AssetRigidPart, RigidParts, 0, x.radius = -1, Value, "radius");
    SINEW_REFUSES(AssetRigidPart, RigidParts, 0, x.toJoint.translation.x = kNaN, NotFinite, "to joint");
}

// In the domain's own part of the array, but on a vertex that another domain moves.
TEST(AssetContent, SamplesAreOnVerticesThatTheirDomainMoves) {
    const AssetView& view = goodView();
    ASSERT_EQ(view.samples[0].domain, 0u);
    const auto other = static_cast<std::uint32_t>(view.runs.size() - 1);
    ASSERT_NE(view.runs[other].domain[0], 0u);
    const auto moved = planted<AssetSample>(ChunkId::Samples, 0, [&](AssetSample& s) {
        s.run = other;
        s.place = view.runs[other].firstBlock * kAssetLanes;
    });
    EXPECT_TRUE(refuses(moved, AssetFault::Index, ChunkId::Samples, "domain"));
    // On a vertex that both move, but in the other's part.
    std::size_t blended = 0;
    while (view.runs[view.samples[blended].run].bindings < 2) ++blended;
    const AssetRun& run = view.runs[view.samples[blended].run];
    const auto swapped = planted<AssetSample>(ChunkId::Samples, blended, [&](AssetSample& s) {
        s.domain = s.domain == run.domain[0] ? run.domain[1] : run.domain[0];
    });
    EXPECT_TRUE(refuses(swapped, AssetFault::Index, ChunkId::Samples, "domain"));
}

// One element less and one more in every chunk whose length follows from others.
TEST(AssetContent, NoArrayMayBeShorterOrLonger) {
    for (std::size_t i = 0; i < chunkCount(packed().bytes()); ++i) {
        const auto kind = readAt<AssetChunk>(packed().bytes(), entryOffset(i));
        if (kind.id == ChunkId::Recipe || kind.id == ChunkId::Text) continue;
        const auto content = contentOf(packed().bytes(), i);
        ASSERT_FALSE(content.empty()) << "nothing to plant in chunk " << i;
        std::vector<std::byte> longer(content.begin(), content.end());
        longer.insert(longer.end(), content.end() - kind.elementSize, content.end());
        AssetView view;
        const auto shorter = content.first(content.size() - kind.elementSize);
        EXPECT_FALSE(viewAsset(repacked(packed().bytes(), kind.id, shorter).bytes(), view).ok()) << i;
        EXPECT_FALSE(viewAsset(repacked(packed().bytes(), kind.id, longer).bytes(), view).ok()) << i;
        EXPECT_TRUE(viewAsset(repacked(packed().bytes(), kind.id, content).bytes(), view).ok()) << i;
    }
}

TEST(AssetContent, EliminationIsChecked) {
    SINEW_REFUSES(std::uint32_t, Order, 0, x = 3, Index, "domain");
    SINEW_REFUSES(std::uint32_t, Order, 0, x = 2, Index, "domain");  // has no modes
    SINEW_REFUSES(std::uint32_t, Order, 0, x = 1 - x, Index, "domain");
    SINEW_REFUSES(AssetFill, Fill, 0, x.row = 2, Index, "block");
    SINEW_REFUSES(AssetFill, Fill, 0, x.column = 1, Index, "block");
}

// Four domains in a ring: whichever goes first joins its neighbours.
struct Ring {
    AssetFill fill[5];
};

AssetContent ringContent() {
    SampleSize size;
    size.ranks = {1, 1, 1, 1};
    SampleAsset sample = sampleAsset(size);
    Dice dice(3);
    sample.content.interfaces.resize(3);
    addInterface(sample, size, 0, 3, dice);
    return sample.content;
}

TEST(AssetContent, ThePatternHoldsWhatEliminationFills) {
    AssetBytes bytes = packAsset(ringContent());
    AssetView view;
    ASSERT_TRUE(viewAsset(bytes.bytes(), view).ok());
    ASSERT_EQ(view.fill.size(), 5u);  // four of the ring and one that is filled
    const std::size_t offset = elementOffset(bytes.bytes(), ChunkId::Fill, 0);
    const auto right = readAt<Ring>(bytes.bytes(), offset);
    int refused = 0;
    for (int i = 0; i < 5; ++i) {
        // Without block i.
        Ring ring = right;
        for (int j = i; j < 4; ++j) ring.fill[j] = right.fill[j + 1];
        writeAt(bytes.bytes(), offset, ring);
        const auto entry = entryOffset(chunkIndex(bytes.bytes(), ChunkId::Fill));
        auto chunk = readAt<AssetChunk>(bytes.bytes(), entry);
        chunk.count = 4;
        chunk.size = 4 * sizeof(AssetFill);
        std::memset(bytes.bytes().data() + offset + chunk.size, 0, sizeof(AssetFill));
        writeAt(bytes.bytes(), entry, chunk);
        rehash(bytes.bytes());
        refused += viewAsset(bytes.bytes(), view).fault == AssetFault::Pattern ? 1 : 0;
    }
    EXPECT_EQ(refused, 5);
}

TEST(AssetContent, ThePatternIsInOrder) {
    AssetBytes bytes = packAsset(ringContent());
    const std::size_t offset = elementOffset(bytes.bytes(), ChunkId::Fill, 0);
    auto ring = readAt<Ring>(bytes.bytes(), offset);
    std::swap(ring.fill[0], ring.fill[1]);
    writeAt(bytes.bytes(), offset, ring);
    rehash(bytes.bytes());
    AssetView view;
    EXPECT_TRUE(refuses(viewAsset(bytes.bytes(), view), AssetFault::Order, ChunkId::Fill, "block"));
}

// Nothing else would miss a domain that touches no other.
TEST(AssetContent, EveryDomainWithModesIsEliminated) {
    AssetContent content = sampleAsset({.ranks = {1, 1}}).content;
    content.interfaces.clear();
    const AssetBytes bytes = packAsset(content);
    const auto order = contentOf(bytes.bytes(), chunkIndex(bytes.bytes(), ChunkId::Order));
    const AssetBytes without = repacked(bytes.bytes(), ChunkId::Order, order.first(sizeof(std::uint32_t)));
    AssetView view;
    EXPECT_TRUE(refuses(viewAsset(without.bytes(), view), AssetFault::Count, ChunkId::Order, "domains"));
}

std::string whyNotPacked(const AssetContent& content) {
    try {
        packAsset(content);
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Failed);
        EXPECT_FALSE(error.remedy().empty());
        return error.what();
    }
    return "";
}

TEST(AssetContent, DomainsAreNeitherNoneNorTooMany) {
    AssetContent content = sampleAsset({.ranks = {1, 0}}).content;
    while (content.domains.size() < kMaxDomains) content.domains.emplace_back();
    EXPECT_EQ(whyNotPacked(content), "");
    content.domains.emplace_back();
    EXPECT_EQ(whyNotPacked(content).substr(0, 49), "the asset is invalid: Chunk DOMN, field \"domains\"");
    AssetContent empty;
    empty.surface.firstBinding = {0};
    EXPECT_EQ(whyNotPacked(empty).substr(0, 49), "the asset is invalid: Chunk DOMN, field \"domains\"");
}

TEST(AssetContent, RigidPartsAreNotCoupledToEachOther) {
    const AssetContent content = sampleAsset({.ranks = {1, 0, 0}}).content;
    EXPECT_EQ(whyNotPacked(content).substr(0, 58),
              "the asset is invalid: Chunk INTF, field \"domains\", index 2");
}

TEST(AssetContent, ABodyThatIsATreeFillsNothing) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> tree;
    for (std::uint32_t d = 1; d < 30; ++d) tree.emplace_back((d - 1) / 2, d);
    const Elimination elimination = eliminationOf(std::vector<std::uint32_t>(30, 20), tree);
    EXPECT_EQ(elimination.order.size(), 30u);
    EXPECT_EQ(elimination.fill.size(), tree.size());
}

TEST(AssetContent, WhatDoesNotFitIsNotWritten) {
    const auto fails = [](const auto& change) {
        AssetContent content = sampleAsset().content;
        change(content);
        return !whyNotPacked(content).empty();
    };
    EXPECT_TRUE(fails([](AssetContent& c) { c.interfaces[0].aa = AssetMatrix(3, 3); }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.interfaces[0].b = 7; }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.interfaces.push_back(c.interfaces[0]); }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.domains[0].bounds.pop_back(); }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.domains[0].cubature[0].basis.values.pop_back(); }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.domains[0].rank = kMaxRank + 1; }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.domains[0].massMatrix(0, 0) = 1e300; }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.surface.rows.pop_back(); }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.surface.rows[0] = kNaN; }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.surface.bindings[0].weight = 0; }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.surface.bindings[0].domain = 3; }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.surface.fileTriangles[0][0] = 48; }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.surface.weldedOfFile[0] = 40; }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.surface.slotOf[0] = 2; }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.surface.uvs.pop_back(); }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.samples[0].vertex = 40; }));
    EXPECT_TRUE(fails([](AssetContent& c) { c.joints[0].parent = 5; }));
}

}  // namespace
}  // namespace sinew
