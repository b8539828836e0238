// An observation about a user's file, with a remedy.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew {

enum class Severity { Note, Warning, Error };

struct Finding {
    Severity severity = Severity::Note;
    std::string code;    // stable, kebab-case: scripts and tests match on it
    std::string text;    // a clause that names the object and the count
    std::string remedy;  // a sentence; empty if no action is needed
};

// Formats counts, numbers and names for findings.

// counted(2, "part") is "2 parts"; an irregular plural can be given.
std::string counted(std::size_t count, std::string_view noun, std::string_view plural = {});
// Begins with "at least" if the count is not complete.
std::string countedOrMore(std::size_t count, bool complete, std::string_view noun);
std::string rounded(double value, int digits = 3);
std::string inQuotes(std::string_view name);
// The first names and the number of the others.
std::string listed(const std::vector<std::string>& names, std::size_t limit = 4);

}  // namespace sinew
