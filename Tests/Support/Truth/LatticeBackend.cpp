#include "Support/Truth/LatticeBackend.h"

#include <algorithm>
#include <cmath>

#include "Base/Check.h"
#include "Offline/Lattice/Cells/Moments.h"
#include "Offline/Lattice/Newton.h"
#include "Offline/Lattice/PoseSolver.h"

namespace sinew::truth {

namespace {

using lattice::CellPoint;
using lattice::Cells;
using lattice::Tie;

// Whether a full support lies on a plane across an axis: cells must have a plane there.
bool isSupportedAlong(const Case& of, int axis) {
    const Vec3d low = of.shape.corner[0], high = of.shape.corner[7];
    const auto isOn = [&](const Support& support, double at) {
        Vec3d a = low, b = high;
        a[axis] = b[axis] = at;
        return support.where(a) && support.where(b);
    };
    return std::any_of(of.supports.begin(), of.supports.end(), [&](const Support& support) {
        return isOn(support, low[axis]) || isOn(support, high[axis]);
    });
}

// The part of a cell that a box fills, in units of the cell.
lattice::Moments fleshOf(const Cells& cells, std::uint32_t cell, Vec3d low, Vec3d high) {
    const Vec3d corner = cells.position(cells.cells[cell].place), none, all{1, 1, 1};
    return lattice::momentsOfBox(max(none, (low - corner) / cells.width),
                                 min(all, (high - corner) / cells.width));
}

Cells cellsOf(const Case& of, std::uint32_t cellsAcross, const LatticeChoice& choice) {
    const Vec3d low = of.shape.corner[0], size = of.shape.corner[7] - low;
    Cells::Place counts{};
    double width = 0;
    for (int axis = 0; axis < 3; ++axis) {
        const Division& division = of.divisions[static_cast<std::size_t>(axis)];
        counts[static_cast<std::size_t>(axis)] =
            static_cast<std::int32_t>(std::lround(division.across * cellsAcross));
        const double own = size[axis] / counts[static_cast<std::size_t>(axis)];
        SINEW_CHECK(axis == 0 || std::abs(own - width) < 1e-9);
        width = own;
    }
    Vec3d origin = low;
    for (int axis = 0; axis < 3 && choice.offGrid > 0; ++axis) {
        if (isSupportedAlong(of, axis)) continue;
        origin[axis] -= choice.offGrid * width;
        ++counts[static_cast<std::size_t>(axis)];
    }
    Cells cells = lattice::boxOfCells(counts, width, origin);
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        const lattice::Moments flesh = fleshOf(cells, c, low, of.shape.corner[7]);
        cells.cells[c].coverage = static_cast<float>(flesh.volume);
        if (choice.quadrature == lattice::Quadrature::FourPoint)
            cells.points.push_back(lattice::pointsFor(flesh, [](Vec3d) { return true; }));
    }
    return cells;
}

// A piece of the surface: where it is, whose cell it belongs to and the area that it stands for.
struct SurfacePoint {
    Vec3d rest;
    CellPoint point;
    double area;
};

std::vector<SurfacePoint> surfaceOf(const Cells& cells, const std::function<bool(Vec3d)>& where) {
    constexpr std::array<double, 2> kGauss{0.21132486540518712, 0.78867513459481288};
    std::vector<std::array<bool, 6>> inner(cells.cellCount());
    for (const Cells::Link& link : cells.links) {
        inner[link.lower][2 * link.axis + 1] = true;
        inner[link.upper][2 * link.axis] = true;
    }
    std::vector<SurfacePoint> points;
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        for (int face = 0; face < 6; ++face) {
            if (inner[c][static_cast<std::size_t>(face)]) continue;
            for (const double a : kGauss) {
                for (const double b : kGauss) {
                    Vec3d place;
                    place[face / 2] = face % 2;
                    place[(face / 2 + 1) % 3] = a;
                    place[(face / 2 + 2) % 3] = b;
                    const Vec3d rest = cells.position(cells.cells[c].place) + place * cells.width;
                    if (!where(rest)) continue;
                    points.push_back(
                        {rest, {c, lattice::trilinearWeights(place)}, cells.width * cells.width / 4});
                }
            }
        }
    }
    return points;
}

