#include "Runtime/Tick/Inertia.h"

namespace sinew {

namespace {

Mat3d crossMatrix(Vec3d w) {
    return {{{0, w.z, -w.y}, {-w.z, 0, w.x}, {w.y, -w.x, 0}}};
}

// y += Σ m Uᵀ turn [U|p] x, with x and y of the domain's lanes; `rest`: what p is multiplied by.
void addMoments(const Body& body, const BodyDomain& d, const MassView& mass, const Mat3d& turn,
                const float* x, float rest, float* y) {
    alignas(64) float matrix[sandwichFloats(kMaxRank, kMaxRank)];
    WeightedArrays arrays{};
    for (int i = 0; i < 9; ++i) {
        const auto weight = static_cast<float>(turn(i / 3, i % 3));
        if (weight == 0) continue;
        arrays.array[arrays.count] = mass.sandwich + static_cast<std::size_t>(i) * mass.stride;
        arrays.weight[arrays.count++] = weight;
    }
    if (arrays.count == 0) return;
    body.kernels->weightedSum(arrays, mass.stride, matrix);
    body.kernels->addTransposed(matrix, mass.rows, d.rank, d.lanes, x, 1, y);
    const float* const p = matrix + mass.stride - mass.rows;
    for (std::uint32_t i = 0; i < d.rank; ++i) y[i] += rest * p[i];
    for (std::uint32_t i = d.rank; i < d.lanes; ++i) y[i] = 0;
}

}  // namespace

void addInertia(const Body& body, const BodyDomain& d, std::uint32_t domain, const FrameMotion& motion,
                Vec3d pull, const float* q, const float* v, float* load) noexcept {
    if (d.rank == 0) return;
    const MassView mass = massOf(body.view, body.view.domains[domain]);
    const Vec3f push = convert<float>(rotate(conjugate(motion.at.rotation), pull - motion.acceleration));
    for (std::uint32_t i = 0; i < d.rank; ++i) {
        load[i] +=
            mass.one[i] * push.x + mass.one[mass.rows + i] * push.y + mass.one[2 * mass.rows + i] * push.z;
    }
    const Mat3d spin = crossMatrix(motion.spin);
    const Mat3d turning = spin * spin + crossMatrix(motion.spinRate);
    addMoments(body, d, mass, turning * -1.0, q, 1, load);
    addMoments(body, d, mass, spin * -2.0, v, 0, load);
}

}  // namespace sinew
