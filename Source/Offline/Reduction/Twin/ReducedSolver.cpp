#include "Offline/Reduction/Twin/ReducedSolver.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "Material/Material.h"
#include "Offline/Volume/ElasticMesh.h"

namespace sinew::reduction {

namespace {

using Vector9 = Eigen::Matrix<double, 9, 1>;

std::uint32_t rowOf(const std::vector<std::uint32_t>& nodes, std::uint32_t node) {
    return static_cast<std::uint32_t>(std::lower_bound(nodes.begin(), nodes.end(), node) - nodes.begin());
}

Vec3d rowsTimes(const Eigen::MatrixXd& u, std::uint32_t row, const Eigen::VectorXd& q) {
    const Eigen::Vector3d v = u.middleRows<3>(3 * static_cast<Eigen::Index>(row)) * q;
    return {v[0], v[1], v[2]};
}

Eigen::Vector3d toEigen(Vec3d v) {
    return {v.x, v.y, v.z};
}

Eigen::Matrix3d toEigen(const Mat3d& m) {
    Eigen::Matrix3d e;
    for (int j = 0; j < 3; ++j) e.col(j) = toEigen(m.column[j]);
    return e;
}

Vector9 flat(const Mat3d& m) {
    Vector9 v;
    for (int j = 0; j < 3; ++j) v.segment<3>(3 * j) = toEigen(m.column[j]);
    return v;
}

Mat3d unflat(const Vector9& v) {
    Mat3d m;
    for (int j = 0; j < 3; ++j) m.column[j] = {v[3 * j], v[3 * j + 1], v[3 * j + 2]};
    return m;
}

// The gradient and stiffness of fibres where ∂F/∂q is b, each of the three rows of y = F w a sum of b's.
template <class Gradient, class Stiffness>
void addFibres(std::span<const ElasticMesh::FibreOfElement> fibres, const Mat3d& f, bool isDefinite,
               double weight, const Eigen::MatrixXd& b, Gradient&& g, Stiffness&& k) {
    for (const ElasticMesh::FibreOfElement& fibre : fibres) {
        const Vec3d y = f * fibre.direction;
        FibreResponse<double> r = fibreResponse(y, fibre.law);
        if (isDefinite) r = definite(r);
        Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(3, b.cols());
        for (int j = 0; j < 3; ++j) rows += fibre.direction[j] * b.middleRows<3>(3 * j);
        const Eigen::Vector3d axis = toEigen(r.axis);
        g += weight * r.tension * (rows.transpose() * toEigen(y));
        k += weight * r.across * (rows.transpose() * rows);
        const Eigen::VectorXd along = rows.transpose() * axis;
        k += weight * (r.along - r.across) * (along * along.transpose());
    }
}

}  // namespace

Eigen::MatrixXd deformationBasis(const ElasticMesh& mesh, const ReducedDomain& domain,
                                 std::uint32_t element) {
    const std::span<const std::uint32_t> nodes = mesh.nodesOf(element);
    Eigen::MatrixXd b = Eigen::MatrixXd::Zero(9, domain.rank());
    for (std::size_t a = 0; a < nodes.size(); ++a) {
        const Vec3d gradient = mesh.gradientsOf(element)[a];
        for (int j = 0; j < 3; ++j) b.middleRows<3>(3 * j) += domain.rowsOf(nodes[a]) * gradient[j];
    }
    return b;
}

struct ReducedSolver::Pose {
    std::vector<RigidMotion> motions;
    std::span<const Affined> skinMatrices;
};

ReducedSolver::ReducedSolver(const ElasticMesh& mesh, const ReducedModel& model, const Jobs& jobs)
    : mesh_(mesh), model_(model), jobs_(jobs), firstOfDomain_{0}, gradients_(model.domains.size()) {
    for (std::size_t d = 0; d < model.domains.size(); ++d) {
        firstOfDomain_.push_back(firstOfDomain_.back() + model.domains[d].rank());
        for (const std::uint32_t element : model.domains[d].elements) {
            gradients_[d].push_back(deformationBasis(mesh, model.domains[d], element));
        }
    }
    for (std::size_t k = 0; k < model.interfaces.size(); ++k) {
        const Interface& interface = model.interfaces[k];
        for (std::size_t i = 0; i < interface.nodes.size(); ++i) {
            const std::uint32_t node = interface.nodes[i];
            springs_.push_back({interface.a, rowOf(model.domains[interface.a].nodes, node), interface.b,
                                rowOf(model.domains[interface.b].nodes, node), node,
                                model.seamCoupling(k) * interface.areas[i]});
        }
    }
    for (std::size_t k = 0; k < model.carried.size(); ++k) {
        const CarriedBone& bone = model.carried[k];
        for (const std::uint32_t node : bone.nodes) {
            springs_.push_back({bone.domain, rowOf(model.domains[bone.domain].nodes, node), kBone, bone.joint,
                                node, model.carriedCoupling(k) * mesh.spacing * mesh.spacing});
        }
    }
}

ReducedSolver::Coordinates ReducedSolver::restCoordinates() const {
    Coordinates q;
    for (const ReducedDomain& domain : model_.domains) q.push_back(Eigen::VectorXd::Zero(domain.rank()));
    return q;
}

ReducedSolver::Pose ReducedSolver::poseOf(std::span<const Affined> skinMatrices) const {
    Pose pose{{}, skinMatrices};
    for (const ReducedDomain& domain : model_.domains) {
        pose.motions.push_back(rigidMotion(skinMatrices[domain.joint], domain.centre));
    }
    return pose;
}

Vec3d ReducedSolver::place(const Pose& pose, const Coordinates& q, std::uint32_t domain,
                           std::uint32_t row) const {
    const ReducedDomain& d = model_.domains[domain];
    const Vec3d local = mesh_.rest[d.nodes[row]] + rowsTimes(d.u, row, q[domain]);
    return pose.motions[domain].rotation * local + pose.motions[domain].translation;
}

bool ReducedSolver::isStabilised(std::size_t domain) const {
    return model_.domains[domain].stabilisation.size() > 0;
}

bool ReducedSolver::hasWeight(std::size_t domain) const {
    return model_.domains[domain].massSum.size() > 0;
}

// The slope of −Σ m g·x.
Eigen::VectorXd ReducedSolver::weightOf(const Pose& pose, std::size_t domain) const {
    const Vec3d local = transpose(pose.motions[domain].rotation) * model_.gravity;
    return -(model_.domains[domain].massSum * toEigen(local));
}

double ReducedSolver::energyAt(const Pose& pose, const Coordinates& q) const {
    double sum = 0;
    withMaterial<double>(mesh_.flesh.kind, [&](auto energy) {
        for (std::size_t d = 0; d < model_.domains.size(); ++d) {
            const ReducedDomain& domain = model_.domains[d];
            for (std::size_t e = 0; e < domain.elements.size(); ++e) {
                const Mat3d f = Mat3d::identity() + unflat(gradients_[d][e] * q[d]);
                const ElasticMesh::Element& element = mesh_.elements[domain.elements[e]];
                sum += domain.weights[e] * element.volume * energyDensity<decltype(energy)>(f, element.lame);
                if (!mesh_.fibres.empty()) {
                    sum += domain.weights[e] * element.volume * fibreEnergy(mesh_, domain.elements[e], f);
                }
            }
        }
    });
    for (std::size_t d = 0; d < q.size(); ++d) {
        if (isStabilised(d)) sum += 0.5 * q[d].dot(model_.domains[d].stabilisation * q[d]);
        if (hasWeight(d)) sum += weightOf(pose, d).dot(q[d]);
    }
    for (const Spring& s : springs_) {
        const Vec3d other = s.domainB == kBone ? transformPoint(pose.skinMatrices[s.rowB], mesh_.rest[s.node])
                                               : place(pose, q, s.domainB, s.rowB);
        const Vec3d gap = place(pose, q, s.domainA, s.rowA) - other;
        sum += 0.5 * s.stiffness * dot(gap, gap);
    }
    return sum;
}

double ReducedSolver::lineariseAt(const Pose& pose, const Coordinates& q, bool definite,
                                  Eigen::VectorXd& gradient, Eigen::MatrixXd& stiffness) const {
    gradient.setZero(firstOfDomain_.back());
    stiffness.setZero(firstOfDomain_.back(), firstOfDomain_.back());
    double size = 0;
    withMaterial<double>(mesh_.flesh.kind, [&](auto energy) {
        using Energy = decltype(energy);
        for (std::size_t d = 0; d < model_.domains.size(); ++d) {
            const ReducedDomain& domain = model_.domains[d];
            auto g = gradient.segment(firstOfDomain_[d], domain.rank());
            auto k = stiffness.block(firstOfDomain_[d], firstOfDomain_[d], domain.rank(), domain.rank());
            for (std::size_t e = 0; e < domain.elements.size(); ++e) {
                const ElasticMesh::Element& element = mesh_.elements[domain.elements[e]];
                const Eigen::MatrixXd& b = gradients_[d][e];
                const Mat3d f = Mat3d::identity() + unflat(b * q[d]);
                const Svd3<double> svd = svd3Scalar(f);
                const Principal<double> p = Energy::principal(svd.sigma, element.lame);
                const double w = domain.weights[e] * element.volume;
                g += w * (b.transpose() * flat(svd.u * Mat3d::diagonal(p.stress) * transpose(svd.v)));
                const PrincipalStiffness<double> h = definite ? projectedStiffness(p) : trueStiffness(p);
                Eigen::MatrixXd dp(9, domain.rank());
                for (Eigen::Index c = 0; c < domain.rank(); ++c) {
                    const Mat3d df = transpose(svd.u) * unflat(b.col(c)) * svd.v;
                    dp.col(c) = flat(svd.u * stressDifferential(h, df) * transpose(svd.v));
                }
                k += w * (b.transpose() * dp);
                addFibres(mesh_.fibresOf(domain.elements[e]), f, definite, w, b, g, k);
            }
            if (isStabilised(d)) {
                g += domain.stabilisation * q[d];
                k += domain.stabilisation;
            }
            size += g.norm();
        }
    });
    for (std::size_t d = 0; d < q.size(); ++d) {
        if (hasWeight(d)) gradient.segment(firstOfDomain_[d], q[d].size()) += weightOf(pose, d);
    }
    for (const Spring& s : springs_) {
        const auto block = [&](std::uint32_t domain, std::uint32_t row) -> Eigen::MatrixXd {
            return toEigen(pose.motions[domain].rotation) *
                   model_.domains[domain].u.middleRows<3>(3 * static_cast<Eigen::Index>(row));
        };
        const Eigen::MatrixXd a = block(s.domainA, s.rowA);
        const Eigen::Index firstA = firstOfDomain_[s.domainA];
        stiffness.block(firstA, firstA, a.cols(), a.cols()) += s.stiffness * (a.transpose() * a);
        const bool bone = s.domainB == kBone;
        const Vec3d other = bone ? transformPoint(pose.skinMatrices[s.rowB], mesh_.rest[s.node])
                                 : place(pose, q, s.domainB, s.rowB);
        const Eigen::Vector3d force = s.stiffness * toEigen(place(pose, q, s.domainA, s.rowA) - other);
        gradient.segment(firstA, a.cols()) += a.transpose() * force;
        if (bone) continue;
        const Eigen::MatrixXd b = block(s.domainB, s.rowB);
        const Eigen::Index firstB = firstOfDomain_[s.domainB];
        gradient.segment(firstB, b.cols()) -= b.transpose() * force;
        stiffness.block(firstB, firstB, b.cols(), b.cols()) += s.stiffness * (b.transpose() * b);
        stiffness.block(firstA, firstB, a.cols(), b.cols()) -= s.stiffness * (a.transpose() * b);
        stiffness.block(firstB, firstA, b.cols(), a.cols()) -= s.stiffness * (b.transpose() * a);
    }
    return size;
}

double ReducedSolver::energy(std::span<const Affined> skinMatrices, const Coordinates& q) const {
    return energyAt(poseOf(skinMatrices), q);
}

void ReducedSolver::linearise(std::span<const Affined> skinMatrices, const Coordinates& q,
                              Eigen::VectorXd& gradient, Eigen::MatrixXd& stiffness) const {
    lineariseAt(poseOf(skinMatrices), q, true, gradient, stiffness);
}

Eigen::VectorXd ReducedSolver::stepFrom(const Pose& pose, const Coordinates& q, Eigen::VectorXd& gradient,
                                        double& size) const {
    Eigen::MatrixXd stiffness;
    size = lineariseAt(pose, q, false, gradient, stiffness);
    const Eigen::LLT<Eigen::MatrixXd> trueFactor(stiffness);
    if (trueFactor.info() == Eigen::Success) return trueFactor.solve(-gradient);
    lineariseAt(pose, q, true, gradient, stiffness);
    stiffness.diagonal().array() += 1e-9 * stiffness.diagonal().mean();
    return stiffness.ldlt().solve(-gradient);
}

bool ReducedSolver::search(const Pose& pose, Coordinates& q, const Eigen::VectorXd& step, double slope,
                           double& energy) const {
    constexpr int kMaxHalvings = 20;
    if (!(slope < 0)) return false;
    double fraction = 1;
    for (int i = 0; i < kMaxHalvings; ++i, fraction /= 2) {
        Coordinates trial = q;
        for (std::size_t d = 0; d < q.size(); ++d) {
            trial[d] += fraction * step.segment(firstOfDomain_[d], q[d].size());
        }
        const double there = energyAt(pose, trial);
        if (!(there <= energy + 1e-4 * fraction * slope + 1e-13 * std::abs(energy))) continue;
        q = std::move(trial);
        energy = there;
        return true;
    }
    return false;
}

ReducedReport ReducedSolver::solve(std::span<const Affined> skinMatrices, Coordinates& q,
                                   const ReducedSettings& settings) const {
    const Pose pose = poseOf(skinMatrices);
    ReducedReport report;
    report.energy = energyAt(pose, q);
    Eigen::VectorXd gradient;
    while (true) {
        double size = 0;
        const Eigen::VectorXd step = stepFrom(pose, q, gradient, size);
        report.force = gradient.norm();
        report.allowed = settings.relative * size + 1e-12 * mesh_.flesh.young * mesh_.volume();
        report.converged = report.force <= report.allowed;
        if (report.converged || report.iterations >= settings.maxIterations) break;
        ++report.iterations;
        if (!search(pose, q, step, gradient.dot(step), report.energy)) break;
    }
    for (const Spring& s : springs_) {
        if (s.domainB == kBone) continue;
        report.seamGap = std::max(
            report.seamGap, length(place(pose, q, s.domainA, s.rowA) - place(pose, q, s.domainB, s.rowB)));
    }
    return report;
}

std::vector<Vec3d> ReducedSolver::nodes(std::span<const Affined> skinMatrices, const Coordinates& q) const {
    const Pose pose = poseOf(skinMatrices);
    std::vector<Vec3d> sum(mesh_.nodeCount());
    std::vector<double> count(mesh_.nodeCount(), 0);
    for (std::uint32_t d = 0; d < model_.domains.size(); ++d) {
        for (std::uint32_t row = 0; row < model_.domains[d].nodes.size(); ++row) {
            const std::uint32_t node = model_.domains[d].nodes[row];
            sum[node] += place(pose, q, d, row);
            ++count[node];
        }
    }
    for (std::size_t n = 0; n < sum.size(); ++n) sum[n] = sum[n] / count[n];
    return sum;
}

}  // namespace sinew::reduction
