// Finds the known name that a misspelled name probably means.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// The known name with the smallest edit distance, ignoring case; empty if none is near.
std::string nearestName(std::string_view given, const std::vector<std::string>& known);

// Returns " (did you mean NAME?)", or an empty string if none is near.
std::string didYouMean(std::string_view given, const std::vector<std::string>& known);

}  // namespace sinew
