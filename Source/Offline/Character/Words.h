// Counts, numbers and names as findings write them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// counted(2, "part") is "2 parts"; an irregular plural can be given.
std::string counted(std::size_t count, std::string_view noun, std::string_view plural = {});
// "at least" comes first where counting was given up.
std::string countedOrMore(std::size_t count, bool complete, std::string_view noun);
std::string rounded(double value, int digits = 3);
std::string inQuotes(std::string_view name);
// The first few of them and how many more there are.
std::string listed(const std::vector<std::string>& names, std::size_t most = 4);

}  // namespace sinew
