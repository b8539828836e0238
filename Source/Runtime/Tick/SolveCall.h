// Data that the parts of one solve share. Solver.cpp calls them in order: Coupling.h, Forces.h, System.h.
#pragma once

#include "Runtime/Tick/Solver.h"

namespace sinew {

// The inputs of one call of solve().
struct SolveCall {
    Solver& s;
    const Body& body;
    std::span<const Frame> frames;
    const Integration& by;
    const SolveSettings& settings;
    const Jobs& jobs;
};

}  // namespace sinew
