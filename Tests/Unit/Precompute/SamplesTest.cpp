#include "Samples/Samples.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "Offline/Character/Import.h"
#include "Offline/Files.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/SelfIntersection.h"
#include "Offline/Geometry/Topology.h"
#include "Support/Characters/UvOverlap.h"
#include "Support/Data.h"

namespace sinew {
namespace {

std::filesystem::path committedFile(const std::string& name) {
    return test::sourcePath("Content/" + name + ".glb");
}

// The committed files: generating them takes seconds, and one test proves that this gives the same bytes.
const std::vector<Character>& samples() {
    static const std::vector<Character> read{importCharacter(committedFile("Limb")),
                                             importCharacter(committedFile("Mannequin"))};
    return read;
}

const Character& limb() {
    return samples()[0];
}

const Character& mannequin() {
    return samples()[1];
}

TriangleMesh meshOf(const Character& c) {
    return {c.surface.positions, c.surface.triangles};
}

// Degrees.
double smallestAngleOf(const TrianglePoints& t) {
    double smallest = 180;
    for (std::size_t c = 0; c < 3; ++c) {
        const Vec3d u = t[(c + 1) % 3] - t[c], v = t[(c + 2) % 3] - t[c];
        smallest = std::min(smallest, std::atan2(length(cross(u, v)), dot(u, v)) * 180 / 3.14159265358979);
    }
    return smallest;
}

TEST(Samples, CommittedFilesAreWhatTheCodeMakes) {
    for (const Character& c : makeSamples()) {
        const std::vector<std::byte> made = sampleBytes(c);
        const std::string committed = readFile(committedFile(c.name));
        EXPECT_LT(committed.size(), 2'000'000u);
        EXPECT_TRUE(committed == std::string(reinterpret_cast<const char*>(made.data()), made.size()))
            << c.name << ".glb is not what the code generates; write it again with `sinew samples`";
    }
}

TEST(Samples, ImportFindsNothingToComplainAbout) {
    for (const Character& c : samples()) {
        EXPECT_EQ(c.units.metresPerUnit, 1) << c.name;
        EXPECT_EQ(c.units.up, UpAxis::Y) << c.name;
        for (const Finding& finding : c.findings) {
            EXPECT_EQ(finding.severity, Severity::Note) << c.name << ": " << finding.text;
        }
    }
}

TEST(Samples, SurfacesAreClosedInOnePieceWithoutHandles) {
    for (const Character& c : samples()) {
        const auto& triangles = c.surface.triangles;
        const auto parts = partTopologies(triangles, edgeTable(triangles), connectedParts(triangles));
        ASSERT_EQ(parts.size(), 1u) << c.name;
        EXPECT_TRUE(parts[0].isClosed()) << c.name;
        EXPECT_EQ(parts[0].flippedEdges, 0u) << c.name;
        EXPECT_EQ(parts[0].eulerCharacteristic(), 2) << c.name;
        EXPECT_EQ(parts[0].vertices, c.surface.positions.size()) << c.name;
    }
}

TEST(Samples, SurfacesDoNotCutThemselves) {
    for (const Character& c : samples()) {
        EXPECT_TRUE(selfIntersections(meshOf(c), {}, PairRule::Everything).empty()) << c.name;
    }
}

TEST(Samples, TrianglesAreWellShaped) {
    for (const Character& c : samples()) {
        double smallest = 180;
        for (std::uint32_t t = 0; t < c.surface.triangles.size(); ++t) {
            smallest = std::min(smallest, smallestAngleOf(meshOf(c).points(t)));
        }
        EXPECT_GT(smallest, 20) << c.name;
    }
}

TEST(Samples, SizesAreAsPromised) {
    EXPECT_GT(limb().surface.triangles.size(), 2000u);
    EXPECT_LT(limb().surface.triangles.size(), 6000u);
    EXPECT_EQ(limb().skeleton.joints.size(), 2u);
    EXPECT_GT(mannequin().surface.triangles.size(), 10000u);
    EXPECT_LT(mannequin().surface.triangles.size(), 20000u);
    EXPECT_EQ(mannequin().skeleton.joints.size(), 23u);
}

TEST(Samples, MannequinHasAPersonsSizeAndStandsOnTheFloor) {
    Vec3d low{9, 9, 9}, high{-9, -9, -9};
    for (const Vec3d p : mannequin().surface.positions) {
        low = min(low, p);
        high = max(high, p);
    }
    EXPECT_NEAR(low.y, 0, 0.001);
    EXPECT_NEAR(high.y, 1.75, 0.005);
    EXPECT_EQ(low.x, -high.x);
    const double litres = 1000 * signedVolume(meshOf(mannequin()));
    EXPECT_GT(litres, 60);
    EXPECT_LT(litres, 75);
}

TEST(Samples, UvsAreInjective) {
    for (const Character& c : samples()) {
        EXPECT_EQ(test::uvOverlaps(c.surface.fileTriangles, c.surface.uvs), 0u) << c.name;
        for (const Uv& uv : c.surface.uvs) {
            EXPECT_TRUE(uv[0] >= 0 && uv[0] <= 1 && uv[1] >= 0 && uv[1] <= 1) << c.name;
        }
    }
}

TEST(Samples, TheUvCheckFindsPlantedFaults) {
    const std::vector<Uv> uvs{{0.1f, 0.1f}, {0.5f, 0.1f}, {0.5f, 0.5f}, {0.1f, 0.5f}, {0.49f, 0.11f}};
    EXPECT_EQ(test::uvOverlaps(std::vector<Triangle>{{0, 1, 2}, {0, 2, 3}}, uvs), 0u);
    EXPECT_EQ(test::uvOverlaps(std::vector<Triangle>{{0, 1, 2}, {0, 4, 3}}, uvs), 1u);  // a corner inside
    EXPECT_EQ(test::uvOverlaps(std::vector<Triangle>{{0, 1, 2}, {0, 1, 2}}, uvs), 1u);  // the same twice
    EXPECT_EQ(test::uvOverlaps(std::vector<Triangle>{{0, 2, 1}}, uvs), 1u);             // turned over
    EXPECT_EQ(test::uvOverlaps(std::vector<Triangle>{{0, 1, 1}}, uvs), 1u);             // without area
    // In the real layout: one vertex moved into a neighbouring chart.
    std::vector<Uv> moved = mannequin().surface.uvs;
    moved[10] = moved[moved.size() / 3];
    EXPECT_GT(test::uvOverlaps(mannequin().surface.fileTriangles, moved), 0u);
}

// The singular values of each triangle's map to the texture, against the mean scale.
TEST(Samples, UvsStretchLittle) {
    for (const Character& c : samples()) {
        const Surface& s = c.surface;
        double uvTotal = 0, total = 0;
        for (std::uint32_t t = 0; t < s.triangles.size(); ++t) {
            const Triangle& f = s.fileTriangles[t];
            uvTotal += test::uvArea(s.uvs[f[0]], s.uvs[f[1]], s.uvs[f[2]]) / 2;
            total += area(meshOf(c).points(t));
        }
        const double scale = std::sqrt(uvTotal / total);
        double smallest = 1, largest = 1;
        for (std::uint32_t t = 0; t < s.triangles.size(); ++t) {
            const Triangle& f = s.fileTriangles[t];
            const TrianglePoints p = meshOf(c).points(t);
            const Vec3d x = normalized(p[1] - p[0]);
            const double base = length(p[1] - p[0]), along = dot(p[2] - p[0], x);
            const double high = length(p[2] - p[0] - x * along);
            double e = 0, g = 0, m = 0;  // of the metric
            for (std::size_t axis = 0; axis < 2; ++axis) {
                const double du = (test::wide(s.uvs[f[1]][axis]) - test::wide(s.uvs[f[0]][axis])) / base;
                const double dv =
                    (test::wide(s.uvs[f[2]][axis]) - test::wide(s.uvs[f[0]][axis]) - du * along) / high;
                e += du * du;
                g += dv * dv;
                m += du * dv;
            }
            const double gap = std::sqrt((e - g) * (e - g) + 4 * m * m);
            smallest = std::min(smallest, std::sqrt(std::max(0.0, (e + g - gap) / 2)) / scale);
            largest = std::max(largest, std::sqrt((e + g + gap) / 2) / scale);
        }
        EXPECT_GT(smallest, 0.5) << c.name;
        EXPECT_LT(largest, 1.5) << c.name;
        EXPECT_GT(uvTotal, 0.45) << c.name;  // of the texture is used
        RecordProperty(c.name + "_least", std::to_string(smallest));
        RecordProperty(c.name + "_most", std::to_string(largest));
    }
}

TEST(Samples, MeshAndWeightsAreMirrorSymmetric) {
    for (const Character& c : samples()) {
        std::map<std::array<double, 3>, std::uint32_t> at;
        for (std::uint32_t v = 0; v < c.surface.positions.size(); ++v) {
            const Vec3d p = c.surface.positions[v];
            at[{p.x, p.y, p.z}] = v;
        }
        const auto mirroredName = [](std::string name) {
            if (name.size() > 2 && name[name.size() - 2] == '_') name.back() = name.back() == 'l' ? 'r' : 'l';
            return name;
        };
        const auto weightsOf = [&](std::uint32_t v, bool mirror) {
            std::map<std::string, float> out;
            for (std::uint32_t k = c.weights.firstOfVertex[v]; k < c.weights.firstOfVertex[v + 1]; ++k) {
                const std::string& name = c.skeleton.joints[c.weights.influences[k].joint].name;
                out[mirror ? mirroredName(name) : name] = c.weights.influences[k].weight;
            }
            return out;
        };
        for (const auto& [p, v] : at) {
            const auto across = at.find({-p[0] + 0.0, p[1], p[2]});
            ASSERT_NE(across, at.end()) << c.name << " vertex " << v;
            const auto own = weightsOf(v, false), other = weightsOf(across->second, true);
            ASSERT_EQ(own.size(), other.size());
            for (const auto& [name, weight] : own) {
                ASSERT_EQ(other.count(name), 1u);
                // Rounding to 1/65536 gives what is left over to the first of equals.
                ASSERT_NEAR(weight, other.at(name), 4.0 / 65536) << c.name << " vertex " << v << " " << name;
            }
        }
    }
}

TEST(Samples, WeightsAreSmoothFewAndSumToOne) {
    for (const Character& c : samples()) {
        const auto dense = [&](std::uint32_t v) {
            std::vector<float> out(c.skeleton.joints.size());
            for (std::uint32_t k = c.weights.firstOfVertex[v]; k < c.weights.firstOfVertex[v + 1]; ++k) {
                out[c.weights.influences[k].joint] += c.weights.influences[k].weight;
            }
            return out;
        };
        for (std::uint32_t v = 0; v < c.surface.positions.size(); ++v) {
            float sum = 0;
            for (const float w : dense(v)) sum += w;
            ASSERT_EQ(sum, 1.0f) << c.name << " vertex " << v;
            ASSERT_LE(c.weights.firstOfVertex[v + 1] - c.weights.firstOfVertex[v], 4u);
        }
        for (const Triangle& t : c.surface.triangles) {
            const auto a = dense(t[0]), b = dense(t[1]);
            for (std::size_t j = 0; j < a.size(); ++j) ASSERT_LT(std::abs(a[j] - b[j]), 0.45f) << c.name;
        }
    }
}

// An arm or leg must not pull at the other side of the body, nor an arm at the flank it hangs beside.
TEST(Samples, WeightsDoNotBleed) {
    const Character& c = mannequin();
    for (std::uint32_t v = 0; v < c.surface.positions.size(); ++v) {
        const Vec3d p = c.surface.positions[v];
        for (std::uint32_t k = c.weights.firstOfVertex[v]; k < c.weights.firstOfVertex[v + 1]; ++k) {
            const auto& [joint, weight] = c.weights.influences[k];
            const std::string& name = c.skeleton.joints[joint].name;
            const bool left = name.ends_with("_l"), right = name.ends_with("_r");
            if ((left && p.x < -0.08) || (right && p.x > 0.08)) {
                EXPECT_LT(weight, 0.05f) << name << " at " << p.x;
            }
            if (name.starts_with("upperarm") && p.y < 1.2 && std::abs(p.x) < 0.2) {
                EXPECT_LT(weight, 0.05f) << name << " at " << p.y;
            }
        }
    }
}

}  // namespace
}  // namespace sinew
