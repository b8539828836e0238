#include "Offline/Lattice/Solver.h"

#include "Offline/Geometry/Measure.h"
#include "Offline/Lattice/SolverParts.h"
#include "Offline/Lattice/Volume.h"

namespace sinew::lattice {

Solver::Solver(const Character& character, const Volume& volume, const Flesh& flesh,
               const PoseSettings& settings, const SolverSettings& lattice, const Jobs& jobs,
               const Tissue& tissue)
    : FullSolver(character, volume.bones, volume.attachment),
      volume_(volume),
      jobs_(jobs),
      parts_(std::make_unique<SolverParts>(volume, carriers(), flesh, tissue,
                                           surfaceArea(volume.solid->mesh()), settings, lattice, jobs)) {
    startFrom(parts_->solver.restShape());
    for (const std::uint32_t joint : nearestJoints(volume.bones, cellMiddles(volume), jobs)) {
        carrierOfCell_.push_back(carrierOfJoint(joint));
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
