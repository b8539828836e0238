// The elasticity of a mesh of tetrahedra, linear or quadratic: energy, forces and stiffness for any positions
// of its nodes.
#pragma once

#include <algorithm>
#include <span>

#include "Material/Parameters.h"
#include "Offline/Tets/Fibres.h"
#include "Offline/Tets/Linear/BlockMatrix.h"
#include "Offline/Tets/Mesh/Quadratic.h"
#include "Offline/Tets/Potential.h"
#include "Offline/Volume/ElementChunks.h"
#include "Offline/Volume/Settings.h"
#include "Offline/Volume/TetMesh.h"

namespace sinew::tets {

// The gradients of the four shape functions of a tet.
std::array<Vec3d, 4> shapeGradients(const Mat3d& restInverse);

// The gradients of the shape functions of a tet's nodes at a point.
class Gradients {
  public:
    explicit Gradients(std::span<const Vec3d> of) : count_(of.size()) {
        std::copy(of.begin(), of.end(), of_.begin());
    }
    std::size_t size() const { return count_; }
    const Vec3d& operator[](std::size_t node) const { return of_[node]; }

  private:
    std::array<Vec3d, kQuadraticNodes> of_;
    std::size_t count_;
};

// A mesh with its material: the data that does not depend on the pose.
//
// Energy is a sum over points. A linear tet has one, with the tet's own number; a quadratic tet has four in
// turn.
class ElasticBody {
  public:
    // `stiffness` has a factor on Young's modulus per tet, or is empty for 1. `fibres` are in any order.
    ElasticBody(TetMesh rest, const Flesh& flesh, std::span<const double> stiffness = {},
                std::span<const Fibre> fibres = {});

    const TetMesh& rest() const { return rest_; }
    std::uint32_t nodes() const { return static_cast<std::uint32_t>(rest_.nodes.size()); }
    std::uint32_t tets() const { return static_cast<std::uint32_t>(rest_.tets.size()); }
    bool isQuadratic() const { return rest_.isQuadratic(); }
    ElementNodes elements() const { return isQuadratic() ? ElementNodes(tens_) : ElementNodes(rest_.tets); }
    std::uint32_t nodesPerTet() const { return isQuadratic() ? kQuadraticNodes : 4; }
    std::uint32_t pointsPerTet() const { return isQuadratic() ? kQuadraticPoints : 1; }
    std::uint32_t points() const { return tets() * pointsPerTet(); }
    std::uint32_t tetOf(std::uint32_t point) const {
        return isQuadratic() ? point / kQuadraticPoints : point;
    }
    const Flesh& flesh() const { return flesh_; }
    std::span<const double> masses() const { return mass_; }     // per node, lumped, kg
    std::span<const double> volumes() const { return volume_; }  // per point
    double volume() const { return wholeVolume_; }               // m³
    double skinArea() const { return skinArea_; }                // m², area of the boundary faces
    double spacing() const { return spacing_; }                  // m, approximate distance between nodes

    const Lame<double>& lame(std::uint32_t point) const { return lame_[tetOf(point)]; }
    const Mat3d& restInverse(std::uint32_t tet) const { return restInverse_[tet]; }
    const ElementChunks& chunks() const { return chunks_; }
    const Fibres& fibres() const { return fibres_; }

    // Calls body(begin, end) for ranges of at most ElementChunks::kElements points, all of a tet in the same
    // range. Those that run at the same time share no node.
    template <class Body>
    void forEachChunkOfPoints(const Jobs& jobs, Body&& body) const {
        const std::uint32_t each = pointsPerTet(), step = ElementChunks::kElements / each;
        chunks_.forEach(jobs, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t t = begin; t < end; t += step) body(each * t, each * std::min(t + step, end));
        });
    }

    // Of a tet's mass, at each of its nodes.
    std::span<const double> massShares() const;
    // Of all nodes of the point's tet.
    Gradients gradients(std::uint32_t point) const;
    // The same anywhere, and the barycentric coordinates of a place as bound.
    Gradients gradientsAt(std::uint32_t tet, Vec3d place) const;
    std::array<double, 4> barycentric(std::uint32_t tet, Vec3d place) const;
    Mat3d deformationGradient(std::uint32_t point, std::span<const Vec3d> x) const;

    // Adds the nodal forces of a stress at a point to f.
    void addTetForces(std::uint32_t point, const Mat3d& stress, std::span<Vec3d> f) const;

    // The smallest volume ratio at the points of a tet.
    double minJ(std::uint32_t tet, std::span<const Vec3d> x) const;

    // The number of tets that are inverted at a point.
    std::uint32_t invertedTets(std::span<const Vec3d> x, const Jobs& jobs) const;

  private:
    Mat3d edgesAt(std::uint32_t point, std::span<const Vec3d> x) const;

    TetMesh rest_;
    std::vector<QuadraticTet> tens_;  // empty for linear tets
    Flesh flesh_;
    std::vector<Mat3d>
        restInverse_;  // per tet, inverse of the edge matrix: its rows are the gradients of λ₁, λ₂ and λ₃
    std::vector<double> volume_;
    std::vector<Lame<double>> lame_;  // per tet
    std::vector<double> mass_;
    double wholeVolume_ = 0, skinArea_ = 0, spacing_ = 0;
    ElementChunks chunks_;
    Fibres fibres_;
};

// The elastic energy of a body with its own material or, temporarily, another one, and its fibres.
class Elasticity : public Potential {
  public:
    explicit Elasticity(const ElasticBody& body) : Elasticity(body, body.flesh().kind) {}
    Elasticity(const ElasticBody& body, MaterialKind kind) : body_(body), kind_(kind) {}

    double energy(std::span<const Vec3d> x, const Jobs& jobs) const override;
    void addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs& jobs) const override;
    void addStiffness(std::span<const Vec3d> x, StiffnessSum& sum, const Jobs& jobs) const override;

  private:
    const ElasticBody& body_;
    MaterialKind kind_;
};

}  // namespace sinew::tets
