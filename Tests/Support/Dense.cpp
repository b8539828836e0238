#include "Support/Dense.h"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/SVD>

namespace sinew::test {

Eigen::VectorXd eigenvaluesOf(const Eigen::MatrixXd& a) {
    return Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(a, Eigen::EigenvaluesOnly).eigenvalues();
}

Eigenpairs eigenpairsOf(const Eigen::MatrixXd& a) {
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(a);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

Eigenpairs eigenpairsOf(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(a, b);
    return {solver.eigenvalues(), solver.eigenvectors()};
}

SingularValues singularValuesOf(const Eigen::MatrixXd& a) {
    const Eigen::JacobiSVD<Eigen::MatrixXd> svd(a, Eigen::ComputeThinU);
    return {svd.matrixU(), svd.singularValues()};
}

Eigen::VectorXd solvedDense(const Eigen::MatrixXd& a, const Eigen::VectorXd& b) {
    return a.ldlt().solve(b);
}

}  // namespace sinew::test
