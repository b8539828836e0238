// A bar of flesh that moves in a basis of smooth random fields, for tests and benches of the reduction.
#pragma once

#include <Eigen/Core>
#include <numeric>

#include "Offline/Reduction/Cubature/ElasticCubature.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Tets/ElasticMesh.h"
#include "Support/Bodies/TetBoxes.h"
#include "Support/Svd3Errors.h"

namespace sinew {

// Orthonormal in the masses of the nodes.
inline void massOrthonormalise(Eigen::MatrixXd& u, std::span<const double> masses) {
    Eigen::VectorXd mass(u.rows());
    for (Eigen::Index i = 0; i < u.rows(); ++i) mass[i] = masses[static_cast<std::size_t>(i / 3)];
    for (Eigen::Index c = 0; c < u.cols(); ++c) {
        for (int pass = 0; pass < 2; ++pass) {
            const Eigen::VectorXd share = u.leftCols(c).transpose() * mass.cwiseProduct(u.col(c));
            u.col(c) -= u.leftCols(c) * share;
        }
        u.col(c) /= std::sqrt(u.col(c).dot(mass.cwiseProduct(u.col(c))));
    }
}

// Of `cubes` across and 2.5 times as many along, 0.4 m long and held at x = 0: the fields are random
// polynomials of degree 3 with x as a factor, of which there are 30.
struct SmoothBar {
    tets::ElasticBody body;
    ElasticMesh mesh;
    reduction::ReducedDomain basis;
    std::vector<std::uint32_t> tets;

    SmoothBar(std::uint32_t cubes, int rank, MaterialKind kind = MaterialKind::StableNeoHookean)
        : body(boxOfTets(cubes * 5 / 2, cubes, cubes, 0.16 / cubes), Flesh{.kind = kind}),
          mesh(tets::elasticMesh(body)),
          tets(body.tets()) {
        std::iota(tets.begin(), tets.end(), 0U);
        basis.nodes.resize(body.nodes());
        std::iota(basis.nodes.begin(), basis.nodes.end(), 0U);
        basis.u.resize(3 * body.nodes(), rank);
        UniformSource random(1);
        for (Eigen::Index mode = 0; mode < rank; ++mode) setField(mode, random);
        massOrthonormalise(basis.u, body.masses());
    }

    // A pose per column; `size` times √kg: 0.1 moves the free end by about a third of the length.
    Eigen::MatrixXd coordinates(Eigen::Index poses, double size, std::uint64_t seed) const {
        UniformSource random(seed);
        Eigen::MatrixXd q(basis.u.cols(), poses);
        for (Eigen::Index pose = 0; pose < poses; ++pose) {
            const double limit = size * (0.25 + 0.75 * std::abs(random()));
            for (Eigen::Index mode = 0; mode < q.rows(); ++mode) {
                q(mode, pose) = limit * random() / std::sqrt(1.0 + static_cast<double>(mode));
            }
        }
        return q;
    }

    reduction::CubatureProblem problem(Eigen::Index poses, double size, std::uint64_t seed,
                                       const Jobs& jobs = {}) const {
        return reduction::elasticCubature(mesh, tets, basis, coordinates(poses, size, seed), jobs);
    }
    reduction::CubatureProblem equalProblem(Eigen::Index poses, double size, std::uint64_t seed,
                                            const Jobs& jobs = {}) const {
        return reduction::equalPoses(problem(poses, size, seed, jobs),
                                     static_cast<std::uint32_t>(basis.u.cols()));
    }

  private:
    void setField(Eigen::Index mode, UniformSource& random) {
        basis.u.col(mode).setZero();
        for (int degrees = 0; degrees < 64; ++degrees) {
            const int a = degrees / 16, b = degrees / 4 % 4, c = degrees % 4;
            if (a == 0 || a + b + c > 3) continue;
            const Vec3d factor = random.vec3() * (1.0 / (a + b + c));
            for (std::uint32_t i = 0; i < body.nodes(); ++i) {
                const Vec3d p = (body.rest().nodes[i] - Vec3d{0, 0.08, 0.08}) * 2.5;
                const double value = std::pow(p.x, a) * std::pow(2.5 * p.y, b) * std::pow(2.5 * p.z, c);
                for (int k = 0; k < 3; ++k) basis.u(3 * i + k, mode) += factor[k] * value;
            }
        }
    }
};

}  // namespace sinew
