// Bodies as blended implicit shapes: negative inside, positive outside, close to a distance near the surface.
// Only + - * / and sqrt are used, so that every compiler gives the same bits.
#pragma once

#include <variant>
#include <vector>

#include "Math/Mat3.h"

namespace sinew {

// An ellipsoid; `radii` along the columns of `axes`.
struct Ball {
    Vec3d centre, radii;
    Mat3d axes = Mat3d::identity();
};

// A cone with round ends.
struct Bar {
    Vec3d from, to;
    double fromRadius, toRadius;
};

// One cross-section of a loft: an oval whose four half-widths differ, between ellipse (0) and box (1).
struct Section {
    double at;           // metres along the axis
    double side, front;  // centre, off the axis
    double plusSide, minusSide, plusFront, minusFront;
    double square = 0;
};

// A body of changing oval cross-section along a straight axis: limbs, trunk, feet.
struct Loft {
    Vec3d origin;
    Vec3d axis, side, front;  // orthonormal
    double startCap, endCap;  // how far the round ends reach beyond the first and last section
    std::vector<Section> sections;
};

using Primitive = std::variant<Ball, Bar, Loft>;

class Shape {
  public:
    // Smooth union (or, carving, smooth difference) with what is there; `blend`: width of the fillet in
    // metres.
    void add(Primitive primitive, double blend);
    void carve(Primitive primitive, double blend);
    // Joins a whole shape: its parts blend with each other first, so that limbs do not melt into the trunk.
    void join(const Shape& other, double blend);
    // Keeps what lies above y = height; the edge is rounded.
    void cutBelow(double height, double blend);
    // Mirrored at x = 0: only x ≥ 0 is described. Parts that reach the plane meet with a rounding of
    // `radius`.
    void mirror(double radius) { mirrorRadius_ = radius; }

    double at(Vec3d p) const;
    Vec3d gradient(Vec3d p) const;
    // The nearby point of the surface, by Newton steps along the gradient.
    Vec3d project(Vec3d p) const;

  private:
    enum class Step { Add, Carve, Cut, Join };
    struct Part {
        Step step;
        double blend, height;
        Primitive primitive;
        std::vector<Shape> joined;  // at most one
    };

    double evaluate(Vec3d p) const;

    std::vector<Part> parts_;
    double mirrorRadius_ = -1;
};

double smoothMin(double a, double b, double width);

}  // namespace sinew
