#include "Offline/Reduction/Bases/Modes.h"

#include <Spectra/SymEigsSolver.h>
#include <algorithm>
#include <cmath>

#include "Material/Material.h"
#include "Offline/Error.h"
#include "Offline/Reduction/Bases/RestStiffness.h"
#include "Offline/Volume/ElasticMesh.h"
#include "Offline/Volume/ElementChunks.h"

namespace sinew::reduction {

namespace {

// Shapes for a basis need no more. Lanczos must see one and the same matrix at every step, so its solves go
// far below that.
constexpr double kShapeTolerance = 1e-6, kInnerTolerance = 1e-9;

// 1/s²: masses times this are added to the stiffness in looking for vibrations; it has an inverse then also
// where flesh can turn about its bones freely. What is slower than half a vibration in a second is none.
constexpr double kShift = 10;

// M^½ K⁻¹ M^½, in the shape that Spectra calls: its largest eigenvalues are those of the slowest vibrations.
class InverseOperator {
  public:
    using Scalar = double;

    // `usually`: how many products it takes, about.
    InverseOperator(RestStiffness& stiffness, const ElasticMesh& mesh, double usually,
                    const ProgressCallback& progress)
        : stiffness_(stiffness), usually_(usually), progress_(progress) {
        for (const std::uint32_t node : stiffness.free().nodeOfFree) {
            roots_.push_back(std::sqrt(mesh.masses[node]));
        }
        b_.resize(roots_.size());
        y_.resize(roots_.size());
    }

    Eigen::Index rows() const { return 3 * static_cast<Eigen::Index>(roots_.size()); }
    Eigen::Index cols() const { return rows(); }
    // NOLINTNEXTLINE(readability-identifier-naming): Spectra's
    void perform_op(const double* in, double* out) const {
        for (std::size_t i = 0; i < roots_.size(); ++i) {
            b_[i] = Vec3d{in[3 * i], in[3 * i + 1], in[3 * i + 2]} * roots_[i];
        }
        const double done = std::min(0.99, products_++ / usually_);
        stiffness_.solve(b_, y_, kInnerTolerance,
                         progress_ ? [&](double) { return progress_(done); } : ProgressCallback{});
        for (std::size_t i = 0; i < roots_.size(); ++i) {
            for (int k = 0; k < 3; ++k) out[3 * i + static_cast<std::size_t>(k)] = y_[i][k] * roots_[i];
        }
    }
    const std::vector<double>& rootMasses() const { return roots_; }

  private:
    RestStiffness& stiffness_;
    double usually_;
    mutable double products_ = 0;
    ProgressCallback progress_;
    std::vector<double> roots_;
    mutable std::vector<Vec3d> b_, y_;  // Spectra asks for a const operator
};

// Σ ∂P/∂F(I + h Gⱼ) : Gᵢ over the elements, as forces: K(x + h φⱼ) φᵢ without a matrix, in double precision.
// Stabilisation is the same at any x and is left out.
std::vector<Vec3d> stiffnessTimes(const ElasticMesh& mesh, const ElementChunks& chunks,
                                  std::span<const Vec3d> x, std::span<const Vec3d> way, const Jobs& jobs) {
    std::vector<Vec3d> product(x.size());
    withMaterial<double>(mesh.flesh.kind, [&](auto energy) {
        using Energy = decltype(energy);
        chunks.forEach(jobs, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t e = begin; e < end; ++e) {
                const Svd3<double> d = svd3Scalar(deformationGradient(mesh, e, x));
                const Mat3d df = transpose(d.u) * deformationGradient(mesh, e, way) * d.v;
                const auto h = trueStiffness(Energy::principal(d.sigma, mesh.elements[e].lame));
                const Mat3d dp = d.u * stressDifferential(h, df) * transpose(d.v);
                addElementForces(mesh, e, dp * -1.0, product);  // forces are −P
            }
        });
    });
    return product;
}

std::vector<Vec3d> column(const Eigen::MatrixXd& shapes, Eigen::Index c) {
    std::vector<Vec3d> x;
    for (Eigen::Index row = 0; row < shapes.rows(); row += 3) {
        x.push_back({shapes(row, c), shapes(row + 1, c), shapes(row + 2, c)});
    }
    return x;
}

// The largest change of a deformation gradient under a shape.
double largestStrain(const ElasticMesh& mesh, std::span<const Vec3d> way) {
    double largest = 0;
    for (std::uint32_t e = 0; e < mesh.elementCount(); ++e) {
        largest = std::max(largest, squaredNorm(deformationGradient(mesh, e, way)));
    }
    return std::sqrt(largest);
}

