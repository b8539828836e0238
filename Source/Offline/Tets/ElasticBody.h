// The elasticity of a mesh of linear tetrahedra: energy, forces and stiffness for any positions of its nodes.
#pragma once

#include <span>

#include "Material/Parameters.h"
#include "Offline/Tets/Linear/BlockMatrix.h"
#include "Offline/Tets/Potential.h"
#include "Offline/Volume/ElementChunks.h"
#include "Offline/Volume/Settings.h"
#include "Offline/Volume/TetMesh.h"

namespace sinew::tets {

// The gradients of the four shape functions of a tet.
std::array<Vec3d, 4> shapeGradients(const Mat3d& restInverse);

// A mesh with its material: the data that does not depend on the pose.
class ElasticBody {
  public:
    // `stiffness` has a factor on Young's modulus per tet, or is empty for 1.
    ElasticBody(TetMesh rest, const Flesh& flesh, std::span<const double> stiffness = {});

    const TetMesh& rest() const { return rest_; }
    std::uint32_t nodes() const { return static_cast<std::uint32_t>(rest_.nodes.size()); }
    std::uint32_t tets() const { return static_cast<std::uint32_t>(rest_.tets.size()); }
    const Flesh& flesh() const { return flesh_; }
    std::span<const double> masses() const { return mass_; }  // per node, lumped, kg
    std::span<const double> volumes() const { return volume_; }
    double volume() const { return wholeVolume_; }  // m³
    double skinArea() const { return skinArea_; }   // m², area of the boundary faces
    double spacing() const { return spacing_; }     // m, approximate distance between nodes

    const Lame<double>& lame(std::uint32_t tet) const { return lame_[tet]; }
    const Mat3d& restInverse(std::uint32_t tet) const { return restInverse_[tet]; }
    const ElementChunks& chunks() const { return chunks_; }

    Mat3d deformationGradient(std::uint32_t tet, std::span<const Vec3d> x) const;

    // Adds the nodal forces of a stress in a tet to f.
    void addTetForces(std::uint32_t tet, const Mat3d& stress, std::span<Vec3d> f) const;

    // The number of inverted tets.
    std::uint32_t invertedTets(std::span<const Vec3d> x, const Jobs& jobs) const;

  private:
    TetMesh rest_;
    Flesh flesh_;
    std::vector<Mat3d>
        restInverse_;  // inverse of the edge matrix: its rows are the gradients of three shape functions
    std::vector<double> volume_;
    std::vector<Lame<double>> lame_;
    std::vector<double> mass_;
    double wholeVolume_ = 0, skinArea_ = 0, spacing_ = 0;
    ElementChunks chunks_;
};

// The elastic energy of a body with its own material or, temporarily, another one.
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
