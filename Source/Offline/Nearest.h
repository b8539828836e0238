// Which known name someone meant who mistyped it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// The known name that takes the fewest changes of a letter, case aside; empty where none is near.
std::string nearestName(std::string_view given, const std::vector<std::string>& known);

// " (did you mean NAME?)", or nothing where none is near.
std::string didYouMean(std::string_view given, const std::vector<std::string>& known);

}  // namespace sinew
