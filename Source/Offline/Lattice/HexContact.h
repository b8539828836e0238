// Flesh against flesh (lattice-skinning-2011, section 7): where a proxy of the skin is inside of other flesh
// of the same body, a spring ties it to the nearest place on that flesh's skin.
#pragma once

#include "Offline/Geometry/BoxTree.h"
#include "Offline/Lattice/HexProxies.h"
#include "Offline/Lattice/HexTies.h"

namespace sinew {

struct HexContactSettings {
    double stiffness = 2;     // of a spring, in units of Young's modulus times cell width
    double sideways = 0;      // of that, along the skin; the paper's α
    double thickness = 0.15;  // cells that skins keep from each other
};

class HexSelfContact {
  public:
    // `flesh` and `solid` must outlive this.
    HexSelfContact(const HexFlesh& flesh, const Solid& solid, double young,
                   const HexContactSettings& settings = {}, const Jobs& jobs = {});

    // The springs of a shape. The same for any number of workers.
    void addTies(std::span<const Vec3d> x, std::vector<HexTie>& ties, const Jobs& jobs = {});

    std::span<const HexProxy> proxies() const { return proxies_; }

  private:
    struct Hit {
        HexPoint surface;  // the nearest place of the skin that it is inside of
        Vec3d normal;      // of that, as bound
    };
    void refit(std::span<const Vec3d> x, const Jobs& jobs);
    bool isNeighbour(std::uint32_t a, std::uint32_t b) const;
    // Where in a deformed cell a point is, as bound; false where it is outside.
    bool materialPlace(std::uint32_t cell, std::span<const Vec3d> x, Vec3d p, Vec3d& place) const;
    bool find(const HexProxy& proxy, std::span<const Vec3d> x, Hit& hit) const;

    const HexFlesh& flesh_;
    const Solid& solid_;
    double stiffness_, sideways_;
    std::vector<HexProxy> proxies_;
    std::vector<Box> boxes_;
    BoxTree tree_;  // over the deformed cells
};

}  // namespace sinew
