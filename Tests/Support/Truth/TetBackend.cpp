#include "Support/Truth/TetBackend.h"

#include <Spectra/SymEigsSolver.h>

#include <Eigen/Core>
#include <map>
#include <memory>
#include <numbers>

#include "Offline/Tets/Loads.h"
#include "Offline/Tets/Mesh/Embedding.h"
#include "Offline/Tets/Newton.h"
#include "Offline/Volume/TetTopology.h"
#include "Support/Bodies/TetBoxes.h"

namespace sinew::truth {

namespace {

using tets::ElasticBody;

TetMesh meshOf(const Case& of, std::uint32_t cellsAcross, tets::TetOrder order) {
    std::array<std::vector<double>, 3> planes;
    for (std::size_t axis = 0; axis < 3; ++axis) planes[axis] = of.divisions[axis].planes(cellsAcross);
    const auto cells = [&](std::size_t axis) { return static_cast<std::uint32_t>(planes[axis].size() - 1); };
    TetMesh mesh = boxOfTets(cells(0), cells(1), cells(2), 1);
    for (Vec3d& p : mesh.nodes) {
        const auto unit = [&](std::size_t axis, double at) {
            return planes[axis][static_cast<std::size_t>(std::lround(at))];
        };
        p = of.shape.at({unit(0, p.x), unit(1, p.y), unit(2, p.z)});
    }
    return order == tets::TetOrder::Quadratic ? tets::withMiddles(std::move(mesh)) : mesh;
}

std::vector<double> factorsOf(const Case& of, const TetMesh& mesh) {
    std::vector<double> factors;
    if (!of.stiffer) return factors;
    for (const Tet& tet : mesh.tets) factors.push_back(of.stiffer(tetMiddle(mesh, tet)));
    return factors;
}

// The area that each node stands for on a part of the surface: its integral of a shape function, 0 at the
// corners of quadratic tets.
std::vector<double> areasWhere(const TetMesh& mesh, const std::function<bool(Vec3d)>& where) {
    std::map<std::array<std::uint32_t, 2>, std::uint32_t> middle;
    for (std::size_t t = 0; t < mesh.middles.size(); ++t) {
        for (std::size_t e = 0; e < kTetEdges.size(); ++e) {
            const auto [a, b] = std::minmax(mesh.tets[t][kTetEdges[e][0]], mesh.tets[t][kTetEdges[e][1]]);
            middle[{a, b}] = mesh.middles[t][e];
        }
    }
    std::vector<double> areas(mesh.nodes.size(), 0);
    for (const TetTopology::BoundaryFace& face : tetTopology(mesh).boundary) {
        const auto node = [&](std::size_t k) { return mesh.nodes[face.nodes[k % 3]]; };
        if (!(where(node(0)) && where(node(1)) && where(node(2)))) continue;
        const double third = length(cross(node(1) - node(0), node(2) - node(0))) / 6;
        for (std::size_t k = 0; k < 3; ++k) {
            const auto [a, b] = std::minmax(face.nodes[k], face.nodes[(k + 1) % 3]);
            areas[mesh.isQuadratic() ? middle.at({a, b}) : face.nodes[k]] += third;
        }
    }
    return areas;
}

// Springs that hold single coordinates of nodes at their places, stiff enough to count as rigid.
class Rails : public tets::Potential {
  public:
    Rails(std::vector<std::uint32_t> nodes, std::array<bool, 3> axes, std::vector<Vec3d> places,
          double stiffness)
        : nodes_(std::move(nodes)), places_(std::move(places)), stiffness_(stiffness) {
        for (int axis = 0; axis < 3; ++axis) held_[axis] = axes[static_cast<std::size_t>(axis)] ? 1 : 0;
    }

    double energy(std::span<const Vec3d> x, const Jobs&) const override {
        double sum = 0;
        for (std::size_t i = 0; i < nodes_.size(); ++i) {
            sum += 0.5 * stiffness_ * dot(away(x, i), away(x, i));
        }
        return sum;
    }
    void addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs&) const override {
        for (std::size_t i = 0; i < nodes_.size(); ++i) f[nodes_[i]] -= away(x, i) * stiffness_;
    }
    void addStiffness(std::span<const Vec3d>, tets::StiffnessSum& sum, const Jobs&) const override {
        for (const std::uint32_t node : nodes_) sum.addDiagonal(node, Mat3d::diagonal(held_ * stiffness_));
    }

  private:
    Vec3d away(std::span<const Vec3d> x, std::size_t i) const {
        return scaled(x[nodes_[i]] - places_[i], held_);
    }

    std::vector<std::uint32_t> nodes_;
    std::vector<Vec3d> places_;
    Vec3d held_;  // 1 along the axes that are held
    double stiffness_;
};

// A case on a mesh.
class TetModel {
  public:
    TetModel(const Case& of, std::uint32_t cellsAcross, tets::TetOrder order, const Jobs& jobs)
        : case_(of),
          jobs_(jobs),
          mesh_(meshOf(of, cellsAcross, order)),
          body_(mesh_, of.flesh, factorsOf(of, mesh_)),
          supportOfNode_(mesh_.nodes.size(), kNone),
          held_(mesh_.nodes.size(), false) {
        addSupports();
        for (const Sphere& sphere : of.spheres) addSphere(sphere);
    }

