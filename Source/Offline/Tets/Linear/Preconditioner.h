// The multilevel cycle as a preconditioner of matrices in double precision, with its own levels in either
// precision. Cycles are bound by memory, so single precision takes little more than half the time.
#pragma once

#include <memory>

#include "Offline/Tets/Linear/Multilevel.h"

namespace sinew::tets {

enum class Precision { Single, Double };

class Preconditioner {
  public:
    virtual ~Preconditioner() = default;

    // As in Multilevel.
    virtual void update(const BlockMatrix<double>& a, const Jobs& jobs, const ProgressCallback& progress) = 0;
    virtual void apply(std::span<const Vec3d> r, std::span<Vec3d> z, const Jobs& jobs) = 0;
};

// The plan must outlive the result.
std::unique_ptr<Preconditioner> makePreconditioner(const MultilevelPlan& plan, Precision precision);

}  // namespace sinew::tets
