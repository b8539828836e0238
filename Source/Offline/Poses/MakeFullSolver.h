// The only place where a full solver is chosen and assembled: on tetrahedra or on a lattice.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "Offline/Full/FullSolver.h"
#include "Offline/Poses/Settings.h"
#include "Offline/Progress.h"
#include "Offline/Volume/BodyParts.h"
#include "Offline/Volume/ElasticMesh.h"
#include "Offline/Volume/Layers.h"
#include "Offline/Volume/SkinOnFlesh.h"
#include "Offline/Volume/TetTopology.h"

namespace sinew::poses {

// Figures about the elements of the flesh.
struct BodyReport {
    SolverKind solver = SolverKind::OnTets;
    std::size_t elements = 0, nodes = 0;  // tetrahedra or cells
    double spacing = 0;                   // metres: edge length of the tetrahedra, or cell width
    double volume = 0;                    // m³
    TetQuality quality;                   // only for tetrahedra
    std::vector<JointDecision> joints;
    std::vector<VolumeLoss> lost;  // skin on parts that are too thin for the elements
    std::vector<std::string> bonesWithoutNodes;
    TissueReport tissue;
};

// The flesh of a character, ready to be solved: its volume and its stiffness.
class FullBody {
  public:
    FullBody(FullBody&&) noexcept;
    FullBody& operator=(FullBody&&) noexcept;
    ~FullBody();

    BodyReport report() const;
    // The result refers to this body.
    FleshDecisions decisions() const;
    // For training: it has the nodes and the energy of the solvers of this body.
    ElasticMesh elasticMesh() const;

  private:
    struct Volumes;
    explicit FullBody(std::unique_ptr<const Volumes> volumes);
    friend FullBody makeFullBody(const Character&, const FullSettings&, const Jobs&, const ProgressCallback&);
    friend std::unique_ptr<FullSolver> makeFullSolver(const FullBody&, const Jobs&, const ProgressCallback&);

    std::unique_ptr<const Volumes> volumes_;
};

// `character` must outlive the body. Throws Error if the character has no flesh or does not have what the
// settings name, and Stopped if `progress` returns false.
FullBody makeFullBody(const Character& character, const FullSettings& settings, const Jobs& jobs = {},
                      const ProgressCallback& progress = {});

// `body` must outlive the solver. Several solvers may share a body and run at the same time. `whileSolving`
// is called in every Newton iteration; returning false throws Stopped.
std::unique_ptr<FullSolver> makeFullSolver(const FullBody& body, const Jobs& jobs = {},
                                           const ProgressCallback& whileSolving = {});

}  // namespace sinew::poses