    const ElasticBody& body() const { return body_; }
    const std::vector<bool>& held() const { return held_; }
    std::vector<Vec3d> restOf(const tets::FreeNodes& free) const {
        std::vector<Vec3d> positions;
        for (const std::uint32_t node : free.nodeOfFree) positions.push_back(mesh_.nodes[node]);
        return positions;
    }

    Solution solve(const NewtonSettings& settings) {
        Solution solution;
        const Clock::time_point start = Clock::now();
        tets::NewtonSolver newton(body_, held_, jobs_);
        solution.cost.unknowns = 3 * newton.free().count();
        solution.cost.prepareSeconds = secondsSince(start);
        std::vector<Vec3d> x = startPositions();
        for (int step = 1; step <= case_.loadSteps; ++step) {
            addStep(newton, settings, static_cast<double>(step) / case_.loadSteps, x, solution);
        }
        solution.cost.solveSeconds = secondsSince(start) - solution.cost.prepareSeconds;
        measure(x, solution);
        return solution;
    }

  private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    static constexpr double kRigid = 1e4;  // of a rail, in Young's moduli times node spacings

    void addSupports() {
        std::vector<std::uint32_t> left;
        for (std::size_t s = 0; s < case_.supports.size(); ++s) {
            const Support& support = case_.supports[s];
            const bool fully = support.axes == std::array<bool, 3>{true, true, true};
            std::vector<std::uint32_t> nodes;
            std::vector<Vec3d> places;
            for (std::uint32_t n = 0; n < mesh_.nodes.size(); ++n) {
                if (held_[n] || !support.where(mesh_.nodes[n])) continue;
                nodes.push_back(n);
                places.push_back(support.place(mesh_.nodes[n]));
                if (!fully) continue;
                held_[n] = true;
                supportOfNode_[n] = s;
            }
            if (fully) continue;
            potentials_.push_back(std::make_unique<Rails>(std::move(nodes), support.axes, std::move(places),
                                                          kRigid * case_.flesh.young * body_.spacing()));
        }
    }

    // One term for all nodes of equal areas.
    void addSphere(const Sphere& sphere) {
        std::map<long, std::vector<std::uint32_t>> nodesOfArea;
        const std::vector<double> areas = areasWhere(mesh_, sphere.where);
        constexpr double kUnit = 1e-12;  // m², to which areas are rounded
        for (std::uint32_t n = 0; n < areas.size(); ++n) {
            if (areas[n] > 0) nodesOfArea[std::lround(areas[n] / kUnit)].push_back(n);
        }
        for (auto& [area, nodes] : nodesOfArea) {
            const tets::CapsuleCollider ball{sphere.centre, sphere.centre, sphere.radius};
            auto contact = std::make_unique<tets::Contact>(
                std::move(nodes), sphere.stiffness * kUnit * static_cast<double>(area),
                std::vector<tets::PlaneCollider>{}, std::vector<tets::CapsuleCollider>{ball});
            contacts_.push_back(contact.get());
            potentials_.push_back(std::move(contact));
        }
    }

    std::vector<Vec3d> startPositions() const {
        std::vector<Vec3d> x = mesh_.nodes;
        for (std::size_t n = 0; n < x.size(); ++n) {
            if (case_.start) x[n] = case_.start(x[n]);
            if (held_[n]) x[n] = case_.supports[supportOfNode_[n]].place(mesh_.nodes[n]);
        }
        return x;
    }

    std::vector<Vec3d> deadLoads(double part) const {
        std::vector<Vec3d> loads(mesh_.nodes.size());
        for (std::size_t n = 0; n < loads.size(); ++n) {
            loads[n] = case_.gravity * (body_.masses()[n] * part);
        }
        for (const Traction& traction : case_.tractions) {
            const std::vector<double> areas = areasWhere(mesh_, traction.where);
            for (std::size_t n = 0; n < loads.size(); ++n) loads[n] += traction.perArea * (areas[n] * part);
        }
        return loads;
    }

    void addStep(tets::NewtonSolver& newton, const NewtonSettings& settings, double part,
                 std::vector<Vec3d>& x, Solution& solution) {
        loads_ = deadLoads(part);
        const tets::ConstantForces dead(loads_);
        std::vector<const tets::Potential*> terms{&dead};
        for (const auto& potential : potentials_) terms.push_back(potential.get());
        const NewtonReport report = newton.solve(terms, x, settings);
        solution.converged = report.converged;
        solution.cost.newtonSteps += report.iterations;
        solution.cost.linearIterations += report.linearIterations;
    }

