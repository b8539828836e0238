// Skin against colliders: springs along their normals, as stiff as the flesh is thick.
#pragma once

#include "Offline/Geometry/TriangleMesh.h"
#include "Offline/Lattice/Contact/Ties.h"
#include "Offline/Lattice/Contact/TouchedSkin.h"
#include "Offline/Lattice/Volume.h"
#include "Runtime/Contact/Collider.h"

namespace sinew::lattice {

class ColliderContact {
  public:
    // `volume` must outlive this. `skin`: the surface that it was made of. `young`: Pa; `factors` on it, by
    // cell; empty: 1.
    ColliderContact(const Volume& volume, const TriangleMesh& skin, double young,
                    std::span<const double> factors = {});

    // By vertex and collider. Colliders are in the character's space.
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
