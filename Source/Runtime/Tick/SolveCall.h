// What the parts of one solve share; Solver.cpp goes through them: Coupling.h, Forces.h, System.h.
#pragma once

#include "Runtime/Tick/Solver.h"

namespace sinew {

// One call's inputs, so that every part sees the same.
struct SolveCall {
    Solver& s;
    const Body& body;
    std::span<const Frame> frames;
    const Integration& by;
    const SolveSettings& settings;
    const Jobs& jobs;
};

}  // namespace sinew
