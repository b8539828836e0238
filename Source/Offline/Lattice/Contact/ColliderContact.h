// Contact of the skin with colliders: springs along the normals of the colliders, with a stiffness that
// depends on the thickness of the flesh.
#pragma once

#include "Offline/Geometry/TriangleMesh.h"
#include "Offline/Lattice/Contact/Ties.h"
#include "Offline/Lattice/Contact/TouchedSkin.h"
#include "Offline/Lattice/Volume.h"
#include "Runtime/Contact/Collider.h"

namespace sinew::lattice {

class ColliderContact {
  public:
    // `volume` must outlive this object. `skin` is the surface that it was made from. `young` is in Pa;
    // `factors` multiply it per cell, or are empty for 1.
    ColliderContact(const Volume& volume, const TriangleMesh& skin, double young,
                    std::span<const double> factors = {});

    // Sorted by vertex, then collider. The colliders are in character space.
    std::vector<TouchedSkin> touched(std::span<const Vec3d> x, std::span<const Collider> colliders,
                                     const Jobs& jobs) const;
    void addTies(std::span<const Vec3d> x, std::span<const Collider> colliders, std::vector<Tie>& ties,
                 const Jobs& jobs) const;

  private:
    struct Sample {
        std::uint32_t vertex;
        CellPoint point;
        double stiffness;  // N/m
    };

    const Cells& cells_;
    std::vector<Sample> samples_;
};

}  // namespace sinew::lattice
