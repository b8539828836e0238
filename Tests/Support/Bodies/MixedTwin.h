// Displacements and pressures of a lattice as one vector, and a slow, obvious solver for their linear
// systems.
#pragma once

#include "Offline/Lattice/Multigrid/MixedLinear.h"
#include "Support/Bodies/LatticeBodies.h"

namespace sinew::test {

// Free nodes, three rows each, then the pressures of the cells.
struct MixedRows {
    const LatticeBody& body;
    lattice::Level& level;
    std::vector<std::uint32_t> free = freeNodesOf(body.fixed);

    Eigen::Index nodeRows() const { return static_cast<Eigen::Index>(3 * free.size()); }
    Eigen::Index rows() const { return nodeRows() + static_cast<Eigen::Index>(body.cells.cells.size()); }

    lattice::MixedVector unflat(const Eigen::VectorXd& v) const {
        lattice::MixedVector m{lattice::NodeVectors(body.cells.nodeCount()),
                               lattice::PressureVectors(level.map().groups())};
        for (std::size_t i = 0; i < free.size(); ++i)
            m.x[free[i]] = asNodeVector({v(3 * i), v(3 * i + 1), v(3 * i + 2)});
        for (std::uint32_t c = 0; c < body.cells.cellCount(); ++c)
            at(m.p, c) = static_cast<float>(v(nodeRows() + c));
        return m;
    }
    Eigen::VectorXd flatOf(const lattice::MixedVector& m) const {
        Eigen::VectorXd v(rows());
        v.head(nodeRows()) = flat(m.x, free);
        for (std::uint32_t c = 0; c < body.cells.cellCount(); ++c)
            v(nodeRows() + c) = static_cast<double>(at(const_cast<lattice::PressureVectors&>(m.p), c));
        return v;
    }
    float& at(lattice::PressureVectors& p, std::uint32_t cell) const {
        const std::uint32_t lane = level.map().laneOfCell()[cell];
        return p[lane / lattice::kGroupLanes].p[lane % lattice::kGroupLanes];
    }
    Eigen::VectorXd product(const Eigen::VectorXd& v) const {
        const lattice::MixedVector x = unflat(v);
        lattice::MixedVector y;
        level.applyMixed(x.x, x.p, y.x, y.p, {});
        return flatOf(y);
    }
    Eigen::MatrixXd matrix() const {
        Eigen::MatrixXd m(rows(), rows());
        for (Eigen::Index c = 0; c < rows(); ++c) m.col(c) = product(Eigen::VectorXd::Unit(rows(), c));
        return m;
    }
};

// Symmetric QMR without look-ahead or preconditioner (Freund and Nachtigal 1994, algorithm 3.1), as
// Patterson, Mitchell, Sifakis 2012 use it: from 0, until |b − A x| is below `tolerance` of |b|. Returns the
// iterations.
template <class Product>
int symmetricQmr(Product&& product, const Eigen::VectorXd& b, Eigen::VectorXd& x, double tolerance,
                 int maxIterations) {
    x = Eigen::VectorXd::Zero(b.size());
    Eigen::VectorXd r = b, q = r, d = x;
    double tau = r.norm(), theta = 0, rho = r.dot(r);
    const double enough = tolerance * tau;
    for (int i = 1; i <= maxIterations; ++i) {
        const Eigen::VectorXd t = product(q);
        const double alpha = rho / q.dot(t);
        r -= alpha * t;
        const double last = theta;
        theta = r.norm() / tau;
        const double c = 1 / (1 + theta * theta);
        tau *= theta * std::sqrt(c);
        d = c * last * last * d + c * alpha * q;
        x += d;
        if ((b - product(x)).norm() <= enough) return i;
        const double next = r.dot(r);
        q = r + next / rho * q;
        rho = next;
    }
    return maxIterations + 1;
}

}  // namespace sinew::test
