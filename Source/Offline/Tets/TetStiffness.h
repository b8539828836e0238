// The stiffness of single tets, from the singular values of their deformation gradients.
#pragma once

#include "Material/Stiffness.h"
#include "Math/Svd3.h"
#include "Offline/Tets/ElasticBody.h"

namespace sinew::tets {

// The frame and stiffness of one point: all that the linear model of its elasticity needs at one shape. Single
// precision is enough for a model. A matrix that is assembled from it in double is still symmetric and
// semi-definite (up to the rounding of the frame), and translations cause no force.
struct TetFrame {
    Mat3f u, v;
    PrincipalStiffness<float> h;
};

// Computes the frames of a chunk of points with SIMD.
class ChunkFrames {
  public:
    ChunkFrames(const ElasticBody& body, MaterialKind kind, std::span<const Vec3d> x, std::uint32_t begin,
                std::uint32_t end, bool definite);

    const TetFrame& operator[](std::uint32_t point) const { return frames_[point - begin_]; }

  private:
    std::uint32_t begin_;
    std::array<TetFrame, Chunks::kTets> frames_;
};

// Adds factor · (stiffness of the linear tet) to the matrix.
void addTetStiffness(const ElasticBody& body, std::uint32_t tet, const TetFrame& frame, double factor,
                     StiffnessSum& sum);

// Adds the stiffness of a quadratic tet to the matrix. `frames` must have its points.
void addQuadraticStiffness(const ElasticBody& body, std::uint32_t tet, const ChunkFrames& frames,
                           StiffnessSum& sum);

}  // namespace sinew::tets
