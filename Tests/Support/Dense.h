// Dense linear algebra that tests compare with, compiled once: Eigen's decompositions take the compiler
// seconds each.
#pragma once

#include <Eigen/Core>

namespace sinew::test {

struct Eigenpairs {
    Eigen::VectorXd values;   // rising
    Eigen::MatrixXd vectors;  // columns
};

// Of a symmetric matrix; of its upper half nothing is read.
Eigen::VectorXd eigenvaluesOf(const Eigen::MatrixXd& a);
Eigenpairs eigenpairsOf(const Eigen::MatrixXd& a);
// a x = λ b x, b positive definite.
Eigenpairs eigenpairsOf(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);

struct SingularValues {
    Eigen::MatrixXd u;       // left singular vectors, as many as there are values
    Eigen::VectorXd values;  // falling
};
SingularValues singularValuesOf(const Eigen::MatrixXd& a);

// a⁻¹ b for a symmetric, definite matrix.
Eigen::VectorXd solvedDense(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);

}  // namespace sinew::test
