// Settings and reports of the iterative solvers.
#pragma once

#include "Offline/Progress.h"

namespace sinew {

struct LinearStats {
    int iterations = 0;
    double residual = 1;  // |b − A x| over |b|, by CG's own recurrence
};

struct LinearSettings {
    double tolerance = 1e-3;  // on the relative residual
    int maxIterations = 1000;
    ProgressCallback progress = {};  // called every iteration
};

// Converged: |force on free nodes| ≤ relative · |reactions of bones and supports| + absolute · E · A, with A
// the area of the skin.
struct NewtonSettings {
    double relative = 1e-3;
    double absolute = 1e-6;
    int maxIterations = 60;
    int minIterations = 0;  // even if the first shape has converged
    ProgressCallback progress = {};

    // The progress callback is not compared.
    bool operator==(const NewtonSettings& o) const {
        return relative == o.relative && absolute == o.absolute && maxIterations == o.maxIterations &&
               minIterations == o.minIterations;
    }
};

struct NewtonReport {
    bool converged = false;
    int iterations = 0;        // linear systems solved
    int linearIterations = 0;  // CG iterations of all systems
    int halvings = 0;          // line search halvings of all steps
    double force = 0;          // N, |force on free nodes| at the end
    double allowed = 0;        // N, force below which the solve has converged
    double energy = 0;         // J
};

// The last of several solves, with the counts of all.
inline NewtonReport withCounts(NewtonReport last, const NewtonReport& before) {
    last.iterations += before.iterations;
    last.linearIterations += before.linearIterations;
    last.halvings += before.halvings;
    return last;
}

}  // namespace sinew
