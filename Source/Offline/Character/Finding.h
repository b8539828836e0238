// An observation about a user's file, with a remedy.
#pragma once

#include <string>

namespace sinew {

enum class Severity { Note, Warning, Error };

struct Finding {
    Severity severity = Severity::Note;
    std::string code;    // stable, kebab-case: scripts and tests match on it
    std::string text;    // a clause that names the object and the count
    std::string remedy;  // a sentence; empty if no action is needed
};

}  // namespace sinew
