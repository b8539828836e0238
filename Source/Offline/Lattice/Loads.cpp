#include "Offline/Lattice/Loads.h"

namespace sinew::lattice {

namespace {

void add(NodeVector& to, Vec3d v) {
    to = {to.x + static_cast<float>(v.x), to.y + static_cast<float>(v.y), to.z + static_cast<float>(v.z), 0};
}

double squared(const NodeVector& v) {
    return static_cast<double>(v.x * v.x + v.y * v.y + v.z * v.z);
}

void addTies(std::span<const Tie> ties, const Cells& cells, std::span<const Vec3d> x, NodeVectors& gradient,
             Balance& balance) {
    const auto pull = [&](const CellPoint& point, Vec3d force) {
        for (std::uint32_t c = 0; c < 8; ++c) {
            add(gradient[cells.nodesOfCell[point.cell][c]], force * static_cast<double>(point.weights[c]));
        }
    };
    for (const Tie& tie : ties) {
        const Vec3d d = stretchOf(tie, cells, x);
        if (!tie.isActive(d)) continue;
        const Vec3d force = convert<double>(tie.stiffness * convert<float>(d));
        balance.energy += dot(d, force) / 2;
        pull(tie.point, force);
        if (tie.partner.isThere()) {
            pull(tie.partner, -force);
        } else {
            balance.reaction += dot(force, force);
        }
    }
}

}  // namespace

void addLoads(const Loads& loads, std::span<const Tie> ties, const Cells& cells, std::span<const Vec3d> x,
              NodeVectors& gradient, Balance& balance) {
    addTies(ties, cells, x, gradient, balance);
    double ofForces = 0;
    for (std::size_t n = 0; n < loads.forces.size(); ++n) {
        add(gradient[n], -loads.forces[n]);
        ofForces -= dot(loads.forces[n], x[n]);
    }
    balance.energy += ofForces;
    balance.ofForces += ofForces;
    for (std::size_t n = 0; n < loads.inertia.size(); ++n) {
        const Vec3d away = x[n] - loads.inertiaTargets[n];
        const auto stiffness = static_cast<double>(loads.inertia[n]);
        add(gradient[n], away * stiffness);
        balance.energy += stiffness * dot(away, away) / 2;
    }
    if (loads.damping) balance.energy += loads.damping(x, gradient);
}

void addForces(const Level& level, const NodeVectors& gradient, Balance& balance) {
    for (std::uint32_t n = 0; n < level.nodes(); ++n) {
        (level.isFixed(n) ? balance.reaction : balance.free) += squared(gradient[n]);
    }
}

bool Descent::accepts(double fraction, double energyThere, double slopeThere) const {
    constexpr double kSufficient = 1e-4, kNearlyFlat = 0.5;
    const bool lower = energyThere <= energy + kSufficient * fraction * slope;
    const bool flat = energyThere <= energy + noise && slopeThere <= -kNearlyFlat * slope;
    return lower || flat;
}

double Descent::stretch(double slopeThere) const {
    constexpr double kSteep = 0.3, kMaxFactor = 4;
    const double left = slopeThere / slope;
    if (left < kSteep) return 1;
    return left < 1 - 1 / kMaxFactor ? 1 / (1 - left) : kMaxFactor;
}

}  // namespace sinew::lattice
