// Flesh against flesh (lattice-skinning-2011, section 7): where a proxy of the skin is inside of other flesh
// of the same body, or about to be, a spring ties it to the nearest place on that flesh's skin. It pushes
// along the normal alone, where the paper's α is 0.1 to 0.5: springs that do nothing where skins are apart,
// but hold them sideways where they touch, have an energy that jumps.
#pragma once

#include "Offline/Geometry/BoxTree.h"
#include "Offline/Lattice/Contact/Proxies.h"
#include "Offline/Lattice/Contact/Ties.h"
#include "Offline/Lattice/Settings.h"

namespace sinew::lattice {

class SelfContact {
  public:
    // Cells between skins that are not yet touching but have springs already: those push once they are.
    static constexpr double kReach = 0.5;

    // `flesh` and `solid` must outlive this. `factors`: on Young's modulus, by cell; empty: 1.
    SelfContact(const FleshCells& flesh, const Solid& solid, double young,
                const ContactSettings& settings = {}, const Jobs& jobs = {},
                std::span<const double> factors = {});

    // The springs of a shape. The same for any number of workers.
    void addTies(std::span<const Vec3d> x, std::vector<Tie>& ties, const Jobs& jobs = {});

    std::span<const Proxy> proxies() const { return proxies_; }

  private:
    struct Hit {
        CellPoint surface;  // the nearest place of the skin that it is inside of
        Vec3d own, other;   // normals of both skins, as posed
        Vec3d out;          // the way out
        double depth = 0;   // metres along it; 0 or less: they do not touch yet
    };
    struct Search {
        std::span<const Vec3d> x;
        std::vector<std::uint32_t> near;  // cells about the proxies of one cell that are not its neighbours
    };
    void refit(std::span<const Vec3d> x, const Jobs& jobs);
    bool isNeighbour(std::uint32_t a, std::uint32_t b) const;
    // Where in a deformed cell a point is, as bound; false where it is outside.
    bool materialPlace(std::uint32_t cell, std::span<const Vec3d> x, Vec3d p, Vec3d& place) const;
    // Sets what is near the proxies of one cell, from `first` on; returns the one after the last of them.
    std::uint32_t lookAround(std::uint32_t first, std::uint32_t end, Search& search) const;
    bool find(const Proxy& proxy, const Search& search, Hit& hit) const;
    template <class Visit>  // visit(proxy, hit)
    void forEachHit(std::uint32_t begin, std::uint32_t end, std::span<const Vec3d> x, Visit&& visit) const;
    // Whether p is inside of one of the near cells' flesh, with a way out that leads away from `hit.own`.
    bool isInside(Vec3d p, const Search& search, Hit& hit) const;

    const FleshCells& flesh_;
    const Solid& solid_;
    std::vector<double> stiffness_;  // N/m, by cell
    std::vector<Proxy> proxies_;     // by cell
    std::vector<Box> boxes_;
    BoxTree tree_;  // over the deformed cells
};

}  // namespace sinew::lattice
