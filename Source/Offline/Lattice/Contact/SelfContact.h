// Contact of flesh with flesh of the same body (McAdams et al. 2011, section 7). If a proxy of the skin is
// inside other flesh, or about to be, a spring ties it to the nearest point of the skin of that flesh.
// Deviation: the spring acts along the normal only (α = 0), where McAdams et al. use α = 0.1 to 0.5. The
// energy of a spring that starts to hold sideways when skins touch would be discontinuous.
#pragma once

#include "Offline/Geometry/BoxTree.h"
#include "Offline/Lattice/Contact/Proxies.h"
#include "Offline/Lattice/Contact/Ties.h"
#include "Offline/Lattice/Settings.h"

namespace sinew::lattice {

class SelfContact {
  public:
    // In cells: skins nearer than this have springs before they touch. The springs push only after contact.
    static constexpr double kReach = 0.5;

    // `flesh` and `solid` must outlive this object. `factors` multiply Young's modulus per cell, or are empty
    // for 1.
    SelfContact(const FleshCells& flesh, const Solid& solid, double young,
                const ContactSettings& settings = {}, const Jobs& jobs = {},
                std::span<const double> factors = {});

    // Adds the springs for the node positions x. The result is the same for any number of workers.
    void addTies(std::span<const Vec3d> x, std::vector<Tie>& ties, const Jobs& jobs = {});

    std::span<const Proxy> proxies() const { return proxies_; }

  private:
    struct Hit {
        CellPoint surface;  // the nearest point of the skin of the flesh that the proxy is inside
        Vec3d own, other;   // normals of both skins in the deformed shape
        Vec3d out;          // direction out of the flesh
        double depth = 0;   // metres along `out`; 0 or less if they do not touch yet
    };
    struct Search {
        std::span<const Vec3d> x;
        std::vector<std::uint32_t> near;  // cells near the proxies of one cell that are not its neighbours
    };
    void refit(std::span<const Vec3d> x, const Jobs& jobs);
    bool isNeighbour(std::uint32_t a, std::uint32_t b) const;
    // Finds the bind-pose position of the point p of a deformed cell. Returns false if p is outside.
    bool materialPlace(std::uint32_t cell, std::span<const Vec3d> x, Vec3d p, Vec3d& place) const;
    // Sets the cells near the proxies of one cell, beginning with the proxy `first`. Returns the index after
    // its last proxy.
    std::uint32_t lookAround(std::uint32_t first, std::uint32_t end, Search& search) const;
    bool find(const Proxy& proxy, const Search& search, Hit& hit) const;
    template <class Visit>  // visit(proxy, hit)
    void forEachHit(std::uint32_t begin, std::uint32_t end, std::span<const Vec3d> x, Visit&& visit) const;
    // Returns whether p is inside the flesh of one of the near cells, with a direction out that does not
    // oppose `hit.own`.
    bool isInside(Vec3d p, const Search& search, Hit& hit) const;

    const FleshCells& flesh_;
    const Solid& solid_;
    std::vector<double> stiffness_;  // N/m, by cell
    std::vector<Proxy> proxies_;     // by cell
    std::vector<Box> boxes_;
    BoxTree tree_;  // over the boxes of the deformed cells
};

}  // namespace sinew::lattice
