// The section [material] of a recipe.
#pragma once

#include "Recipe.h"
#include "TomlSection.h"

namespace sinew {

void visitMaterial(TomlSection& section, Recipe& recipe);

}  // namespace sinew