// (∂K/∂φⱼ) φᵢ by central differences.
std::vector<Vec3d> stiffnessChange(const ElasticMesh& mesh, const ElementChunks& chunks,
                                   std::span<const Vec3d> along, std::span<const Vec3d> of,
                                   const Jobs& jobs) {
    const double step = 1e-3 / largestStrain(mesh, along);
    std::vector<Vec3d> ahead = mesh.rest, behind = ahead;
    for (std::size_t n = 0; n < along.size(); ++n) {
        ahead[n] += along[n] * step;
        behind[n] -= along[n] * step;
    }
    std::vector<Vec3d> change = stiffnessTimes(mesh, chunks, ahead, of, jobs);
    const std::vector<Vec3d> other = stiffnessTimes(mesh, chunks, behind, of, jobs);
    for (std::size_t n = 0; n < change.size(); ++n) change[n] = (change[n] - other[n]) / (2 * step);
    return change;
}

}  // namespace

Vibrations slowestVibrations(const ElasticMesh& mesh, const std::vector<bool>& held, std::uint32_t count,
                             const Jobs& jobs, const ProgressCallback& progress) {
    RestStiffness stiffness(mesh, held, kShift, jobs);
    const Eigen::Index size = 3 * static_cast<Eigen::Index>(stiffness.free().count());
    const Eigen::Index wanted = std::min<Eigen::Index>(count, size - 1);
    Vibrations modes{{}, Eigen::MatrixXd::Zero(3 * static_cast<Eigen::Index>(mesh.nodeCount()), 0)};
    if (wanted < 1) return modes;
    const Eigen::Index space = std::min(2 * wanted + 20, size);
    InverseOperator op(stiffness, mesh, 2.5 * static_cast<double>(space), progress);
    Spectra::SymEigsSolver<InverseOperator> eigen(op, wanted, space);
    eigen.init();
    constexpr int kMaxRestarts = 200;
    const Eigen::Index found = eigen.compute(Spectra::SortRule::LargestMagn, kMaxRestarts, kShapeTolerance);
    if (found < wanted) {
        throw Error(ErrorKind::Failed,
                    "the eigensolver for the vibration modes of the flesh did not converge",
                    "Set a smaller number of vibrations in the recipe ([bases] vibrations).");
    }
    for (Eigen::Index c = 0; c < wanted; ++c) {
        const double squaredRate = 1 / eigen.eigenvalues()[c] - kShift;
        if (!(squaredRate > kShift)) continue;
        modes.squaredRates.push_back(squaredRate);
        modes.shapes.conservativeResize(Eigen::NoChange, modes.shapes.cols() + 1);
        modes.shapes.rightCols<1>().setZero();
        const Eigen::VectorXd shape = eigen.eigenvectors().col(c);
        for (std::uint32_t i = 0; i < stiffness.free().count(); ++i) {
            const Eigen::Index row = 3 * static_cast<Eigen::Index>(stiffness.free().nodeOfFree[i]);
            modes.shapes.rightCols<1>().segment<3>(row) =
                shape.segment<3>(3 * static_cast<Eigen::Index>(i)) / op.rootMasses()[i];
        }
    }
    return modes;
}

Eigen::MatrixXd withDerivatives(const ElasticMesh& mesh, const std::vector<bool>& held,
                                const Vibrations& modes, std::uint32_t pairsOf, const Jobs& jobs,
                                const ProgressCallback& progress) {
    const Eigen::Index count = modes.shapes.cols(), first = std::min<Eigen::Index>(pairsOf, count);
    Eigen::MatrixXd all = Eigen::MatrixXd::Zero(modes.shapes.rows(), count + first * (first + 1) / 2);
    const auto rate = [&](Eigen::Index i) { return modes.squaredRates[static_cast<std::size_t>(i)]; };
    for (Eigen::Index c = 0; c < count; ++c) all.col(c) = modes.shapes.col(c) * (rate(0) / rate(c));
    if (first == 0) return all;
    RestStiffness stiffness(mesh, held, 0, jobs);
    const ElementChunks chunks(mesh.nodesOfElements(), mesh.nodeCount());
    const tets::FreeNodes& free = stiffness.free();
    std::vector<Vec3d> b(free.count()), y(free.count());
    Eigen::Index next = count;
    for (Eigen::Index i = 0; i < first; ++i) {
        for (Eigen::Index j = 0; j <= i; ++j, ++next) {
            const double done = static_cast<double>(next - count) / static_cast<double>(all.cols() - count);
            report(progress, done);
            const std::vector<Vec3d> change =
                stiffnessChange(mesh, chunks, column(modes.shapes, j), column(modes.shapes, i), jobs);
            for (std::uint32_t n = 0; n < free.count(); ++n) b[n] = -change[free.nodeOfFree[n]];
            stiffness.solve(b, y, kShapeTolerance,
                            progress ? [&](double) { return progress(done); } : ProgressCallback{});
            const double scale = rate(0) * rate(0) / (rate(i) * rate(j));
            for (std::uint32_t n = 0; n < free.count(); ++n) {
                for (int k = 0; k < 3; ++k)
                    all(3 * static_cast<Eigen::Index>(free.nodeOfFree[n]) + k, next) = y[n][k] * scale;
            }
        }
    }
    return all;
}

}  // namespace sinew::reduction
