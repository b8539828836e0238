// The one place where a full solver is chosen and put together: on tetrahedra or on a lattice.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "Offline/Full/FullSolver.h"
#include "Offline/Poses/Settings.h"
#include "Offline/Progress.h"
#include "Offline/Volume/BodyParts.h"
#include "Offline/Volume/SkinOnFlesh.h"
#include "Offline/Volume/TetTopology.h"

namespace sinew::tets {
struct Volume;
}

namespace sinew::poses {

// The elements that flesh is solved on, in figures.
struct BodyReport {
    SolverKind solver = SolverKind::OnTets;
    std::size_t elements = 0, nodes = 0;  // tetrahedra or cells
    double spacing = 0;                   // metres: the edge length or the cells' width
    double volume = 0;                    // m³
    TetQuality quality;                   // of tetrahedra
    std::vector<JointDecision> joints;
    std::vector<VolumeLoss> lost;  // skin on what is too thin for the elements
    std::vector<std::string> bonesWithoutNodes;
};

// A character's flesh, ready to be solved: its volume, and how stiff it is where.
class FullBody {
  public:
    FullBody(FullBody&&) noexcept;
    FullBody& operator=(FullBody&&) noexcept;
    ~FullBody();

    BodyReport report() const;
    // Valid while this body is.
    FleshDecisions decisions() const;

  private:
    struct Volumes;
    explicit FullBody(std::unique_ptr<const Volumes> volumes);
    friend FullBody makeFullBody(const Character&, const FullSettings&, const Jobs&, const ProgressCallback&,
                                 const tets::Volume*);
    friend std::unique_ptr<FullSolver> makeFullSolver(const FullBody&, const Jobs&, const ProgressCallback&);

    std::unique_ptr<const Volumes> volumes_;
};

// `character` must outlive the body. `tets`: those that FullSolver::tetNodes() is asked for, which must
// outlive the body; a solver on tetrahedra solves on them instead of making its own, one on a lattice carries
// them along. Null: a solver on tetrahedra makes its own, one on a lattice has none. Throws Error where the
// character has no flesh, or has not what the settings name; Stopped where `progress` asks for it.
FullBody makeFullBody(const Character& character, const FullSettings& settings, const Jobs& jobs = {},
                      const ProgressCallback& progress = {}, const tets::Volume* tets = nullptr);

// `body` must outlive the solver. Several solvers may be made of one body and used at the same time.
// `whileSolving` is called in every step of Newton's method; false throws Stopped.
std::unique_ptr<FullSolver> makeFullSolver(const FullBody& body, const Jobs& jobs = {},
                                           const ProgressCallback& whileSolving = {});

}  // namespace sinew::poses
