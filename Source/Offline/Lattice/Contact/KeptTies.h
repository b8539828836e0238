// Contacts that last from one step of time to the next. A search in every step would cost as much as the
// step, and flesh at rest would shake with what the searches find. And a search finds what is near the skin
// of other flesh; what is pressed in deeper is found only on the way there, and must not be let go because of
// that.
#pragma once

#include "Offline/Lattice/Contact/Ties.h"

namespace sinew::lattice {

class KeptTies {
  public:
    // Remembers the ties that a search has found, before they are multiplied by their strength.
    void found(std::span<const Tie> ties);
    // Keeps those of the ties, all with partners and multiplied by `strength`, that the last search has found
    // or that push at x.
    void keep(std::span<const Tie> ties, double strength, const Cells& cells, std::span<const Vec3d> x);
    // The kept ties at x: their directions have turned with the skin that they push away from.
    std::vector<Tie> at(const Cells& cells, std::span<const Vec3d> x, double strength) const;

  private:
    struct Kept {
        Tie tie;
        Vec3d normal;      // of the partner's skin at rest
        double stiffness;  // N/m along the normal
    };
    std::vector<std::uint32_t> found_;  // ids, rising
    std::vector<Kept> kept_;
};

}  // namespace sinew::lattice
