#include "Samples/Remesh.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sinew {

namespace {

using Edge = std::pair<std::uint32_t, std::uint32_t>;

double cosineAt(Vec3d corner, Vec3d a, Vec3d b) {
    return dot(normalized(a - corner), normalized(b - corner));
}

// The cosine of the smallest angle: the smaller, the better the triangle.
double worstCosine(Vec3d a, Vec3d b, Vec3d c) {
    return std::max({cosineAt(a, b, c), cosineAt(b, c, a), cosineAt(c, a, b)});
}

class Remesher {
  public:
    Remesher(const HalfMesh& mesh, const Shape& shape, const Sizing& sizing)
        : shape_(shape), sizing_(sizing) {
        positions_ = mesh.positions;
        border_.resize(positions_.size());
        for (std::uint32_t v = 0; v < positions_.size(); ++v) border_[v] = mesh.onPlane(v);
        around_.resize(positions_.size());
        for (const Triangle& t : mesh.triangles) addTriangle(t);
        for (const Vec3d p : positions_) wanted_.push_back(sizing_(p));
    }

    void round(bool changeCount) {
        if (changeCount) {
            for (const Edge& e : edges()) splitIfLong(e);
            for (const Edge& e : edges()) collapseIfShort(e);
        }
        for (const Edge& e : edges()) flipForValence(e);
        smooth();
    }

    void finish() {
        for (int i = 0; i < 3; ++i) {
            for (const Edge& e : edges()) flipForAngle(e);
            smooth();
        }
        for (const Edge& e : edges()) flipForAngle(e);
    }

    HalfMesh result() const {
        HalfMesh out;
        std::vector<std::uint32_t> number(positions_.size());
        for (std::uint32_t v = 0; v < positions_.size(); ++v) {
            if (around_[v].empty()) continue;
            number[v] = static_cast<std::uint32_t>(out.positions.size());
            out.positions.push_back(positions_[v]);
        }
        for (const Triangle& t : triangles_) {
            if (t[0] != t[1]) out.triangles.push_back({number[t[0]], number[t[1]], number[t[2]]});
        }
        return out;
    }

  private:
    // A dead triangle has three equal corners.
    void addTriangle(const Triangle& t) {
        for (const std::uint32_t v : t) around_[v].push_back(static_cast<std::uint32_t>(triangles_.size()));
        triangles_.push_back(t);
    }

    void removeTriangle(std::uint32_t t) {
        for (const std::uint32_t v : triangles_[t]) std::erase(around_[v], t);
        triangles_[t] = {0, 0, 0};
    }

    std::vector<Edge> edges() const {
        std::vector<Edge> out;
        for (const Triangle& t : triangles_) {
            for (std::size_t c = 0; c < 3; ++c) {
                const std::uint32_t a = t[c], b = t[(c + 1) % 3];
                if (a != b) out.emplace_back(std::min(a, b), std::max(a, b));
            }
        }
        std::sort(out.begin(), out.end());
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }

    std::vector<std::uint32_t> trianglesOf(const Edge& e) const {
        std::vector<std::uint32_t> out;
        for (const std::uint32_t t : around_[e.first]) {
            const Triangle& c = triangles_[t];
            if (c[0] == e.second || c[1] == e.second || c[2] == e.second) out.push_back(t);
        }
        return out;
    }

    std::vector<std::uint32_t> neighbours(std::uint32_t v) const {
        std::vector<std::uint32_t> out;
        for (const std::uint32_t t : around_[v]) {
            for (const std::uint32_t w : triangles_[t]) {
                if (w != v) out.push_back(w);
            }
        }
        std::sort(out.begin(), out.end());
        out.erase(std::unique(out.begin(), out.end()), out.end());
        return out;
    }

    // Rotated so that the edge's ends come first, in the triangle's order.
    Triangle startingAtEdge(std::uint32_t t, const Edge& e) const {
        const Triangle& c = triangles_[t];
        for (std::size_t i = 0; i < 3; ++i) {
            if (c[i] != e.first && c[i] != e.second) return {c[(i + 1) % 3], c[(i + 2) % 3], c[i]};
        }
        return c;
    }

