// The stiffness of single elements, from the singular values of their deformation gradients.
#pragma once

#include <array>
#include <span>

#include "Material/Stiffness.h"
#include "Math/Svd3.h"
#include "Offline/Volume/ElementChunks.h"

namespace sinew {

// The frame and stiffness of one element: all that the linear model of its elasticity needs at one shape.
// Single precision is enough for a model. A matrix that is assembled from it in double is still symmetric and
// semi-definite (up to the rounding of the frame), and translations cause no force.
struct ElementFrame {
    Mat3f u, v;
    PrincipalStiffness<float> h;
};

// The frames of a chunk of elements, computed with SIMD.
class ElementFrames {
  public:
    // Of elements begin to end: gradientOf(e) is the deformation gradient, lameOf(e) the Lamé parameters.
    // `definite` makes each stiffness positive semi-definite.
    template <class GradientOf, class LameOf>
    ElementFrames(MaterialKind kind, bool definite, std::uint32_t begin, std::uint32_t end,
                  GradientOf&& gradientOf, LameOf&& lameOf)
        : begin_(begin) {
        const std::uint32_t count = end - begin;
        const auto lanes = static_cast<std::uint32_t>(blocksFor(count) * kBlockLanes);
        for (std::uint32_t i = 0; i < lanes; ++i) {
            setMatrixAt(f_, i, i < count ? convert<float>(Mat3d(gradientOf(begin + i))) : Mat3f::identity());
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            const Lame<double> lame = lameOf(begin + i);
            lame_[i] = {static_cast<float>(lame.mu), static_cast<float>(lame.lambda)};
        }
        decompose(kind, definite, count);
    }

    const ElementFrame& operator[](std::uint32_t element) const { return frames_[element - begin_]; }

  private:
    static constexpr std::size_t kBlocks = blocksFor(ElementChunks::kElements);
    void decompose(MaterialKind kind, bool definite, std::size_t count);

    std::uint32_t begin_;
    std::array<Mat3Block, kBlocks> f_;
    std::array<Lame<float>, ElementChunks::kElements> lame_;
    std::array<ElementFrame, ElementChunks::kElements> frames_;
};

// Calls add(a, b, block) for every pair of nodes of an element, a and b counting its nodes: the 3×3 blocks of
// its stiffness. `gradients` are those of the shape functions. Pairs with skip(a, b) are left out.
template <class Gradients, class Skip, class Add>
void forEachStiffnessBlock(Gradients gradients, const ElementFrame& frame, double volume, Skip&& skip,
                           Add&& add) {
    const Mat3d u = convert<double>(frame.u), ut = transpose(u), vt = transpose(convert<double>(frame.v));
    const PrincipalStiffness<double> h = convert<double>(frame.h);
    for (Vec3d& gradient : gradients) gradient = vt * gradient;
    for (std::size_t a = 0; a < gradients.size(); ++a) {
        for (std::size_t b = a; b < gradients.size(); ++b) {
            if (skip(a, b)) continue;
            const Mat3d block = u * (stiffnessBlock(h, gradients[a], gradients[b]) * volume) * ut;
            add(a, b, block);
            if (a != b) add(b, a, transpose(block));
        }
    }
}

}  // namespace sinew
