// External loads on a body.
#pragma once

#include <vector>

#include "Offline/Tets/Potential.h"

namespace sinew::tets {

// Gravity and given forces. The energy is linear in the positions.
class ConstantForces : public Potential {
  public:
    explicit ConstantForces(std::vector<Vec3d> forcePerNode) : force_(std::move(forcePerNode)) {}

    double energy(std::span<const Vec3d> x, const Jobs& jobs) const override;
    void addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs& jobs) const override;
    void addStiffness(std::span<const Vec3d>, StiffnessSum&, const Jobs&) const override {}

  private:
    std::vector<Vec3d> force_;
};

ConstantForces gravityOn(std::span<const double> masses, Vec3d gravity);

// Springs between nodes and fixed points.
class Springs : public Potential {
  public:
    struct Spring {
        std::uint32_t node;
        Vec3d target;
        double stiffness;  // N/m
    };
    explicit Springs(std::vector<Spring> springs) : springs_(std::move(springs)) {}

    double energy(std::span<const Vec3d> x, const Jobs& jobs) const override;
    void addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs& jobs) const override;
    void addStiffness(std::span<const Vec3d> x, StiffnessSum& sum, const Jobs& jobs) const override;
    double squaredReaction(std::span<const Vec3d> x) const override;

  private:
    std::vector<Spring> springs_;
};

// A half-space; the unit normal points away from it.
struct PlaneCollider {
    Vec3d point, normal;
};

// All points nearer than `radius` to a segment; a sphere if its ends coincide.
struct CapsuleCollider {
    Vec3d a, b;
    double radius;
};

// Pushes nodes out of colliders in proportion to their depth.
class Contact : public Potential {
  public:
    // `stiffness` in N/m per node.
    Contact(std::vector<std::uint32_t> nodes, double stiffness, std::vector<PlaneCollider> planes,
            std::vector<CapsuleCollider> capsules)
        : nodes_(std::move(nodes)),
          stiffness_(stiffness),
          planes_(std::move(planes)),
          capsules_(std::move(capsules)) {}

    double energy(std::span<const Vec3d> x, const Jobs& jobs) const override;
    void addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs& jobs) const override;
    void addStiffness(std::span<const Vec3d> x, StiffnessSum& sum, const Jobs& jobs) const override;
    double squaredReaction(std::span<const Vec3d> x) const override;

    double deepest(std::span<const Vec3d> x) const;

  private:
    struct Hit {
        std::uint32_t node;
        Vec3d normal;
        double depth;
        Mat3d curvature;  // 1/m, of the surface through the node, across the normal
    };
    template <class Visit>  // visit(hit) for every node that is inside something
    void forEachHit(std::span<const Vec3d> x, Visit&& visit) const;

    std::vector<std::uint32_t> nodes_;
    double stiffness_;
    std::vector<PlaneCollider> planes_;
    std::vector<CapsuleCollider> capsules_;
};

}  // namespace sinew::tets