class LatticeModel {
  public:
    LatticeModel(const Case& of, std::uint32_t cellsAcross, const LatticeChoice& choice, const Jobs& jobs)
        : case_(of),
          jobs_(jobs),
          cells_(cellsOf(of, cellsAcross, choice)),
          supportOfNode_(cells_.nodeCount(), kNone) {
        for (std::uint32_t n = 0; n < cells_.nodeCount(); ++n) {
            rest_.push_back(cells_.nodePosition(n));
            for (std::size_t s = 0; s < of.supports.size() && supportOfNode_[n] == kNone; ++s) {
                if (isFull(of.supports[s]) && of.supports[s].where(rest_[n])) supportOfNode_[n] = s;
            }
        }
        for (std::uint32_t c = 0; c < cells_.cellCount(); ++c) {
            factors_.push_back(of.stiffer ? of.stiffer(middle(c)) : 1);
        }
        for (const Sphere& sphere : of.spheres) touched_ = surfaceOf(cells_, sphere.where);
    }

    Solution solve(const NewtonSettings& settings) {
        Solution solution;
        const Clock::time_point start = Clock::now();
        std::vector<bool> fixed;
        for (const std::size_t support : supportOfNode_) fixed.push_back(support != kNone);
        lattice::Multigrid levels(cells_, lattice::cellModuli(cells_, case_.flesh, factors_), fixed);
        if (!cells_.points.empty()) levels.setPoints(lattice::fleshModuli(cells_, case_.flesh, factors_));
        levels.setLaw({.material = case_.flesh.kind});
        levels.setExtension(lattice::fleshShear(cells_, case_.flesh, factors_));
        lattice::NewtonSolver newton(levels);
        newton.setMixed(lattice::hasPressures(case_.flesh));
        solution.cost.unknowns =
            static_cast<std::uint32_t>(3 * std::count(fixed.begin(), fixed.end(), false));
        solution.cost.prepareSeconds = secondsSince(start);
        std::vector<Vec3d> x = startPositions();
        for (int step = 1; step <= case_.loadSteps; ++step) {
            addStep(newton, settings, static_cast<double>(step) / case_.loadSteps, x, solution);
        }
        solution.cost.solveSeconds = secondsSince(start) - solution.cost.prepareSeconds;
        measure(levels, x, solution);
        return solution;
    }

