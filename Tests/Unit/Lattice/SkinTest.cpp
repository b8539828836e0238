#include "Offline/Lattice/Cells/TricubicSkin.h"

#include <gtest/gtest.h>

#include <numbers>

#include "Math/Affine.h"
#include "Offline/Workers.h"
#include "Support/Bodies/LatticeSamples.h"

namespace sinew::test {
namespace {

const Affined kField{{{{1.5, 0.2, -0.3}, {0.1, 0.7, 0.4}, {-0.6, 0.2, 1.1}}}, {3, -2, 1}};

std::vector<Vec3d> trilinearPositions(const lattice::FleshCells& flesh, std::span<const Vec3d> points,
                                      std::span<const Vec3d> nodes) {
    std::vector<Vec3d> positions;
    for (const Vec3d& p : points)
        positions.push_back(lattice::positionOf(flesh.find(p).point, flesh.cells(), nodes));
    return positions;
}

// The largest change of slope from one piece of an evenly sampled curve to the next.
double largestKink(const std::vector<Vec3d>& curve) {
    double largest = 0;
    for (std::size_t i = 1; i + 1 < curve.size(); ++i) {
        largest = std::max(largest, length(curve[i - 1] - curve[i] * 2.0 + curve[i + 1]));
    }
    return largest;
}

TEST(LatticeSkin, LinearFieldsAreReproducedAlsoOutsideOfCells) {
    const MeshArrays mesh = sphere({}, {1, 0.8, 0.6});
    const Solid solid = solidOf(mesh);
    const lattice::FleshCells flesh(solid, 0.1);
    std::vector<Vec3d> points = mesh.positions;
    for (const Vec3d& p : mesh.positions) points.push_back(p * 1.1);
    const lattice::TricubicSkin skin = bindSkin(flesh, points, {});
    std::vector<Vec3d> moved;
    for (const Vec3d& n : restNodes(flesh.cells())) moved.push_back(transformPoint(kField, n));
    const std::vector<Vec3d> positions = lattice::boundPositions(skin, moved);
    for (std::size_t v = 0; v < points.size(); ++v) {
        ASSERT_LT(length(positions[v] - transformPoint(kField, points[v])), 2e-6);
    }
    EXPECT_GT(*std::max_element(skin.outside.begin(), skin.outside.end()), 0.05);
}

TEST(LatticeSkin, WeightsSumToOneOverAtMostSixtyFourNodes) {
    const MeshArrays mesh = fork(0.004);
    const Solid solid = solidOf(mesh);
    const lattice::FleshCells flesh(solid, 0.13);
    Random random(1);
    std::vector<Vec3d> points;
    for (int i = 0; i < 1000; ++i) points.push_back(random.point(-1, 1));
    const lattice::TricubicSkin skin = bindSkin(flesh, points, {});
    ASSERT_EQ(skin.vertexCount(), points.size());
    for (std::uint32_t v = 0; v < skin.vertexCount(); ++v) {
        double sum = 0;
        for (std::uint32_t i = skin.firstOfVertex[v]; i < skin.firstOfVertex[v + 1]; ++i) {
            sum += static_cast<double>(skin.weights[i]);
        }
        ASSERT_NEAR(sum, 1, 1e-8);
        ASSERT_LE(skin.firstOfVertex[v + 1] - skin.firstOfVertex[v], lattice::TricubicSkin::kMaxNodes);
    }
}

// Plates on a slab, two to a cell, or prongs, four to a cell, with gaps thinner than anything: more nodes
// about the cells below them than a row has room for.
MeshArrays brush(double width, int prongsInPlate) {
    constexpr int kPlates = 12;
    const double pitch = width / 2, gap = width / 100, side = kPlates * pitch, length = side / prongsInPlate;
    MeshArrays mesh = cube({0, -3 * width, 0}, {side, 0, side});
    for (int i = 0; i < kPlates; ++i) {
        for (int k = 0; k < prongsInPlate; ++k) {
            append(mesh, cube({i * pitch + gap, -0.3 * width, k * length + gap},
                              {(i + 1) * pitch - gap, 2 * width, (k + 1) * length - gap}));
        }
    }
    return mesh;
}

// Along how many axes at once the nodes of a vertex go beyond its cell: 3 where it is tricubic, 1 where that
// has no room, 0 where it is trilinear.
int maxAxesBeyond(const lattice::TricubicSkin& skin, const lattice::Cells& cells, std::uint32_t v) {
    const lattice::Cells::Place cell = cells.cells[skin.cellOfVertex[v]].place;
    int largest = 0;
    for (std::uint32_t i = skin.firstOfVertex[v]; i < skin.firstOfVertex[v + 1]; ++i) {
        int axes = 0;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const std::int32_t steps = cells.placeOfNode[skin.nodes[i]][axis] - cell[axis];
            axes += steps < 0 || steps > 1 ? 1 : 0;
        }
        largest = std::max(largest, axes);
    }
    return largest;
}

// How many of many vertices are of each kind; all reproduce linear fields.
std::array<int, 4> kindsOnBrush(int prongsInPlate) {
    const double width = 0.2;
    const Solid solid = solidOf(brush(width, prongsInPlate));
    const lattice::FleshCells flesh(solid, width);
    Random random(5);
    std::vector<Vec3d> points, moved;
    for (int i = 0; i < 1000; ++i)
        points.push_back({random.uniform(0.3, 0.9), random.uniform(-0.5, 0.3), random.uniform(0.3, 0.9)});
    for (const Vec3d& n : restNodes(flesh.cells())) moved.push_back(transformPoint(kField, n));
    const lattice::TricubicSkin skin = bindSkin(flesh, points, {});
    const std::vector<Vec3d> positions = lattice::boundPositions(skin, moved);
    std::array<int, 4> kinds{};
    for (std::uint32_t v = 0; v < points.size(); ++v) {
        ++kinds[static_cast<std::size_t>(maxAxesBeyond(skin, flesh.cells(), v))];
        EXPECT_LT(length(positions[v] - transformPoint(kField, points[v])), 2e-6) << v;
    }
    return kinds;
}

TEST(LatticeSkin, WithMoreNodesAboutThanARowHoldsIsCubicAndReproducesLinearFields) {
    const std::array<int, 4> kinds = kindsOnBrush(1);
    EXPECT_GT(kinds[3], 100);
    EXPECT_GT(kinds[1], 100);
}

TEST(LatticeSkin, WithFarMoreNodesAboutThanARowHoldsIsTrilinearAndReproducesLinearFields) {
    const std::array<int, 4> kinds = kindsOnBrush(12);
    EXPECT_GT(kinds[3], 100);
    EXPECT_GT(kinds[0], 100);
}

// A line through many cells of flesh whose nodes went anywhere.
TEST(LatticeSkin, HasNoKinkBetweenCellsWhereTrilinearHas) {
    const Solid solid = solidOf(cube({-1, -1, -1}, {1, 1, 1}));
    const lattice::FleshCells flesh(solid, 0.2);
    Random random(2);
    std::vector<Vec3d> nodes = restNodes(flesh.cells());
    for (Vec3d& n : nodes) n += random.point(-0.05, 0.05);
    double kink[2] = {}, trilinear[2] = {};
    for (const int fine : {0, 1}) {
        const int steps = fine == 1 ? 8000 : 2000;
        std::vector<Vec3d> line;
        for (int i = 0; i <= steps; ++i) line.push_back(Vec3d{0.7, -0.5, 0.6} * (1.0 - 2.0 * i / steps));
        // Kinks shrink with the step, the second differences of what is smooth with its square.
        kink[fine] = largestKink(lattice::boundPositions(bindSkin(flesh, line, {}), nodes)) * steps;
        trilinear[fine] = largestKink(trilinearPositions(flesh, line, nodes)) * steps;
    }
    EXPECT_LT(kink[1], 0.3 * kink[0]);
    EXPECT_GT(trilinear[1], 0.9 * trilinear[0]);
}

TEST(LatticeSkin, OfABentBarIsSmootherAndNearerToTheTruthThanTrilinear) {
    const Solid solid = solidOf(cube({-1, -0.3, -0.3}, {1, 0.3, 0.3}));
    const lattice::FleshCells flesh(solid, 0.1);
    const auto bent = [](Vec3d p) {
        const double turn = p.x;  // about a circle of radius 1
        return Vec3d{(1 - p.y) * std::sin(turn), 1 - (1 - p.y) * std::cos(turn), p.z};
    };
    std::vector<Vec3d> nodes, line;
    for (const Vec3d& n : restNodes(flesh.cells())) nodes.push_back(bent(n));
    for (int i = 0; i <= 500; ++i) line.push_back({-0.8 + 0.0032 * i, 0.2, 0.1});
    const std::vector<Vec3d> smooth = lattice::boundPositions(bindSkin(flesh, line, {}), nodes),
                             creased = trilinearPositions(flesh, line, nodes);
    double error = 0, trilinearError = 0;
    std::vector<Vec3d> truth;
    for (std::size_t i = 0; i < line.size(); ++i) {
        truth.push_back(bent(line[i]));
        error = std::max(error, length(smooth[i] - truth[i]));
        trilinearError = std::max(trilinearError, length(creased[i] - truth[i]));
    }
    EXPECT_LT(error, 0.05 * trilinearError);
    EXPECT_NEAR(largestKink(smooth), largestKink(truth), 0.1 * largestKink(truth));
    EXPECT_GT(largestKink(creased), 10 * largestKink(truth));
}

TEST(LatticeSkin, OfOneFingerStaysWhenTheOtherMovesAway) {
    const MeshArrays mesh = twoFingers(0.004);
    const Solid solid = solidOf(mesh);
    const lattice::FleshCells flesh(solid, 0.2);
    Random random(3);
    std::vector<Vec3d> points, normals;
    for (int i = 0; i < 400; ++i) {
        const double side = i % 2 == 0 ? -1 : 1;
        points.push_back({side * 0.002, random.uniform(0, 2), random.uniform(0, 1)});
        normals.push_back({-side, 0, 0});
    }
    const std::vector<std::uint32_t> pieces = flesh.pieces();
    const std::uint32_t right = pieces[flesh.find({0.5, 1, 0.5}).point.cell];
    std::vector<Vec3d> nodes = restNodes(flesh.cells());
    const Vec3d away{1, 2, 3};
    std::vector<bool> isRight(nodes.size(), false);
    for (std::uint32_t c = 0; c < flesh.cells().cellCount(); ++c) {
        for (const std::uint32_t n : flesh.cells().nodesOfCell[c]) isRight[n] = pieces[c] == right;
    }
    for (std::size_t n = 0; n < nodes.size(); ++n) nodes[n] += isRight[n] ? away : Vec3d{};
    const std::vector<Vec3d> positions = lattice::boundPositions(bindSkin(flesh, points, normals), nodes);
    for (std::size_t v = 0; v < points.size(); ++v) {
        ASSERT_LT(length(positions[v] - points[v] - (v % 2 == 0 ? Vec3d{} : away)), 1e-5);
    }
}

TEST(LatticeSkin, SameBitsForAnyWorkerCount) {
    const MeshArrays mesh = sphere({}, {1, 0.8, 0.6}, 60, 31);
    const Solid solid = solidOf(mesh);
    const lattice::FleshCells flesh(solid, 0.1);
    const lattice::TricubicSkin serial = bindSkin(flesh, mesh.positions, {});
    std::vector<Vec3d> nodes = restNodes(flesh.cells());
    Random random(4);
    for (Vec3d& n : nodes) n += random.point(-0.05, 0.05);
    for (const unsigned threads : {1u, 2u, 3u}) {
        const Workers workers(threads);
        const lattice::TricubicSkin parallel = bindSkin(flesh, mesh.positions, {}, workers.jobs());
        EXPECT_EQ(parallel.firstOfVertex, serial.firstOfVertex);
        EXPECT_EQ(parallel.nodes, serial.nodes);
        EXPECT_EQ(parallel.weights, serial.weights);
        EXPECT_EQ(lattice::boundPositions(parallel, nodes, workers.jobs()),
                  lattice::boundPositions(serial, nodes));
    }
}

}  // namespace
}  // namespace sinew::test
