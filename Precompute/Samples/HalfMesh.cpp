#include "Samples/HalfMesh.h"

#include <array>
#include <cmath>

namespace sinew {

namespace {

constexpr std::uint32_t kNone = UINT32_MAX;

// Nodes stand at x = (i − ½)·cell, so that the first column of cells straddles the mirror plane.
class Grid {
  public:
    Grid(const Shape& shape, Vec3d low, Vec3d high, double cell) : shape_(shape), low_(low), cell_(cell) {
        for (int a = 0; a < 3; ++a) {
            const double extent = high[a] - (a == 0 ? 0 : low[a]);
            nodes_[a] = static_cast<int>(std::ceil(extent / cell)) + 2;
        }
        values_.resize(static_cast<std::size_t>(nodes_[0]) * nodes_[1] * nodes_[2]);
        sample();
        vertexOfCell_.assign(values_.size(), kNone);
    }

    HalfMesh extract() {
        for (int k = 0; k + 1 < nodes_[2]; ++k) {
            for (int j = 0; j + 1 < nodes_[1]; ++j) {
                for (int i = 0; i + 1 < nodes_[0]; ++i) placeVertex({i, j, k});
            }
        }
        for (int k = 1; k + 1 < nodes_[2]; ++k) {
            for (int j = 1; j + 1 < nodes_[1]; ++j) {
                for (int i = 1; i + 1 < nodes_[0]; ++i) {
                    for (int axis = 0; axis < 3; ++axis) placeQuad({i, j, k}, axis);
                }
            }
        }
        return std::move(mesh_);
    }

  private:
    using Node = std::array<int, 3>;

    std::size_t index(Node n) const {
        return (static_cast<std::size_t>(n[2]) * nodes_[1] + n[1]) * nodes_[0] + n[0];
    }
    Vec3d point(Node n) const { return {(n[0] - 0.5) * cell_, low_.y + n[1] * cell_, low_.z + n[2] * cell_}; }
    bool inside(Node n) const { return values_[index(n)] < 0; }

    // Far from the surface one sample per block of cells is enough.
    void sample() {
        constexpr int kBlock = 4;
        for (int k = 0; k < nodes_[2]; k += kBlock) {
            for (int j = 0; j < nodes_[1]; j += kBlock) {
                for (int i = 0; i < nodes_[0]; i += kBlock) sampleBlock({i, j, k}, kBlock);
            }
        }
    }

    void sampleBlock(Node first, int block) {
        const Vec3d middle = point(first) + Vec3d{1, 1, 1} * (0.5 * block * cell_);
        const double there = shape_.at(middle);
        const bool far = std::abs(there) > 2 * block * cell_;
        for (int k = first[2]; k < std::min(first[2] + block, nodes_[2]); ++k) {
            for (int j = first[1]; j < std::min(first[1] + block, nodes_[1]); ++j) {
                for (int i = first[0]; i < std::min(first[0] + block, nodes_[0]); ++i) {
                    values_[index({i, j, k})] = far ? there : shape_.at(point({i, j, k}));
                }
            }
        }
    }

    // The mean of the crossings on the cell's edges.
    void placeVertex(Node cell) {
        Vec3d sum;
        int crossings = 0;
        for (int axis = 0; axis < 3; ++axis) {
            for (int corner = 0; corner < 4; ++corner) {
                Node a = cell;
                a[(axis + 1) % 3] += corner & 1;
                a[(axis + 2) % 3] += corner >> 1;
                Node b = a;
                b[axis] += 1;
                if (inside(a) == inside(b)) continue;
                const double fa = values_[index(a)], fb = values_[index(b)];
                sum += lerp(point(a), point(b), fa / (fa - fb));
                ++crossings;
            }
        }
        if (crossings == 0) return;
        Vec3d p = sum / crossings;
        if (cell[0] == 0) p.x = 0;
        vertexOfCell_[index(cell)] = static_cast<std::uint32_t>(mesh_.positions.size());
        mesh_.positions.push_back(p);
    }

    // The four cells around a grid edge that the surface crosses.
    void placeQuad(Node a, int axis) {
        Node b = a;
        b[axis] += 1;
        if (b[axis] >= nodes_[axis] || inside(a) == inside(b)) return;
        const int s = (axis + 1) % 3, t = (axis + 2) % 3;
        std::array<std::uint32_t, 4> quad{};
        const int ds[] = {-1, 0, 0, -1}, dt[] = {-1, -1, 0, 0};
        for (std::size_t c = 0; c < 4; ++c) {
            Node cell = a;
            cell[s] += ds[c];
            cell[t] += dt[c];
            quad[c] = vertexOfCell_[index(cell)];
        }
        if (inside(b)) std::swap(quad[1], quad[3]);
        const auto gap = [&](int x, int y) {
            return length(mesh_.positions[quad[x]] - mesh_.positions[quad[y]]);
        };
        const std::size_t turn = gap(0, 2) <= gap(1, 3) ? 0 : 1;
        const auto at = [&](std::size_t c) { return quad[(c + turn) % 4]; };
        mesh_.triangles.push_back({at(0), at(1), at(2)});
        mesh_.triangles.push_back({at(0), at(2), at(3)});
    }

    const Shape& shape_;
    Vec3d low_;
    double cell_;
    std::array<int, 3> nodes_{};
    std::vector<double> values_;
    std::vector<std::uint32_t> vertexOfCell_;
    HalfMesh mesh_;
};

}  // namespace

HalfMesh polygonise(const Shape& shape, Vec3d low, Vec3d high, double cell) {
    return Grid(shape, low, high, cell).extract();
}

MirroredMesh mirrored(const HalfMesh& half) {
    MirroredMesh whole{half.positions, half.triangles, {}};
    whole.mirrorOf.resize(half.positions.size());
    for (std::uint32_t v = 0; v < half.positions.size(); ++v) {
        whole.mirrorOf[v] = v;
        if (half.onPlane(v)) continue;
        const Vec3d p = half.positions[v];
        whole.mirrorOf[v] = static_cast<std::uint32_t>(whole.positions.size());
        whole.positions.push_back({-p.x, p.y, p.z});
        whole.mirrorOf.push_back(v);
    }
    for (const Triangle& t : half.triangles) {
        whole.triangles.push_back({whole.mirrorOf[t[0]], whole.mirrorOf[t[2]], whole.mirrorOf[t[1]]});
    }
    return whole;
}

}  // namespace sinew
