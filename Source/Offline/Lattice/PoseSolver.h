// Moves a body of cells from one solved pose to the next. Tets/PoseSolver.h is the counterpart for
// tetrahedra.
#pragma once

#include <array>
#include <memory>

#include "Offline/Full/BoneWeights.h"
#include "Offline/Full/Continuation.h"
#include "Offline/Lattice/Contact/Ties.h"
#include "Offline/Lattice/Settings.h"

namespace sinew::lattice {

struct CellModuli;
class Multigrid;
class NewtonSolver;
class NonlinearCycle;

// Whether the cells of such flesh have pressures of their own: above a Poisson's ratio of 0.46, where
// conjugate gradients with multigrid need more and more iterations without.
bool hasPressures(const Flesh& flesh);

// The moduli of the flesh in the cells.
std::vector<CellModuli> fleshModuli(const Cells& cells, const Flesh& flesh,
                                    std::span<const double> factors = {});

// The moduli of the cells of one-point quadrature. Cells that are only partly flesh are softer in proportion,
// down to a minimum: flesh in one corner of a cell would invert otherwise. Of cells with points, which they
// only approximate (Level::setPoints), they are as soft as the root of it, between the softest and the
// stiffest shapes of such cells.
std::vector<CellModuli> cellModuli(const Cells& cells, const Flesh& flesh,
                                   std::span<const double> factors = {});

// μ of the flesh in each cell, in Pa, however much of it there is.
std::vector<float> fleshShear(const Cells& cells, const Flesh& flesh, std::span<const double> factors = {});

// A spring that holds a node softly to its bone.
struct SoftHold {
    std::uint32_t node = 0;
    CellPoint point;      // the node, as a corner of a cell
    float stiffness = 0;  // N/m, as the stiffest flesh about the node asks for
};
std::vector<SoftHold> softHolds(const Cells& cells, const Flesh& flesh, const PoseSettings& settings,
                                std::span<const std::int32_t> boneOfNode,
                                std::span<const double> factors = {});

// The mass of a cell's flesh in kg, by corners; and that of all cells by nodes.
std::array<double, 8> massesOfCorners(const Cells& cells, std::uint32_t cell, double density);
std::vector<double> nodeMasses(const Cells& cells, double density);

class PoseSolver {
  public:
    // Factor on the stiffness of contacts after a step that failed. If a pose moves bones through each other,
    // no shape keeps the flesh apart, and no shape is in equilibrium with stiff contacts. At the end of the
    // path the contacts are stiffened again as far as possible.
    static constexpr double kWeakerAfterFailure = 0.25;

    // `cells` must outlive this object. `boneOfNode` is −1 for a node without a bone. `skinArea` is in m².
    PoseSolver(const Cells& cells, const Flesh& flesh, std::span<const double> factors,
               std::vector<std::int32_t> boneOfNode, std::uint32_t bones, double skinArea,
               const PoseSettings& settings, const Jobs& jobs);
    ~PoseSolver();

    PosedShape restShape() const;

    // Adds the ties for a shape.
    using TiesOf =
        std::function<void(std::span<const Vec3d> x, std::span<const Affined> bones, std::vector<Tie>& ties)>;

    // Adds the springs of flesh that slides over bones. Called in every Newton iteration.
    using HoldsOf = std::function<void(std::span<const Vec3d> x, std::span<const Affined> bones,
                                       std::vector<Tie>& ties, const Jobs& jobs)>;
    void setHolds(HoldsOf holds) { holds_ = std::move(holds); }

    // Moves `shape` to the end of the path. `contacts` adds the contacts. If it does not converge, `shape` is
    // the last converged shape on the path.
    PoseReport moveTo(PosedShape& shape, const BonePath& path, const TiesOf& contacts = {});

    // The parts of moveTo(), for callers that proceed step by step. Carries the shape along with its bones to
    // other bones, without solving:
    PosedShape carriedTo(const PosedShape& shape, std::vector<Affined> bones) const;
    // Brings the shape to equilibrium at its bones. If it does not converge, or throws Stopped, the shape is
    // the last one that was reached, and another call continues from it.
    // Contacts are searched at the beginning, and again a few times if flesh has moved so far that new
    // contacts are possible. Otherwise the last contacts are kept, because a search costs as much as a step.
    struct Touching {
        std::vector<Tie> ties;
        std::vector<Vec3d> lookedAt;  // nodes
        int looks = 0;
        double strength = 1;  // factor on the stiffness of the contacts
    };
    NewtonReport relax(PosedShape& shape, const TiesOf& contacts, Touching& touching,
                       const NewtonSettings& settings, const std::function<bool()>& shouldStop = {});

    // The number of steps for which no bone moves farther past others in one step than contacts can resolve,
    // or than `part` of that.
    int stepsForContact(std::span<const Affined> from, std::span<const Affined> to, double part = 1) const;

    const PoseSettings& settings() const { return settings_; }
    void setGravity(Vec3d gravity);  // m/s²
    void setMethod(Method method);
    void setJobs(const Jobs& jobs) { jobs_ = jobs; }
    Multigrid& levels() { return *levels_; }
    // The same as Multigrid::widenSpectra().
    void widenSpectra();
    // Resets what earlier solves have left: estimates of spectra, and pressures.
    void forget();

  private:
    NewtonReport step(PosedShape& shape, std::vector<Affined> bones, const TiesOf& contacts, double strength,
                      const NewtonSettings& settings);
    // Increases the strength of contacts towards 1, as long as the shape converges.
    void strengthen(PosedShape& shape, const TiesOf& contacts, PoseReport& report);
    std::uint32_t touching(std::span<const Vec3d> x) const;
    bool isTimeToLook(const Touching& touching, std::span<const Vec3d> x) const;
    Vec3d target(std::uint32_t node, std::span<const Affined> bones) const;
    void addHolds(const PosedShape& shape, std::span<const Vec3d> x, std::vector<Tie>& ties) const;
    void measure(const PosedShape& shape, PoseReport& report);

    const Cells& cells_;
    Flesh flesh_;
    std::vector<std::int32_t> boneOfNode_;
    std::uint32_t bones_;
    double skinArea_;
    PoseSettings settings_;
    Jobs jobs_;
    std::unique_ptr<Multigrid> levels_;
    BoneWeights weights_;
    std::unique_ptr<NewtonSolver> newton_;
    std::unique_ptr<NonlinearCycle> cycle_;  // null for Newton's method
    std::vector<Vec3d> middleOfBone_;        // per bone: centroid of its nodes in the bind pose
    std::vector<bool> hasNodes_;             // per bone
    HoldsOf holds_;
    std::vector<Vec3d> gravity_;       // N per node
    std::vector<SoftHold> softHolds_;  // of nodes with a bone
};

}  // namespace sinew::lattice
