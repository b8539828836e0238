// Fast generalised winding numbers: far triangles are summed through the moments of their boxes. After
// Barill, Dickson, Schmidt, Levin and Jacobson 2018, "Fast Winding Numbers for Soups and Clouds", with
// moments up to second order. In addition to Barill et al., the moments are reduced to their traceless parts
// (the kernel is harmonic, so the rest contributes nothing), and the error has a proven bound.
#pragma once

#include <span>
#include <vector>

#include "Offline/Geometry/BoxTree.h"
#include "Offline/Geometry/TriangleMesh.h"

namespace sinew {

class WindingField {
  public:
    // A box is far if the distance to its centre is more than `opening` radii. At 2 the largest error
    // observed on closed bodies is a few thousandths; it decreases at least with the third power.
    static constexpr double kOpening = 2;

    WindingField() = default;
    // `mesh` and `tree` (over its triangles) must outlive the field.
    WindingField(const TriangleMesh& mesh, const BoxTree& tree);

    double at(Vec3d p, double opening = kOpening) const;

    // A bound on the error of at(), apart from rounding. A moment of radius R and area A at distance d omits
    // all terms of the series of its kernel from the fourth on. With x = R/d, each unit of area contributes
    // at most Σ n xⁿ⁻¹ / (4π d²), n ≥ 4, because the gradient of a solid harmonic of degree n is at most n
    // ρⁿ⁻¹.
    double errorBound(Vec3d p, double opening = kOpening) const;

  private:
    struct Moment {
        Vec3d middle;       // area-weighted
        double radius = 0;  // largest distance of a triangle from the middle
        double area = 0;
        Vec3d normal;           // ∫ n
        double second[6] = {};  // symmetric traceless part of ∫ (x−m) nᵀ: xx yy zz xy yz zx
        // The same for ∫ (x−m)(x−m)ᵀ n: xxx yyy zzz xxy xxz yyx yyz zzx zzy xyz.
        double third[10] = {};
    };
    // The data that decides whether a box is far, stored separately because most visits read nothing else.
    struct Reach {
        Vec3d middle;
        double squaredRadius = 0;
    };
    struct RawMoment;

    static Moment reduced(const RawMoment& raw);
    RawMoment leafMoment(std::span<const std::uint32_t> items) const;
    static double farWinding(const Moment& moment, Vec3d toMiddle, double squaredDistance);

    TriangleMesh mesh_;
    const BoxTree* tree_ = nullptr;
    std::vector<Moment> moments_;  // per node of the tree
    std::vector<Reach> reaches_;
};

// Half the solid angle of a triangle. The winding number is the sum of these divided by 2π.
double halfSolidAngle(const TrianglePoints& t, Vec3d p);

// The winding number of each point.
std::vector<double> windingNumbers(const WindingField& field, std::span<const Vec3d> points,
                                   const Jobs& jobs = {});

}  // namespace sinew