    double lengthOf(const Edge& e) const { return length(positions_[e.first] - positions_[e.second]); }
    double wantedAt(const Edge& e) const { return (wanted_[e.first] + wanted_[e.second]) / 2; }

    Vec3d areaNormal(const Triangle& t) const {
        return cross(positions_[t[1]] - positions_[t[0]], positions_[t[2]] - positions_[t[0]]);
    }

    void splitIfLong(const Edge& e) {
        const std::vector<std::uint32_t> sides = trianglesOf(e);
        if (sides.empty() || lengthOf(e) < wantedAt(e) * (4.0 / 3)) return;
        const auto middle = static_cast<std::uint32_t>(positions_.size());
        positions_.push_back((positions_[e.first] + positions_[e.second]) / 2);
        border_.push_back(sides.size() == 1);
        around_.emplace_back();
        wanted_.push_back(sizing_(positions_.back()));
        for (const std::uint32_t t : sides) {
            const Triangle c = startingAtEdge(t, e);
            removeTriangle(t);
            addTriangle({c[0], middle, c[2]});
            addTriangle({middle, c[1], c[2]});
        }
    }

    void collapseIfShort(const Edge& e) {
        const std::vector<std::uint32_t> sides = trianglesOf(e);
        if (sides.empty() || lengthOf(e) > wantedAt(e) * (4.0 / 5)) return;
        std::uint32_t keep = e.first, drop = e.second;
        if (border_[keep] && border_[drop] && sides.size() == 2) return;
        if (border_[drop] && !border_[keep]) std::swap(keep, drop);
        const bool slides = border_[keep] == border_[drop];
        const Vec3d target = slides ? (positions_[keep] + positions_[drop]) / 2 : positions_[keep];
        if (!mayCollapse(keep, drop, target, sides.size())) return;
        for (const std::uint32_t t : sides) removeTriangle(t);
        const std::vector<std::uint32_t> moved = around_[drop];
        for (const std::uint32_t t : moved) {
            Triangle c = triangles_[t];
            removeTriangle(t);
            for (std::uint32_t& v : c) v = v == drop ? keep : v;
            addTriangle(c);
        }
        positions_[keep] = target;
    }

    bool mayCollapse(std::uint32_t keep, std::uint32_t drop, Vec3d target, std::size_t sides) const {
        const std::vector<std::uint32_t> a = neighbours(keep), b = neighbours(drop);
        std::vector<std::uint32_t> common;
        std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
        if (common.size() != sides) return false;
        for (const std::uint32_t v : common) {
            if (around_[v].size() <= (border_[v] ? 2u : 3u)) return false;
        }
        for (const std::uint32_t v : b) {
            const bool known = v == keep || std::binary_search(a.begin(), a.end(), v);
            if (!known && border_[v] && border_[keep]) return false;  // would bridge the border
            if (v != keep && length(positions_[v] - target) > (wanted_[v] + wanted_[keep]) * (2.0 / 3))
                return false;
        }
        return staysUpright(keep, drop, target) && staysUpright(drop, keep, target);
    }

    // Moving v to `target` turns no triangle over, but for those that vanish with `other`.
    bool staysUpright(std::uint32_t v, std::uint32_t other, Vec3d target) const {
        for (const std::uint32_t t : around_[v]) {
            const Triangle& c = triangles_[t];
            if (c[0] == other || c[1] == other || c[2] == other) continue;
            std::array<Vec3d, 3> p{positions_[c[0]], positions_[c[1]], positions_[c[2]]};
            for (std::size_t i = 0; i < 3; ++i) p[i] = c[i] == v ? target : p[i];
            const Vec3d now = cross(p[1] - p[0], p[2] - p[0]), was = areaNormal(c);
            if (dot(now, was) < 0.5 * length(now) * length(was)) return false;
        }
        return true;
    }

    int valenceError(std::uint32_t v, int change) const {
        const int wanted = border_[v] ? 3 : 6;  // triangles around it
        return std::abs(static_cast<int>(around_[v].size()) + change - wanted);
    }

