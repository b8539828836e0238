#include "Offline/Character/Finding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace sinew {

std::string counted(std::size_t count, std::string_view noun, std::string_view plural) {
    std::string text = std::to_string(count) + " ";
    if (count == 1) return text.append(noun);
    return plural.empty() ? text.append(noun) + "s" : text.append(plural);
}

std::string countedOrMore(std::size_t count, bool complete, std::string_view noun) {
    return (complete ? "" : "at least ") + counted(count, noun);
}

std::string rounded(double value, int digits) {
    std::array<char, 40> text{};
    const bool whole = std::abs(value) >= std::pow(10.0, digits) && std::abs(value) < 1e12;
    if (whole) {
        std::snprintf(text.data(), text.size(), "%.0f", value);
    } else {
        std::snprintf(text.data(), text.size(), "%.*g", digits, value);
    }
    return text.data();
}

std::string inQuotes(std::string_view name) {
    return '"' + std::string(name) + '"';
}

std::string listed(const std::vector<std::string>& names, std::size_t limit) {
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), limit); ++i) text += (i == 0 ? "" : ", ") + names[i];
    return names.size() > limit ? text + " and " + std::to_string(names.size() - limit) + " more" : text;
}

}  // namespace sinew
