#include "Offline/Lattice/Solver.h"

#include "Offline/Geometry/Measure.h"
#include "Offline/Lattice/SolverParts.h"
#include "Offline/Lattice/Volume.h"

namespace sinew::lattice {

struct Solver::Carried {
    std::vector<Vec3d> nodes;         // as bound
    std::vector<std::int32_t> joint;  // of each; Attachment::kFree where it has none
    TricubicSkin bound;
};

Solver::Solver(const Character& character, const Volume& volume, const Flesh& flesh,
               const PoseSettings& settings, const SolverSettings& lattice, const Jobs& jobs,
               std::span<const double> factors)
    : FullSolver(character, volume.bones, volume.attachment),
      volume_(volume),
      jobs_(jobs),
      parts_(std::make_unique<SolverParts>(volume, carriers(), flesh, factors,
                                           surfaceArea(volume.solid->mesh()), settings, lattice, jobs)) {
    startFrom(parts_->solver.restShape());
    for (std::uint32_t c = 0; c < volume.cells().cellCount(); ++c) {
        carrierOfCell_.push_back(
            carrierOfJoint(nearestBone(volume.bones, volume.flesh.middle(c)).bone->joint));
    }
}

Solver::~Solver() = default;

void Solver::widenSpectra() {
    parts_->solver.widenSpectra();
}

void Solver::forget() {
    parts_->solver.forget();
}

std::vector<Vec3d> Solver::skinOf(std::span<const Vec3d> nodes, std::span<const Vec3d> linearBlend) const {
    return skinPositions(volume_, nodes, linearBlend, jobs_);
}

PoseReport Solver::follow(PosedShape& shape, const BonePath& path) {
    PoseSolver::TiesOf contacts;
    if (parts_->contact) {
        contacts = [this](std::span<const Vec3d> x, std::span<const Affined>, std::vector<Tie>& ties) {
            parts_->contact->addTies(x, ties, jobs_);
        };
    }
    return parts_->solver.moveTo(shape, path, contacts);
}

void Solver::carry(std::span<const Vec3d> nodes, std::span<const Bone> bones, const Attachment& attachment) {
    carried_ = std::make_unique<Carried>();
    carried_->nodes.assign(nodes.begin(), nodes.end());
    for (const std::int32_t bone : attachment.boneOfNode) {
        carried_->joint.push_back(
            bone < 0 ? Attachment::kFree
                     : static_cast<std::int32_t>(bones[static_cast<std::size_t>(bone)].joint));
    }
    carried_->bound = bindSkin(volume_.flesh, nodes, {}, jobs_);
}

std::vector<Vec3d> Solver::tetNodes() const {
    if (!carried_) return {};
    std::vector<Vec3d> nodes = boundPositions(carried_->bound, shape().x, jobs_);
    const std::vector<Affined> motion =
        jointMotion();  // what is carried may have bones that the cells are too large for
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const std::int32_t joint = carried_->joint[n];
        if (joint >= 0)
            nodes[n] = transformPoint(motion[static_cast<std::size_t>(joint)], carried_->nodes[n]);
    }
    return nodes;
}

std::vector<double> Solver::volumesOfJoints() const {
    const Cells& cells = volume_.cells();
    const double whole = cells.width * cells.width * cells.width;
    std::vector<double> volumes(carrierCount(), 0);
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        volumes[carrierOfCell_[c]] += determinant(deformationGradient(cells, c, shape().x)) * whole *
                                      static_cast<double>(cells.cells[c].coverage);
    }
    return volumes;
}

}  // namespace sinew::lattice