    void measure(const std::vector<Vec3d>& x, Solution& solution) const {
        const tets::Elasticity elasticity(body_);
        solution.energy = elasticity.energy(x, jobs_);
        std::vector<Vec3d> f = loads_, pushes(x.size());
        elasticity.addForces(x, f, jobs_);
        for (const tets::Contact* contact : contacts_) contact->addForces(x, pushes, jobs_);
        solution.supports.resize(case_.supports.size());
        for (std::size_t n = 0; n < x.size(); ++n) {
            if (held_[n]) add(x[n], -f[n] - pushes[n], solution.supports[supportOfNode_[n]]);
            add(x[n], pushes[n], solution.sphere);
        }
        solution.position = [mesh = mesh_, x](Vec3d rest) {
            const Vec3d normal;
            const tets::Embedding at = tets::embed(mesh, {&rest, 1}, {&normal, 1});
            return tets::embeddedPositions(at, mesh, x)[0];
        };
    }

    static void add(Vec3d at, Vec3d force, Resultant& sum) {
        sum.force += force;
        sum.torque += cross(at, force);
    }

    const Case& case_;
    Jobs jobs_;
    TetMesh mesh_;
    ElasticBody body_;
    std::vector<std::size_t> supportOfNode_;
    std::vector<bool> held_;
    std::vector<std::unique_ptr<tets::Potential>> potentials_;
    std::vector<const tets::Contact*> contacts_;
    std::vector<Vec3d> loads_;
};

// M^½ K⁻¹ M^½, in the shape that Spectra calls: its largest eigenvalues belong to the slowest vibrations.
class Compliance {
  public:
    using Scalar = double;

    Compliance(const TetModel& model, const Jobs& jobs)
        : jobs_(jobs),
          free_(tets::freeNodes(model.held())),
          graph_(std::make_shared<const tets::Graph>(tets::nodeGraph(model.body().elements(), free_))),
          plan_(tets::planMultilevel(graph_, model.restOf(free_), model.body().spacing(), {},
                                     tets::largestEigenvalueFor(model.body().nodesPerTet()))),
          k_(tets::zeroMatrix<double>(graph_)),
          levels_(plan_),
          b_(free_.count()),
          y_(free_.count()) {
        const tets::ElementPlaces places(model.body().elements(), *graph_, free_);
        tets::StiffnessSum sum{free_, places, {}, k_};
        tets::Elasticity(model.body()).addStiffness(model.body().rest().nodes, sum, jobs_);
        levels_.update(k_, jobs_);
        for (const std::uint32_t node : free_.nodeOfFree) {
            roots_.push_back(std::sqrt(model.body().masses()[node]));
        }
    }

    Eigen::Index rows() const { return 3 * static_cast<Eigen::Index>(roots_.size()); }
    Eigen::Index cols() const { return rows(); }
    int iterations() const { return iterations_; }

    void perform_op(const double* from, double* to) const {
        for (std::size_t n = 0; n < roots_.size(); ++n) {
            b_[n] = Vec3d{from[3 * n], from[3 * n + 1], from[3 * n + 2]} * roots_[n];
        }
        iterations_ +=
            tets::conjugateGradient<double>(
                k_, b_, y_, [&](auto r, auto z) { levels_.apply(r, z, jobs_); }, {.tolerance = 1e-8}, jobs_)
                .iterations;
        for (std::size_t n = 0; n < roots_.size(); ++n) {
            for (int axis = 0; axis < 3; ++axis) *to++ = y_[n][axis] * roots_[n];
        }
    }

  private:
    Jobs jobs_;
    tets::FreeNodes free_;
    std::shared_ptr<const tets::Graph> graph_;
    tets::MultilevelPlan plan_;
    tets::BlockMatrix<double> k_;
    mutable tets::Multilevel<double> levels_;  // Spectra asks for a const operator
    std::vector<double> roots_;
    mutable std::vector<Vec3d> b_, y_;
    mutable int iterations_ = 0;
};

}  // namespace

Backend tetBackend(tets::TetOrder order, const Jobs& jobs, const NewtonSettings& newton) {
    return [=](const Case& of, std::uint32_t cellsAcross) {
        return TetModel(of, cellsAcross, order, jobs).solve(newton);
    };
}

Frequencies tetFrequencies(const Case& of, std::uint32_t cellsAcross, std::size_t count, tets::TetOrder order,
                           const Jobs& jobs) {
    const Clock::time_point start = Clock::now();
    const TetModel model(of, cellsAcross, order, jobs);
    Compliance compliance(model, jobs);
    const auto wanted = static_cast<Eigen::Index>(count);
    Spectra::SymEigsSolver<Compliance> eigen(compliance, wanted, 2 * wanted + 10);
    eigen.init();
    eigen.compute(Spectra::SortRule::LargestAlge, 200, 1e-6, Spectra::SortRule::LargestAlge);
    Frequencies result;
    for (const double value : eigen.eigenvalues()) {
        result.hertz.push_back(1 / (2 * std::numbers::pi * std::sqrt(value)));
    }
    result.cost.unknowns = static_cast<std::uint32_t>(compliance.rows());
    result.cost.solveSeconds = secondsSince(start);
    result.cost.linearIterations = compliance.iterations();
    return result;
}

}  // namespace sinew::truth
