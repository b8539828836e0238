#include "Offline/Lattice/LatticeSolver.h"

#include "Offline/Geometry/Measure.h"

namespace sinew {

LatticeSolver::LatticeSolver(const Character& character, const HexVolume& volume, const Flesh& flesh,
                             const PoseSettings& settings, const LatticeSettings& lattice, const Jobs& jobs,
                             std::span<const double> stiffness)
    : CharacterSolver(character, volume.bones),
      volume_(volume),
      jobs_(jobs),
      solver_(volume.cells(), flesh, stiffness, carrierOfNode(volume.bones, volume.attachment.boneOfNode),
              carriers(), surfaceArea(volume.solid->mesh()), settings, jobs) {
    startFrom(solver_.restShape());
    for (std::uint32_t c = 0; c < volume.cells().cellCount(); ++c) {
        carrierOfCell_.push_back(carrierOfJoint(nearestBone(volume.bones, volume.flesh.middle(c)).bone->joint));
    }
    if (!lattice.selfContact) return;
    contact_ = std::make_unique<HexSelfContact>(volume.flesh, *volume.solid, flesh.young, lattice.contact, jobs);
}

PoseReport LatticeSolver::follow(PosedShape& shape, const BonePath& path) {
    HexPoseSolver::Contacts contacts;
    if (contact_) {
        contacts = [this](std::span<const Vec3d> x, std::span<const Affined>, std::vector<HexTie>& ties) {
            const std::size_t before = ties.size();
            contact_->addTies(x, ties, jobs_);
            touching_ = ties.size() - before;
        };
    }
    return solver_.moveTo(shape, path, contacts);
}

std::vector<double> LatticeSolver::volumesOfJoints() const {
    const HexCells& cells = volume_.cells();
    const double whole = cells.width * cells.width * cells.width;
    std::vector<double> volumes(carriers(), 0);
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        volumes[carrierOfCell_[c]] += determinant(deformationGradient(cells, c, shape().x)) * whole *
                                      static_cast<double>(cells.cells[c].coverage);
    }
    return volumes;
}

}  // namespace sinew
