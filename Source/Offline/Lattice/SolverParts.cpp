#include "Offline/Lattice/SolverParts.h"

#include "Offline/Lattice/Volume.h"

namespace sinew::lattice {

SolverParts::SolverParts(const Volume& volume, const Carriers& carriers, const Flesh& flesh,
                         const Tissue& tissue, double skinArea, const PoseSettings& pose,
                         const SolverSettings& settings, const Jobs& jobs)
    : solver(volume.cells(), flesh, tissue.factors, carriers.ofNode,
             static_cast<std::uint32_t>(carriers.joints.size()), skinArea, pose, jobs, tissue.fibres),
      slide(slidingOver(solver, volume, carriers, flesh.young, tissue.factors, jobs)) {
    solver.setMethod(settings.method);
    if (!settings.selfContact) return;
    contact = std::make_unique<SelfContact>(volume.flesh, *volume.solid, flesh.young, settings.contact, jobs,
                                            tissue.factors);
}

}  // namespace sinew::lattice
