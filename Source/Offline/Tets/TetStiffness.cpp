#include "Offline/Tets/TetStiffness.h"

namespace sinew::tets {

ElementFrames framesOf(const ElasticBody& body, MaterialKind kind, std::span<const Vec3d> x,
                       std::uint32_t begin, std::uint32_t end, bool definite) {
    return {kind,
            definite,
            begin,
            end,
            [&](std::uint32_t point) { return body.deformationGradient(point, x); },
            [&](std::uint32_t point) { return body.lame(point); }};
}

void addTetStiffness(const ElasticBody& body, std::uint32_t tet, const ElementFrame& frame, double factor,
                     StiffnessSum& sum) {
    const std::span<const std::uint32_t> places = sum.places[tet];
    forEachStiffnessBlock(
        shapeGradients(body.restInverse(tet)), frame, body.volumes()[tet] * factor,
        [&](std::size_t a, std::size_t b) { return places[4 * a + b] == FreeNodes::kHeld; },
        [&](std::size_t a, std::size_t b, const Mat3d& block) { sum.add(places[4 * a + b], block); });
}

}  // namespace sinew::tets
