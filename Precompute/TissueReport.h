// What flesh is made of, in reports: layers, skin and fibres.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "Offline/Volume/Layers.h"
#include "Recipe.h"

namespace sinew {

// `made` has the amounts in a volume; null if there is no volume. The object is empty, and the text too,
// where flesh is the same everywhere.
nlohmann::ordered_json tissueJson(const Recipe& recipe, const TissueReport* made = nullptr);
// A line for each of layers, skin and fibres, indented and ended.
std::string tissueText(const Recipe& recipe, const TissueReport* made = nullptr);

}  // namespace sinew
