// One thing noticed about a user's file, with what to do about it.
#pragma once

#include <string>

namespace sinew {

enum class Severity { Note, Warning, Error };

struct Finding {
    Severity severity = Severity::Note;
    std::string code;    // stable, kebab-case: scripts and tests match on it
    std::string text;    // names the thing and the count
    std::string remedy;  // empty where nothing need be done
};

}  // namespace sinew
