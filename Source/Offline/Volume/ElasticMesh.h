// The flesh of a character as the reduction sees it, whatever kind of element the full solver works on.
// Tets/ElasticMesh.h and Lattice/ElasticMesh.h convert tetrahedra and the cells of a lattice to it.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "Math/Mat3.h"
#include "Offline/Volume/Bones.h"
#include "Offline/Volume/ElementNodes.h"
#include "Offline/Volume/Settings.h"

namespace sinew {

// Weighted sums of nodes, row by row.
struct NodeSums {
    std::vector<std::uint32_t> first{0};  // rows + 1 entries, into the others
    std::vector<std::uint32_t> nodes;
    std::vector<double> weights;

    std::uint32_t rows() const { return static_cast<std::uint32_t>(first.size() - 1); }
    std::span<const std::uint32_t> nodesOf(std::size_t row) const {
        return {nodes.data() + first[row], nodes.data() + first[row + 1]};
    }
    std::span<const double> weightsOf(std::size_t row) const {
        return {weights.data() + first[row], weights.data() + first[row + 1]};
    }
    // A row is ended once its nodes are added.
    void add(std::uint32_t node, double weight) {
        nodes.push_back(node);
        weights.push_back(weight);
    }
    void endRow() { first.push_back(static_cast<std::uint32_t>(nodes.size())); }
};

struct ElasticMesh {
    Flesh flesh;         // as the full solver evaluates it, including the kind of the material
    double spacing = 0;  // m, approximate distance between nodes

    std::vector<Vec3d> rest;               // per node: position as bound, m
    std::vector<double> masses;            // per node: lumped mass, kg
    std::vector<std::int32_t> boneOfNode;  // per node: Attachment::kFree, or index into `bones`

    // A point at which the energy density is evaluated: F = Σ_n x_n ⊗ gradient_n.
    struct Element {
        double volume = 0;  // m³ of flesh
        Lame<double> lame;
        Vec3d centre;  // of its flesh, as bound
    };
    std::vector<Element> elements;
    std::vector<std::uint32_t> firstOfElement{0};  // elements + 1 entries, into the next three
    std::vector<std::uint32_t> elementNodes;
    std::vector<Vec3d> gradients;       // 1/m, of the shape functions; those of an element sum to 0
    std::vector<double> elementMasses;  // kg of the element's mass at each of its nodes

    // Energy beside that of the elements, quadratic in displacements from rest: ½ Σ_k stiffness_k |u_k|² with
    // u_k = Σ_n c_kn (x_n − rest_n), so it has no force at rest.
    struct Stabilisation {
        static constexpr std::uint32_t kAnyFrame = ~0u;
        NodeSums sums;                            // the coefficients c
        std::vector<double> stiffness;            // N/m, per sum
        std::vector<std::uint32_t> elementOfSum;  // whose nodes it is about, perhaps with a neighbour's
        // Per sum: the joint in whose frame the displacements are, for springs to its bones; kAnyFrame for
        // the elements' own, whose sums are 0 for any linear field, so that rigid motion does not matter.
        std::vector<std::uint32_t> jointOfSum;

        std::uint32_t count() const { return sums.rows(); }
    };
    Stabilisation stabilisation;
    bool heldExactly = true;  // if false, bones hold nodes by stabilisation only

    struct Face {
        std::uint32_t a = 0, b = 0;  // elements, a < b
        double area = 0;             // m²
    };
    std::vector<Face> faces;  // through which the flesh of two elements is connected
    NodeSums faceAreas;       // per face: its nodes with their shares of the area, m²

    std::vector<Bone> bones;
    std::vector<JointDecision> joints;  // one per joint of the skeleton

    NodeSums skin;                               // per skin vertex: its position
    std::vector<std::uint32_t> elementOfVertex;  // per skin vertex: the element that holds it
    NodeSums inElement;  // per skin vertex: interpolates values at the nodes of that element, which `skin`
                         // need not be limited to
    // The weight with which a skin vertex follows its skin weights instead of the nodes (SkinOnFlesh.h).
    std::vector<float> followsSkeleton;

    std::uint32_t nodeCount() const { return static_cast<std::uint32_t>(rest.size()); }
    std::uint32_t elementCount() const { return static_cast<std::uint32_t>(elements.size()); }
    ElementNodes nodesOfElements() const { return {firstOfElement, elementNodes}; }
    std::span<const std::uint32_t> nodesOf(std::uint32_t element) const {
        return {elementNodes.data() + firstOfElement[element],
                elementNodes.data() + firstOfElement[element + 1]};
    }
    std::span<const Vec3d> gradientsOf(std::uint32_t element) const {
        return {gradients.data() + firstOfElement[element], gradients.data() + firstOfElement[element + 1]};
    }
    std::span<const double> massesOf(std::uint32_t element) const {
        return {elementMasses.data() + firstOfElement[element],
                elementMasses.data() + firstOfElement[element + 1]};
    }
    double volume() const;  // m³
};

// F of an element. For displacements instead of positions `x`, F − I.
Mat3d deformationGradient(const ElasticMesh& mesh, std::uint32_t element, std::span<const Vec3d> x);

// Adds the nodal forces of a stress in an element to f.
void addElementForces(const ElasticMesh& mesh, std::uint32_t element, const Mat3d& stress,
                      std::span<Vec3d> f);

// Which nodes move with a bone exactly.
std::vector<bool> heldNodes(const ElasticMesh& mesh);

// The skin positions for the node positions `nodes`. `skinned` has the same vertices under linear blend
// skinning (Skinning.h); it is read only if a vertex follows the skeleton.
std::vector<Vec3d> skinPositions(const ElasticMesh& mesh, std::span<const Vec3d> nodes,
                                 std::span<const Vec3d> skinned);

}  // namespace sinew
