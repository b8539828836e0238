#include "Offline/Lattice/LatticeSolver.h"

#include "Offline/Geometry/Measure.h"

namespace sinew {

LatticeSolver::LatticeSolver(const Character& character, const HexVolume& volume, const Flesh& flesh,
                             const PoseSettings& settings, const LatticeSettings& lattice, const Jobs& jobs,
                             std::span<const double> stiffness)
    : CharacterSolver(character, volume.bones, volume.attachment),
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
    contact_ = std::make_unique<HexSelfContact>(volume.flesh, *volume.solid, flesh.young, lattice.contact,
                                                jobs, stiffness);
}

PoseReport LatticeSolver::follow(PosedShape& shape, const BonePath& path) {
    HexPoseSolver::TiesOf contacts;
    if (contact_) {
        contacts = [this](std::span<const Vec3d> x, std::span<const Affined>, std::vector<HexTie>& ties) {
            contact_->addTies(x, ties, jobs_);
        };
    }
    return solver_.moveTo(shape, path, contacts);
}

void LatticeSolver::carry(const Volume& tets) {
    tets_ = &tets;
    boundTets_ = bindSkin(volume_.flesh, tets.tets.nodes, {}, jobs_);
}

std::vector<Vec3d> LatticeSolver::tetNodes() const {
    std::vector<Vec3d> nodes = boundPositions(boundTets_, shape().x, jobs_);
    const std::vector<Affined> motion =
        jointMotion();  // the tets may have bones that the cells are too large for
    for (std::size_t n = 0; n < nodes.size(); ++n) {
        const std::int32_t bone = tets_->attachment.boneOfNode[n];
        if (bone < 0) continue;
        const std::uint32_t joint = tets_->bones[static_cast<std::size_t>(bone)].joint;
        nodes[n] = transformPoint(motion[joint], tets_->tets.nodes[n]);
    }
    return nodes;
}

std::vector<double> LatticeSolver::volumesOfJoints() const {
    const HexCells& cells = volume_.cells();
    const double whole = cells.width * cells.width * cells.width;
    std::vector<double> volumes(carrierCount(), 0);
    for (std::uint32_t c = 0; c < cells.cellCount(); ++c) {
        volumes[carrierOfCell_[c]] += determinant(deformationGradient(cells, c, shape().x)) * whole *
                                      static_cast<double>(cells.cells[c].coverage);
    }
    return volumes;
}

}  // namespace sinew
