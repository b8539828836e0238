// What `sinew solve` is asked for, and what that makes of a recipe.
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
    std::filesystem::path output, report, images;  // not written where empty
    std::vector<std::string> views{"front", "left"};

    // Given on the command line, they win over the recipe.
    std::string solver = "tet";
    std::optional<double> tets, edge, cells, width, young, poisson, density, gravity;
    std::optional<std::string> material, hold, method;
    bool noSelfContact = false;

    void addTo(CLI::App& command);

    SolverKind solverKind() const { return solverNamed(solver); }

    // Throws Error(Usage) for options of the other solver.
    void requireSolver() const;

    // The recipe's settings, or the usual ones, with the command line's in their place.
    Recipe settings() const;

    // Throws Error(Usage or Io) for outputs that cannot be written or would replace an input.
    void requireOutputs() const;
};

}  // namespace sinew
