// Bones that flesh slides over (lattice-skinning-2011, sections 7 and 10): flesh ends at them, is kept out of
// them by springs along their normals, and drawn back to where it lay on them by weak ones.
#pragma once

#include <memory>

#include "Offline/Lattice/PoseSolver.h"
#include "Offline/Volume/Attachment.h"

namespace sinew::lattice {

struct Volume;

class SlidingBones {
  public:
    // `volume`, whose bones should be hollow, must outlive this. `carriers`: of its nodes. `young`: Pa;
    // `factors` on it, by cell; empty: 1.
    SlidingBones(const Volume& volume, const Carriers& carriers, double young,
                 std::span<const double> factors, const PoseSettings& settings, const Jobs& jobs = {});

    // The springs of a shape. `motion`: bind pose → posed, of the carriers. The same for any number of
    // workers.
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
    // The bone's surface that a place of the bind pose is nearest to.
    Surface surfaceAt(const Point& point, Vec3d place) const;

    const Volume& volume_;
    std::vector<std::uint32_t> firstBone_;  // by carrier: into the volume's bones, which are by joint
    std::vector<Point> points_;
};

// Has `solver`, where its settings say so, slide over the bones of its volume; null where flesh is held. What
// is returned must live as long as the solver.
std::unique_ptr<const SlidingBones> slidingOver(PoseSolver& solver, const Volume& volume,
                                                const Carriers& carriers, double young,
                                                std::span<const double> factors, const Jobs& jobs = {});

}  // namespace sinew::lattice
