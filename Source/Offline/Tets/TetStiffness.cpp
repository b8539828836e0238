#include "Offline/Tets/TetStiffness.h"

#include "Material/Material.h"

namespace sinew::tets {

namespace {

constexpr std::size_t kBlocks = blocksFor(Chunks::kTets);

}  // namespace

ChunkFrames::ChunkFrames(const ElasticBody& body, MaterialKind kind, std::span<const Vec3d> x,
                         std::uint32_t begin, std::uint32_t end, bool definite)
    : begin_(begin) {
    std::array<Mat3Block, kBlocks> f, u, v;
    std::array<Vec3Block, kBlocks> sigma;
    const std::size_t count = end - begin, blocks = blocksFor(count);
    for (std::size_t i = 0; i < blocks * kBlockLanes; ++i) {
        const auto point = static_cast<std::uint32_t>(begin + i);
        setMatrixAt(f, i, i < count ? convert<float>(body.deformationGradient(point, x)) : Mat3f::identity());
    }
    svd3(std::span(f).first(blocks), std::span(u).first(blocks), std::span(sigma).first(blocks),
         std::span(v).first(blocks));
    withMaterial<float>(kind, [&](auto material) {
        for (std::size_t i = 0; i < count; ++i) {
            const Lame<double>& lame = body.lame(static_cast<std::uint32_t>(begin + i));
            const Lame<float> single{static_cast<float>(lame.mu), static_cast<float>(lame.lambda)};
            const Principal<float> p = decltype(material)::principal(vectorAt(sigma, i), single);
            frames_[i] = {matrixAt(u, i), matrixAt(v, i),
                          definite ? projectedStiffness(p) : trueStiffness(p)};
        }
    });
}

void addTetStiffness(const ElasticBody& body, std::uint32_t tet, const TetFrame& frame, double factor,
                     StiffnessSum& sum) {
    const std::span<const std::uint32_t> places = sum.places[tet];
    const Mat3d u = convert<double>(frame.u), ut = transpose(u), vt = transpose(convert<double>(frame.v));
    const PrincipalStiffness<double> h = convert<double>(frame.h);
    std::array<Vec3d, 4> g = shapeGradients(body.restInverse(tet));
    for (Vec3d& gradient : g) gradient = vt * gradient;
    for (std::size_t a = 0; a < 4; ++a) {
        for (std::size_t b = a; b < 4; ++b) {
            if (places[4 * a + b] == FreeNodes::kHeld) continue;
            const Mat3d block = u * (stiffnessBlock(h, g[a], g[b]) * (body.volumes()[tet] * factor)) * ut;
            sum.add(places[4 * a + b], block);
            if (a != b) sum.add(places[4 * b + a], transpose(block));
        }
    }
}

}  // namespace sinew::tets
