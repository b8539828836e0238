#include "Offline/Reduction/Twin/Tensors.h"

namespace sinew::reduction {

namespace {

// Row `axis` of each node, scaled by its weight.
Eigen::MatrixXd axisRows(const Eigen::MatrixXd& m, Eigen::Index axis, std::span<const double> weights) {
    const auto nodes = static_cast<Eigen::Index>(weights.size());
    Eigen::MatrixXd rows(nodes, m.cols());
    for (Eigen::Index k = 0; k < nodes; ++k)
        rows.row(k) = m.row(3 * k + axis) * weights[static_cast<std::size_t>(k)];
    return rows;
}

Eigen::MatrixXd sumOfNodes(const Eigen::MatrixXd& m, std::span<const double> weights) {
    Eigen::MatrixXd sum(m.cols(), 3);
    for (Eigen::Index axis = 0; axis < 3; ++axis) sum.col(axis) = axisRows(m, axis, weights).colwise().sum();
    return sum;
}

}  // namespace

Eigen::MatrixXd SandwichTensor::at(const Mat3d& r) const {
    Eigen::MatrixXd sum = parts[0] * r(0, 0);
    for (int i = 1; i < 9; ++i) sum += parts[static_cast<std::size_t>(i)] * r(i % 3, i / 3);
    return sum;
}

SandwichTensor sandwich(const Eigen::MatrixXd& a, std::span<const double> weights, const Eigen::MatrixXd& b) {
    const std::vector<double> ones(weights.size(), 1.0);
    SandwichTensor tensor;
    for (Eigen::Index nu = 0; nu < 3; ++nu) {
        const Eigen::MatrixXd right = axisRows(b, nu, weights);
        for (Eigen::Index mu = 0; mu < 3; ++mu) {
            tensor.parts[static_cast<std::size_t>(3 * nu + mu)] = axisRows(a, mu, ones).transpose() * right;
        }
    }
    return tensor;
}

Eigen::MatrixXd homogeneousBasis(const ReducedDomain& domain, std::span<const Vec3d> rest,
                                 std::span<const std::uint32_t> nodes) {
    Eigen::MatrixXd m(3 * static_cast<Eigen::Index>(nodes.size()), domain.rank() + 1);
    for (std::size_t k = 0; k < nodes.size(); ++k) {
        const auto to = 3 * static_cast<Eigen::Index>(k);
        m.block(to, 0, 3, domain.rank()) = domain.rowsOf(nodes[k]);
        const Vec3d p = rest[nodes[k]] - domain.centre;
        for (int i = 0; i < 3; ++i) m(to + i, domain.rank()) = p[i];
    }
    return m;
}

CouplingTensors couplingTensors(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b,
                                std::span<const double> areas) {
    CouplingTensors tensors{sandwich(a, areas, a).at(Mat3d::identity()),
                            sandwich(b, areas, b).at(Mat3d::identity()),
                            sandwich(a, areas, b),
                            sumOfNodes(a, areas),
                            sumOfNodes(b, areas),
                            0};
    for (const double area : areas) tensors.area += area;
    return tensors;
}

MassTensors massTensors(const Eigen::MatrixXd& homogeneous, std::span<const double> masses) {
    MassTensors tensors{sandwich(homogeneous, masses, homogeneous), sumOfNodes(homogeneous, masses), 0};
    for (const double mass : masses) tensors.mass += mass;
    return tensors;
}

}  // namespace sinew::reduction
