// The options of `sinew solve`, and the recipe that results from them.
#pragma once

#include <optional>

#include "Commands/Command.h"
#include "Commands/MotionChoice.h"
#include "Recipe.h"

namespace sinew {

struct SolveOptions {
    CharacterOptions character;
    MotionChoice motion;
    std::filesystem::path recipe;
    std::filesystem::path output, report, images;  // empty: not written
    std::vector<std::string> views{"front", "left"};

    // If set, these take precedence over the recipe.
    std::string solver = "tet";
    std::optional<double> tets, edge, cells, width, young, poisson, density, gravity;
    std::optional<std::string> material, hold, method, order;
    bool noSelfContact = false;

    // Motion over time. The others are refused without `dynamic`.
    bool dynamic = false;
    std::optional<std::string> integrator, timeStep;
    std::optional<double> massDamping, stiffnessDamping, settle, after;

    void addTo(CLI::App& command);

    SolverKind solverKind() const { return solverNamed(solver); }

    // Throws Error(Usage) if options of the other solver are given.
    void requireSolver() const;

    // Throws Error(Usage) if options of --dynamic are given without it, or what does not work with it.
    void requireDynamic() const;

    // The frames to solve: with --dynamic more than single poses need.
    MotionChoice chosenMotion() const;

    // The recipe's settings, or the defaults, with those of the command line applied.
    Recipe settings() const;

    // Throws Error(Usage or Io) if an output cannot be written or would replace an input.
    void requireOutputs() const;
};

}  // namespace sinew