    void flipForValence(const Edge& e) {
        flipIf(e, [this](const Triangle& s, const Triangle& t) {
            const int before =
                valenceError(s[0], 0) + valenceError(s[1], 0) + valenceError(s[2], 0) + valenceError(t[2], 0);
            const int after = valenceError(s[0], -1) + valenceError(s[1], -1) + valenceError(s[2], 1) +
                              valenceError(t[2], 1);
            return after < before;
        });
    }

    void flipForAngle(const Edge& e) {
        flipIf(e, [this](const Triangle& s, const Triangle& t) {
            const Vec3d a = positions_[s[0]], b = positions_[s[1]], c = positions_[s[2]],
                        d = positions_[t[2]];
            return std::max(worstCosine(d, c, a), worstCosine(c, d, b)) <
                   std::max(worstCosine(a, b, c), worstCosine(b, a, d)) - 1e-9;
        });
    }

    // `better` sees both triangles, starting at the edge.
    template <class Better>
    void flipIf(const Edge& e, Better better) {
        const std::vector<std::uint32_t> sides = trianglesOf(e);
        if (sides.size() != 2) return;
        const Triangle s = startingAtEdge(sides[0], e), t = startingAtEdge(sides[1], e);
        const std::uint32_t c = s[2], d = t[2];
        if ((border_[c] && border_[d]) || !trianglesOf({c, d}).empty()) return;
        const Vec3d normal = areaNormal(s) + areaNormal(t);
        const Triangle s2{c, d, s[1]}, t2{d, c, s[0]};
        for (const Triangle& n : {s2, t2}) {
            const Vec3d now = areaNormal(n);
            if (dot(now, normal) < 0.7 * length(now) * length(normal)) return;
        }
        if (!better(s, t)) return;
        removeTriangle(sides[0]);
        removeTriangle(sides[1]);
        addTriangle(s2);
        addTriangle(t2);
    }

    void smooth() {
        std::vector<Vec3d> moved = positions_;
        for (std::uint32_t v = 0; v < positions_.size(); ++v) {
            if (!around_[v].empty()) moved[v] = smoothed(v);
        }
        positions_ = std::move(moved);
        for (std::uint32_t v = 0; v < positions_.size(); ++v) wanted_[v] = sizing_(positions_[v]);
    }

    Vec3d smoothed(std::uint32_t v) const {
        const Vec3d p = positions_[v];
        Vec3d sum, normal;
        double total = 0;
        for (const std::uint32_t t : around_[v]) {
            const Triangle& c = triangles_[t];
            const Vec3d n = areaNormal(c);
            const double size = (wanted_[c[0]] + wanted_[c[1]] + wanted_[c[2]]) / 3;
            const double weight = length(n) / (size * size);
            normal += n;
            sum += (positions_[c[0]] + positions_[c[1]] + positions_[c[2]]) * (weight / 3);
            total += weight;
        }
        Vec3d target = sum / total;
        if (border_[v]) {
            Vec3d ends;
            int count = 0;
            for (const std::uint32_t w : neighbours(v)) {
                if (!border_[w] || trianglesOf({v, w}).size() != 1) continue;
                ends += positions_[w];
                ++count;
            }
            target = ends / count;
        }
        normal = normalized(normal);
        Vec3d step = target - p;
        step = step - normal * dot(normal, step);
        Vec3d q = shape_.project(p + step * 0.8);
        if (border_[v]) q.x = 0;
        return q;
    }

    const Shape& shape_;
    const Sizing& sizing_;
    std::vector<Vec3d> positions_;
    std::vector<bool> border_;
    std::vector<double> wanted_;
    std::vector<Triangle> triangles_;
    std::vector<std::vector<std::uint32_t>> around_;  // vertex → its triangles
};

}  // namespace

HalfMesh remesh(const HalfMesh& mesh, const Shape& shape, const Sizing& sizing, int rounds) {
    Remesher remesher(mesh, shape, sizing);
    for (int i = 0; i < rounds; ++i) remesher.round(i < rounds - 2);
    remesher.finish();
    return remesher.result();
}

}  // namespace sinew
