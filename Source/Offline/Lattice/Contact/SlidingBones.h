// Bones that flesh slides over (McAdams et al. 2011, sections 7 and 10). Flesh ends at the bones; stiff
// springs along their normals keep it out, and weak springs pull it back to its place in the bind pose.
#pragma once

#include <memory>

#include "Offline/Lattice/PoseSolver.h"
#include "Offline/Volume/Attachment.h"

namespace sinew::lattice {

struct Volume;

class SlidingBones {
  public:
    // `volume`, whose bones should be hollow, must outlive this object. `carriers` are those of its nodes.
    // `young` is in Pa; `factors` multiply it per cell, or are empty for 1.
    SlidingBones(const Volume& volume, const Carriers& carriers, double young,
                 std::span<const double> factors, const PoseSettings& settings, const Jobs& jobs = {});

    // Adds the springs for the node positions x. `motion` has one transform per carrier, from the bind pose
    // to the current pose. The result is the same for any number of workers.
    void addTies(std::span<const Vec3d> x, std::span<const Affined> motion, std::vector<Tie>& ties,
                 const Jobs& jobs = {}) const;

    // A piece of flesh that lies on a bone in the bind pose.
    struct Point {
        CellPoint flesh;
        std::uint32_t carrier = 0;
        Vec3d place, normal;            // bind pose; the normal away from the bone
        double push = 0, drawBack = 0;  // N/m
    };
    std::span<const Point> points() const { return points_; }

  private:
    struct Surface {
        Vec3d place, normal;
    };
    // The nearest surface of the bone to a place in the bind pose.
    Surface surfaceAt(const Point& point, Vec3d place) const;

    const Volume& volume_;
    std::vector<std::uint32_t>
        firstBone_;  // per carrier: index into the bones of the volume, which are sorted by joint
    std::vector<Point> points_;
};

// Makes `solver` slide over the bones of its volume if its settings say so; otherwise returns null. The
// result must live as long as the solver.
std::unique_ptr<const SlidingBones> slidingOver(PoseSolver& solver, const Volume& volume,
                                                const Carriers& carriers, double young,
                                                std::span<const double> factors, const Jobs& jobs = {});

}  // namespace sinew::lattice
