#include "Offline/Nearest.h"

#include <algorithm>
#include <cctype>
#include <numeric>

namespace sinew {

namespace {

// Longer names are not typed by hand; the table below is quadratic.
constexpr std::size_t kLongest = 200;

bool sameLetter(char a, char b) {
    return std::tolower(static_cast<unsigned char>(a)) == std::tolower(static_cast<unsigned char>(b));
}

// Letters to insert, drop or change (Levenshtein), one row of the table at a time.
std::size_t changes(std::string_view a, std::string_view b) {
    std::vector<std::size_t> row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < a.size(); ++i) {
        std::size_t diagonal = row[0]++;
        for (std::size_t j = 0; j < b.size(); ++j) {
            const std::size_t swapped = diagonal + (sameLetter(a[i], b[j]) ? 0 : 1);
            diagonal = row[j + 1];
            row[j + 1] = std::min({swapped, row[j] + 1, row[j + 1] + 1});
        }
    }
    return row.back();
}

}  // namespace

std::string nearestName(std::string_view given, const std::vector<std::string>& known) {
    if (given.size() > kLongest) return {};
    std::string nearest;
    std::size_t fewest = std::max<std::size_t>(2, given.size() / 3) + 1;
    for (const std::string& name : known) {
        if (name.size() > kLongest) continue;
        const std::size_t needed = changes(given, name);
        // Where every letter differs, nothing was mistyped.
        if (needed >= fewest || needed >= std::max(given.size(), name.size())) continue;
        fewest = needed;
        nearest = name;
    }
    return nearest;
}

std::string didYouMean(std::string_view given, const std::vector<std::string>& known) {
    const std::string nearest = nearestName(given, known);
    return nearest.empty() ? "" : " (did you mean " + nearest + "?)";
}

}  // namespace sinew
