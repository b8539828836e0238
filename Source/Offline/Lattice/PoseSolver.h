// A body of cells from one solved pose to the next: the lattice's counterpart of PoseSolver.h.
#pragma once

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

// Flesh is corotated here, whatever its kind. Cells that are flesh in part are as much softer, but not
// without bound: what fills a corner of its cell would turn inside out.
std::vector<CellModuli> cellModuli(const Cells& cells, const Flesh& flesh,
                                   std::span<const double> factors = {});

// kg per node.
std::vector<double> nodeMasses(const Cells& cells, double density);

class PoseSolver {
  public:
    // What touches, after a step that failed. Where a pose drives bones through each other there is no shape
    // that keeps flesh apart, and with springs that insist on it none comes to rest. At the end of the way
    // they get back what they can.
    static constexpr double kWeakerAfterFailure = 0.25;

    // `cells` must outlive this. `boneOfNode`: −1 where a node belongs to none. `skinArea`: m².
    PoseSolver(const Cells& cells, const Flesh& flesh, std::span<const double> factors,
               std::vector<std::int32_t> boneOfNode, std::uint32_t bones, double skinArea,
               const PoseSettings& settings, const Jobs& jobs);
    ~PoseSolver();

    PosedShape restShape() const;

    // The ties of a shape.
    using TiesOf =
        std::function<void(std::span<const Vec3d> x, std::span<const Affined> bones, std::vector<Tie>& ties)>;

    // Where flesh slides over bones: what keeps it there, asked in every step of Newton's method.
    using HoldsOf = std::function<void(std::span<const Vec3d> x, std::span<const Affined> bones,
                                       std::vector<Tie>& ties, const Jobs& jobs)>;
    void setHolds(HoldsOf holds) { holds_ = std::move(holds); }

    // Brings `shape` to the end of the path. `contacts`: what touches. Not converged: `shape` is the last one
    // on the way that was.
    PoseReport moveTo(PosedShape& shape, const BonePath& path, const TiesOf& contacts = {});

    // What moveTo() is made of, for those who go step by step. The shape carried along with its bones to
    // others:
    PosedShape carriedTo(const PosedShape& shape, std::vector<Affined> bones) const;
    // and brought to rest where its bones are. Not converged, or Stopped: the shape it came to, from which
    // another call goes on.
    // What touches is looked for at first, and again, a few times, where flesh has moved so far that what did
    // not touch may do so now. Else the last that was found stays: looking costs as much as a step.
    struct Touching {
        std::vector<Tie> ties;
        std::vector<Vec3d> lookedAt;  // nodes
        int looks = 0;
        double strength = 1;  // of what is found
    };
    NewtonReport relax(PosedShape& shape, const TiesOf& contacts, Touching& touching,
                       const NewtonSettings& settings, const std::function<bool()>& shouldStop = {});

    // So many that no bone gets farther past others in one than contacts can tell, or a part of that.
    int stepsForContact(std::span<const Affined> from, std::span<const Affined> to, double part = 1) const;

    const PoseSettings& settings() const { return settings_; }
    void setGravity(Vec3d gravity);  // m/s²
    void setMethod(Method method);
    void setJobs(const Jobs& jobs) { jobs_ = jobs; }
    Multigrid& levels() { return *levels_; }
    // Of the levels (Multigrid.h): what they learnt of their spectra in solving.
    void widenSpectra();
    void forgetWidening();

  private:
    NewtonReport step(PosedShape& shape, std::vector<Affined> bones, const TiesOf& contacts, double strength,
                      const NewtonSettings& settings);
    // Towards all of the strength, as far as the shape still comes to rest.
    void strengthen(PosedShape& shape, const TiesOf& contacts, PoseReport& report);
    std::uint32_t touching(std::span<const Vec3d> x) const;
    bool isTimeToLook(const Touching& touching, std::span<const Vec3d> x) const;
    void holdSoftly(std::span<const double> factors);
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
    std::unique_ptr<NonlinearCycle> cycle_;  // null: Newton's method
    std::vector<Vec3d> middleOfBone_;  // of its nodes, as bound
    std::vector<bool> hasNodes_;       // by bone
    HoldsOf holds_;
    std::vector<Vec3d> gravity_;            // N per node
    std::vector<CellPoint> pointOfHeld_;    // of nodes with a bone, softly held
    std::vector<std::uint32_t> heldNodes_;  // the same nodes
    std::vector<float> heldStiffness_;      // N/m, theirs
};

}  // namespace sinew::lattice
