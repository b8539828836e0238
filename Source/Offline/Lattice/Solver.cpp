#include "Offline/Lattice/Solver.h"

#include "Offline/Geometry/Measure.h"

namespace sinew::lattice {

Solver::Solver(const Character& character, const Volume& volume, const Flesh& flesh,
               const PoseSettings& settings, const SolverSettings& lattice, const Jobs& jobs,
               std::span<const double> stiffness)
    : FullSolver(character, volume.bones, volume.attachment),
      volume_(volume),
      jobs_(jobs),
      solver_(volume.cells(), flesh, stiffness, carriers().ofNode, carrierCount(),
              surfaceArea(volume.solid->mesh()), settings, jobs) {
    startFrom(solver_.restShape());
    for (std::uint32_t c = 0; c < volume.cells().cellCount(); ++c) {
        carrierOfCell_.push_back(
            carrierOfJoint(nearestBone(volume.bones, volume.flesh.middle(c)).bone->joint));
    }
    slide_ = slidingOver(solver_, volume, carriers(), flesh.young, stiffness, jobs);
    if (!lattice.selfContact) return;
    contact_ = std::make_unique<SelfContact>(volume.flesh, *volume.solid, flesh.young, lattice.contact, jobs,
                                             stiffness);
}

PoseReport Solver::follow(PosedShape& shape, const BonePath& path) {
    PoseSolver::TiesOf contacts;
    if (contact_) {
        contacts = [this](std::span<const Vec3d> x, std::span<const Affined>, std::vector<Tie>& ties) {
            contact_->addTies(x, ties, jobs_);
        };
    }
    return solver_.moveTo(shape, path, contacts);
}

void Solver::carry(std::span<const Vec3d> nodes, std::span<const Bone> bones, const Attachment& attachment) {
    carried_.assign(nodes.begin(), nodes.end());
    jointOfCarried_.clear();
    for (const std::int32_t bone : attachment.boneOfNode) {
        jointOfCarried_.push_back(
            bone < 0 ? Attachment::kFree
                     : static_cast<std::int32_t>(bones[static_cast<std::size_t>(bone)].joint));
    }
    boundCarried_ = bindSkin(volume_.flesh, carried_, {}, jobs_);
}

std::vector<Vec3d> Solver::tetNodes() const {
    std::vector<Vec3d> nodes = boundPositions(boundCarried_, shape().x, jobs_);
    const std::vector<Affined> motion =
        jointMotion();  // what is carried may have bones that the cells are too large for
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const std::int32_t joint = jointOfCarried_[n];
        if (joint >= 0) nodes[n] = transformPoint(motion[static_cast<std::size_t>(joint)], carried_[n]);
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
