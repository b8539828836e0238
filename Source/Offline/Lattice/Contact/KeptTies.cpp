#include "Offline/Lattice/Contact/KeptTies.h"

#include <algorithm>

#include "Offline/Lattice/Contact/Proxies.h"

namespace sinew::lattice {

void KeptTies::found(std::span<const Tie> ties) {
    found_.clear();
    for (const Tie& tie : ties) found_.push_back(tie.id);
    std::sort(found_.begin(), found_.end());
}

void KeptTies::keep(std::span<const Tie> ties, double strength, const Cells& cells,
                    std::span<const Vec3d> x) {
    kept_.clear();
    for (const Tie& tie : ties) {
        const bool isFound = std::binary_search(found_.begin(), found_.end(), tie.id);
        if (!isFound && !tie.isActive(stretchOf(tie, cells, x))) continue;
        // Normals are covectors: n = F⁻ᵀ N.
        const Mat3d f = deformationGradient(cells, tie.partner.cell, x);
        kept_.push_back(
            {tie, transpose(f) * tie.pushes, static_cast<double>(trace(tie.stiffness)) / strength});
    }
}

std::vector<Tie> KeptTies::at(const Cells& cells, std::span<const Vec3d> x, double strength) const {
    std::vector<Tie> ties;
    for (const Kept& kept : kept_) {
        const Mat3d f = deformationGradient(cells, kept.tie.partner.cell, x);
        // F⁻ᵀ but for its size, which may have no limit.
        const Vec3d turned = normalized(cofactor(f) * kept.normal);
        if (turned == Vec3d{}) continue;
        Tie tie = kept.tie;
        tie.pushes = dot(turned, tie.pushes) < 0 ? -turned : turned;  // where the cell is inverted
        tie.stiffness = springAlong(tie.pushes, strength * kept.stiffness);
        ties.push_back(tie);
    }
    return ties;
}

}  // namespace sinew::lattice
