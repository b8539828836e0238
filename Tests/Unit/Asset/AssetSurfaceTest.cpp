// The skin in blocks and 16 bits, against the doubles it came from; and how much memory all of it takes.
#include <gtest/gtest.h>

#include <set>

#include "Asset/Rows.h"
#include "Support/Runtime/AssetSamples.h"

namespace sinew {
namespace {

using namespace test;

// And by what float loses of 32767 steps.
TEST(SurfaceRows, AreOffByHalfAStepAtMost) {
    Dice dice(5);
    for (const float largest : {1e-30f, 1e-3f, 1.0f, 77.7f, 1e30f}) {
        const float scale = rowScale(largest);
        EXPECT_EQ(encodeRow(largest, scale), 32767);
        EXPECT_EQ(encodeRow(-largest, scale), -32767);
        for (int i = 0; i < 10000; ++i) {
            const float value = largest * static_cast<float>(dice.between(-1, 1));
            ASSERT_LE(std::abs(decodeRow(encodeRow(value, scale), scale) - value), 0.505f * scale) << value;
        }
    }
    EXPECT_EQ(encodeRow(1, 0), 0);
}

TEST(SurfaceRows, ABlockIsItsRowsOneByOne) {
    constexpr std::uint32_t kRank = 5;
    Dice dice(6);
    AssetRow rows[rowsOf(kRank)];
    float q[kRank], together[3][kAssetLanes]{};
    for (AssetRow& row : rows) {
        for (auto& [first, second] : row.lane) {
            first = static_cast<std::int16_t>(dice.between(-32767, 32767));
            second = static_cast<std::int16_t>(dice.between(-32767, 32767));
        }
    }
    for (float& x : q) x = static_cast<float>(dice.between(-1e-3, 1e-3));
    addRows(rows, kRank, q, together);
    for (std::uint32_t c = 0; c < 3; ++c) {
        for (std::uint32_t lane = 0; lane < kAssetLanes; ++lane) {
            float alone = 0;
            for (std::uint32_t j = 0; j < kRank; ++j)
                alone += decodeRow(rows[j / 2 * 3 + c].lane[lane][j % 2], q[j]);
            EXPECT_EQ(together[c][lane], alone);
        }
    }
}

// The nearest 16-bit float: 11 significant bits, none smaller than 2⁻²⁴.
double nearestHalf(double value) {
    int exponent = 0;
    std::frexp(value, &exponent);
    const double step = std::ldexp(1, std::max(exponent, -13) - 11);
    return std::nearbyint(value / step) * step;
}

struct SquaredErrors {
    double steps = 0, halves = 0;
};

// Of one mode: a wave under a bell of this width.
SquaredErrors errorsOfMode(double width, double waves) {
    std::vector<float> values;
    for (int i = 0; i < 4000; ++i) {
        const double x = i / 2000.0 - 1;
        values.push_back(static_cast<float>(7 * std::cos(waves * x) * std::exp(-x * x / (width * width))));
    }
    float largest = 0;
    for (const float v : values) largest = std::max(largest, std::abs(v));
    const float scale = rowScale(largest);
    SquaredErrors errors;
    for (const float v : values) {
        const double exact = static_cast<double>(v);
        const double step = static_cast<double>(decodeRow(encodeRow(v, scale), scale)) - exact;
        errors.steps += step * step;
        errors.halves += (nearestHalf(exact) - exact) * (nearestHalf(exact) - exact);
    }
    return errors;
}

// Why rows are steps: from modes that move a whole domain to such that move a twentieth of it.
TEST(SurfaceRows, StepsHaveLessErrorThanHalvesOfTheSameBytes) {
    for (const double width : {2.0, 0.5, 0.05}) {
        for (const double waves : {0.0, 2.0, 9.0}) {
            const SquaredErrors e = errorsOfMode(width, waves);
            const double ratio = std::sqrt(e.halves / e.steps);
            RecordProperty("width_" + std::to_string(width) + "_waves_" + std::to_string(waves),
                           std::to_string(ratio));
            EXPECT_GT(ratio, 2);
        }
    }
}

struct Skin {
    SampleAsset sample;
    AssetBytes bytes;
    AssetView view;
};

Skin makeSkin(const SampleSize& size) {
    SampleAsset sample = sampleAsset(size);
    AssetBytes bytes = packAsset(sample.content);
    Skin skin{std::move(sample), std::move(bytes), {}};
    EXPECT_TRUE(viewAsset(skin.bytes.bytes(), skin.view).ok());
    return skin;
}

// Frames of all domains: the skin matrix's rotation, and where it takes the centre.
struct Motion {
    std::vector<Mat3d> r;
    std::vector<Vec3d> t;
    std::vector<std::vector<double>> q;
};

Motion randomMotion(const AssetContent& content) {
    Dice dice(9);
    Motion motion;
    for (const DomainContent& d : content.domains) {
        const Vec3d axis = dice.vector(1);
        motion.r.push_back(toMatrix(normalized(Quatd{axis.x, axis.y, axis.z, 1})));
        motion.t.push_back(d.centre + dice.vector(0.1));
        motion.q.emplace_back();
        for (std::uint32_t j = 0; j < d.rank; ++j) motion.q.back().push_back(dice.between(-1, 1));
    }
    return motion;
}

Vec3d pointOfContent(const AssetContent& content, const Motion& motion, std::uint32_t vertex) {
    const SurfaceContent& s = content.surface;
    std::size_t row = 0;
    for (std::uint32_t b = 0; b < s.firstBinding[vertex]; ++b)
        row += std::size_t{3} * content.domains[s.bindings[b].domain].rank;
    Vec3d x{};
    for (std::uint32_t b = s.firstBinding[vertex]; b < s.firstBinding[vertex + 1]; ++b) {
        const std::uint32_t d = s.bindings[b].domain, rank = content.domains[d].rank;
        Vec3d local = convert<double>(s.positions[vertex]) - content.domains[d].centre;
        for (int c = 0; c < 3; ++c) {
            for (std::uint32_t j = 0; j < rank; ++j, ++row)
                local[c] += static_cast<double>(s.rows[row]) * motion.q[d][j];
        }
        x += (motion.r[d] * local + motion.t[d]) * static_cast<double>(s.bindings[b].weight);
    }
    return x;
}

// All places of a view, block by block as a kernel goes.
std::vector<Vec3d> placesOfView(const AssetView& v, const Motion& motion) {
    std::vector<Vec3d> places(v.blocks.size() * kAssetLanes);
    for (const AssetRun& run : v.runs) {
        const AssetRow* row = v.rows.data() + run.firstRow;
        for (std::uint32_t i = 0; i < run.blocks; ++i) {
            const AssetBlock& block = v.blocks[run.firstBlock + i];
            for (std::uint32_t b = 0; b < run.bindings; ++b) {
                const AssetDomain& d = v.domains[run.domain[b]];
                const AssetWeights& weights = v.weights[run.firstWeight + i * run.bindings + b];
                std::vector<float> scaled;
                for (std::uint32_t j = 0; j < d.rank; ++j)
                    scaled.push_back(v.scales[d.firstLane + j] *
                                     static_cast<float>(motion.q[run.domain[b]][j]));
                float moved[3][kAssetLanes]{};
                addRows(row, d.rank, scaled.data(), moved);
                row += rowsOf(d.rank);
                for (std::uint32_t l = 0; l < kAssetLanes; ++l) {
                    const Vec3f local =
                        Vec3f{block.position[0][l] + moved[0][l], block.position[1][l] + moved[1][l],
                              block.position[2][l] + moved[2][l]} -
                        d.centre;
                    places[(run.firstBlock + i) * kAssetLanes + l] +=
                        (motion.r[run.domain[b]] * convert<double>(local) + motion.t[run.domain[b]]) *
                        static_cast<double>(weights.lane[l]);
                }
            }
        }
    }
    return places;
}

TEST(AssetSurface, MovesEveryFileVertexAsTheContentDoes) {
    const Skin skin = makeSkin({.ranks = {3, 9, 0, 8, 1}, .vertices = 333});
    const AssetContent& content = skin.sample.content;
    const Motion motion = randomMotion(content);
    const std::vector<Vec3d> places = placesOfView(skin.view, motion);
    ASSERT_EQ(skin.view.fileMap.size(), content.surface.weldedOfFile.size());
    for (std::size_t file = 0; file < skin.view.fileMap.size(); ++file) {
        const Vec3d expected = pointOfContent(content, motion, content.surface.weldedOfFile[file]);
        // Nine modes of at most 1, each off by half a step.
        ASSERT_LT(length(places[skin.view.fileMap[file]] - expected), 3e-4) << file;
    }
}

TEST(AssetSurface, TrianglesKeepTheirSlots) {
    const Skin skin = makeSkin({.vertices = 99});
    const SurfaceContent& s = skin.sample.content.surface;
    using Corners = std::array<std::uint32_t, 3>;
    std::multiset<std::pair<std::uint32_t, Corners>> given, found;
    for (std::size_t i = 0; i < s.fileTriangles.size(); ++i) given.emplace(s.slotOf[i], s.fileTriangles[i]);
    for (std::uint32_t slot = 0; slot < skin.view.slots.size(); ++slot) {
        const AssetSlot& range = skin.view.slots[slot];
        for (const AssetTriangle& t : skin.view.fileTriangles.subspan(range.firstTriangle, range.triangles))
            found.emplace(slot, Corners{t.corner[0], t.corner[1], t.corner[2]});
    }
    EXPECT_EQ(given, found);
}

TEST(AssetSurface, SamplesStayOnTheirVertices) {
    const Skin skin = makeSkin({.vertices = 99});
    std::multiset<std::pair<std::uint32_t, float>> given, found;
    for (const SampleContent& s : skin.sample.content.samples)
        given.emplace(s.domain, skin.sample.content.surface.positions[s.vertex].x);
    for (const AssetSample& s : skin.view.samples)
        found.emplace(s.domain, skin.view.blocks[s.place / kAssetLanes].position[0][s.place % kAssetLanes]);
    EXPECT_EQ(given, found);
    for (const AssetDomain& d : skin.view.domains) {
        for (const AssetSample& s : skin.view.samples.subspan(d.firstSample, d.samples))
            EXPECT_EQ(&skin.view.domains[s.domain], &d);
    }
}

// 30k vertices, 20 domains of rank 20, four cubature tets per mode: at most 16 MB.
std::uint64_t bytesOf(double band) {
    SampleSize size{
        .ranks = std::vector<std::uint32_t>(20, 20), .tetsPerMode = 4, .vertices = 30000, .band = band};
    size.samplesEvery = 15;
    return makeSkin(size).bytes.bytes().size();
}

TEST(AssetSize, ACharacterOf30kVerticesFitsInto16Megabytes) {
    EXPECT_LE(bytesOf(0.6), 16'000'000u);  // 1.6 domains per vertex
    EXPECT_LE(bytesOf(1.0), 16'000'000u);  // every vertex blends two domains
}

}  // namespace
}  // namespace sinew