  private:
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);
    static constexpr double kRigid = 1e4;  // of a rail, in Young's moduli times widths

    static bool isFull(const Support& support) {
        return support.axes == std::array<bool, 3>{true, true, true};
    }

    Vec3d middle(std::uint32_t cell) const {
        return cells_.position(cells_.cells[cell].place) + Vec3d{0.5, 0.5, 0.5} * cells_.width;
    }

    std::vector<Vec3d> startPositions() const {
        std::vector<Vec3d> x = rest_;
        for (std::size_t n = 0; n < x.size(); ++n) {
            if (case_.start) x[n] = case_.start(x[n]);
            if (supportOfNode_[n] != kNone) x[n] = case_.supports[supportOfNode_[n]].place(rest_[n]);
        }
        return x;
    }

    std::vector<Vec3d> deadLoads(double part) const {
        std::vector<Vec3d> loads(rest_.size());
        const std::vector<double> masses = lattice::nodeMasses(cells_, case_.flesh.density);
        for (std::size_t n = 0; n < loads.size(); ++n) loads[n] = case_.gravity * (masses[n] * part);
        for (const Traction& traction : case_.tractions) {
            for (const SurfacePoint& p : surfaceOf(cells_, traction.where)) {
                for (std::size_t c = 0; c < 8; ++c) {
                    loads[cells_.nodesOfCell[p.point.cell][c]] +=
                        traction.perArea * (p.area * part * static_cast<double>(p.point.weights[c]));
                }
            }
        }
        return loads;
    }

    // The potential's second derivative along the normal; the rest of it, d/R, is left out.
    void addSphere(const Sphere& sphere, std::span<const Vec3d> x, std::vector<Tie>& ties) const {
        for (const SurfacePoint& p : touched_) {
            const Vec3d away = lattice::positionOf(p.point, cells_, x) - sphere.centre;
            const double distance = length(away);
            if (distance >= sphere.radius) continue;
            const Vec3d normal = away / distance;
            ties.push_back({p.point,
                            {},
                            sphere.centre + normal * sphere.radius,
                            lattice::springAlong(normal, sphere.stiffness * p.area),
                            normal});
        }
    }

    void addRails(std::vector<Tie>& ties) const {
        for (const Support& support : case_.supports) {
            if (isFull(support)) continue;
            for (std::uint32_t c = 0; c < cells_.cellCount(); ++c) {
                for (std::size_t i = 0; i < 8; ++i) {
                    const std::uint32_t node = cells_.nodesOfCell[c][i];
                    if (supportOfNode_[node] != kNone || !support.where(rest_[node])) continue;
                    Tie tie;
                    tie.point.cell = c;
                    tie.point.weights[i] = 1;
                    tie.target = support.place(rest_[node]);
                    for (int axis = 0; axis < 3; ++axis) {
                        if (support.axes[static_cast<std::size_t>(axis)])
                            tie.stiffness(axis, axis) =
                                static_cast<float>(kRigid * case_.flesh.young * cells_.width / 8);
                    }
                    ties.push_back(tie);
                }
            }
        }
    }

    void addStep(lattice::NewtonSolver& newton, const NewtonSettings& settings, double part,
                 std::vector<Vec3d>& x, Solution& solution) {
        loads_ = deadLoads(part);
        lattice::Loads loads;
        loads.forces = loads_;
        loads.ties = [&](std::span<const Vec3d> at, std::vector<Tie>& ties) {
            addRails(ties);
            for (const Sphere& sphere : case_.spheres) addSphere(sphere, at, ties);
        };
        lattice::LatticeNewtonSettings lattice;
        lattice.newton = settings;
        const NewtonReport report = newton.solve(loads, x, lattice, jobs_);
        solution.converged = report.converged;
        solution.cost.newtonSteps += report.iterations;
        solution.cost.linearIterations += report.linearIterations;
    }

    void measure(lattice::Multigrid& levels, const std::vector<Vec3d>& x, Solution& solution) const {
        lattice::NodeVectors gradient;
        solution.energy = levels.finest().evaluate(x, gradient, jobs_);
        solution.supports.resize(case_.supports.size());
        for (std::size_t n = 0; n < x.size(); ++n) {
            if (supportOfNode_[n] == kNone) continue;
            Resultant& sum = solution.supports[supportOfNode_[n]];
            const Vec3d force = lattice::asVec3(gradient[n]) - loads_[n];
            sum.force += force;
            sum.torque += cross(x[n], force);
        }
        for (const Sphere& sphere : case_.spheres) {
            std::vector<Tie> ties;
            addSphere(sphere, x, ties);
            for (const Tie& tie : ties) {
                const Vec3d stretch = lattice::stretchOf(tie, cells_, x);
                solution.sphere.force -= convert<double>(tie.stiffness * convert<float>(stretch));
            }
        }
        solution.position = [cells = cells_, x](Vec3d rest) {
            double nearest = 1e300;
            Vec3d found;
            for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
                const Vec3d place = (rest - cells.position(cells.cells[c].place)) / cells.width;
                double outside = 0;
                for (int axis = 0; axis < 3; ++axis)
                    outside = std::max({outside, -place[axis], place[axis] - 1});
                if (!(outside < nearest)) continue;
                nearest = outside;
                found = lattice::positionOf({c, lattice::trilinearWeights(place)}, cells, x);
            }
            return found;
        };
    }

    const Case& case_;
    Jobs jobs_;
    Cells cells_;
    std::vector<Vec3d> rest_;
    std::vector<std::size_t> supportOfNode_;
    std::vector<double> factors_;
    std::vector<SurfacePoint> touched_;
    std::vector<Vec3d> loads_;
};

}  // namespace

Backend latticeBackend(const Jobs& jobs, const LatticeChoice& choice, const NewtonSettings& newton) {
    return [=](const Case& of, std::uint32_t cellsAcross) {
        return LatticeModel(of, cellsAcross, choice, jobs).solve(newton);
    };
}

}  // namespace sinew::truth
