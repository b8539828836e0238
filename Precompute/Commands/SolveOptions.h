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
    std::optional<std::string> material, hold, method, order, quadrature;
    bool noSelfContact = false;

    void addTo(CLI::App& command);

    SolverKind solverKind() const { return solverNamed(solver); }

    // Throws Error(Usage) if options of the other solver are given.
    void requireSolver() const;

    // The recipe's settings, or the defaults, with those of the command line applied.
    Recipe settings() const;

    // Throws Error(Usage or Io) if an output cannot be written or would replace an input.
    void requireOutputs() const;
};

}  // namespace sinew
