#include "Offline/Lattice/SolverParts.h"

#include "Offline/Lattice/Volume.h"

namespace sinew::lattice {

SolverParts::SolverParts(const Volume& volume, const Carriers& carriers, const Flesh& flesh,
                         std::span<const double> factors, double skinArea, const PoseSettings& pose,
                         const SolverSettings& settings, const Jobs& jobs)
    : solver(volume.cells(), flesh, factors, carriers.ofNode,
             static_cast<std::uint32_t>(carriers.joints.size()), skinArea, pose, jobs),
      slide(slidingOver(solver, volume, carriers, flesh.young, factors, jobs)) {
    solver.setMethod(settings.method);
    if (!settings.selfContact) return;
    contact = std::make_unique<SelfContact>(volume.flesh, *volume.solid, flesh.young, settings.contact, jobs,
                                            factors);
}

}  // namespace sinew::lattice
