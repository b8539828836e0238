#include "Samples/Shape.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

constexpr double kFar = 1e3;

double distanceTo(const Ball& b, Vec3d p) {
    const Vec3d q = transpose(b.axes) * (p - b.centre);
    const Vec3d scaled1{q.x / b.radii.x, q.y / b.radii.y, q.z / b.radii.z};
    const Vec3d scaled2{scaled1.x / b.radii.x, scaled1.y / b.radii.y, scaled1.z / b.radii.z};
    const double k1 = length(scaled1), k2 = length(scaled2);
    return k2 > 0 ? (k1 - 1) * k1 / k2 : -std::min({b.radii.x, b.radii.y, b.radii.z});
}

double distanceTo(const Bar& b, Vec3d p) {
    const Vec3d along = b.to - b.from;
    const double t = std::clamp(dot(p - b.from, along) / dot(along, along), 0.0, 1.0);
    return length(p - b.from - along * t) - (b.fromRadius + (b.toRadius - b.fromRadius) * t);
}

constexpr double Section::*kFields[] = {&Section::side,      &Section::front,     &Section::plusSide,
                                        &Section::minusSide, &Section::plusFront, &Section::minusFront,
                                        &Section::square};

double slope(const std::vector<Section>& s, std::size_t i, double Section::*field) {
    const std::size_t a = i == 0 ? 0 : i - 1, b = std::min(i + 1, s.size() - 1);
    return (s[b].*field - s[a].*field) / (s[b].at - s[a].at);
}

// Cubic through the sections, so that silhouettes are smooth.
Section sectionAt(const std::vector<Section>& s, double at) {
    if (at <= s.front().at) return s.front();
    if (at >= s.back().at) return s.back();
    std::size_t i = 0;
    while (s[i + 1].at < at) ++i;
    const double span = s[i + 1].at - s[i].at, t = (at - s[i].at) / span, t2 = t * t, t3 = t2 * t;
    Section out = s[i];
    for (const auto field : kFields) {
        out.*field = s[i].*field * (2 * t3 - 3 * t2 + 1) + s[i + 1].*field * (3 * t2 - 2 * t3) +
                     span * (slope(s, i, field) * (t3 - 2 * t2 + t) + slope(s, i + 1, field) * (t3 - t2));
    }
    return out;
}

double distanceTo(const Loft& l, Vec3d p) {
    const Vec3d q = p - l.origin;
    const double at = dot(q, l.axis);
    const Section s = sectionAt(l.sections, at);
    const double under = std::min(at - l.sections.front().at, 0.0);
    const double over = std::max(at - l.sections.back().at, 0.0);
    const double u = dot(q, l.side) - s.side, v = dot(q, l.front) - s.front, w = under + over;
    const double ru = u > 0 ? s.plusSide : s.minusSide, rv = v > 0 ? s.plusFront : s.minusFront;
    const double rw = w > 0 ? l.endCap : l.startCap;
    const Vec3d a{u / ru, v / rv, w / rw};
    const double k1 = length(a), k2 = length(Vec3d{a.x / ru, a.y / rv, a.z / rw});
    if (!(k2 > 0)) return -std::min(ru, rv);
    const double x2 = a.x * a.x, y2 = a.y * a.y;
    const double box = std::sqrt(std::sqrt(x2 * x2 + y2 * y2) + a.z * a.z);
    return (k1 + (box - k1) * s.square - 1) * k1 / k2;
}

}  // namespace

double smoothMin(double a, double b, double width) {
    const double h = std::max(width - std::abs(a - b), 0.0) / width;
    return std::min(a, b) - h * h * h * width / 6;
}

void Shape::add(Primitive primitive, double blend) {
    parts_.push_back({Step::Add, blend, 0, std::move(primitive), {}});
}

void Shape::carve(Primitive primitive, double blend) {
    parts_.push_back({Step::Carve, blend, 0, std::move(primitive), {}});
}

void Shape::join(const Shape& other, double blend) {
    parts_.push_back({Step::Join, blend, 0, Ball{}, {other}});
}

void Shape::cutBelow(double height, double blend) {
    parts_.push_back({Step::Cut, blend, height, Ball{}, {}});
}

double Shape::evaluate(Vec3d p) const {
    double d = kFar;
    for (const Part& part : parts_) {
        if (part.step == Step::Cut) {
            d = -smoothMin(-d, p.y - part.height, part.blend);
            continue;
        }
        const double other =
            part.step == Step::Join
                ? part.joined.front().evaluate(p)
                : std::visit([&](const auto& primitive) { return distanceTo(primitive, p); }, part.primitive);
        d = part.step == Step::Carve ? -smoothMin(-d, other, part.blend) : smoothMin(d, other, part.blend);
    }
    return d;
}

double Shape::at(Vec3d p) const {
    if (mirrorRadius_ >= 0) p.x = std::sqrt(p.x * p.x + mirrorRadius_ * mirrorRadius_) - mirrorRadius_;
    return evaluate(p);
}

Vec3d Shape::gradient(Vec3d p) const {
    const double h = 1.0 / 16384;
    Vec3d g;
    for (int i = 0; i < 3; ++i) {
        Vec3d a = p, b = p;
        a[i] -= h;
        b[i] += h;
        g[i] = (at(b) - at(a)) / (2 * h);
    }
    return g;
}

Vec3d Shape::project(Vec3d p) const {
    for (int i = 0; i < 2; ++i) {
        const Vec3d g = gradient(p);
        const double size = dot(g, g);
        if (!(size > 1e-6)) return p;
        p = p - g * (at(p) / size);
    }
    return p;
}

}  // namespace sinew
