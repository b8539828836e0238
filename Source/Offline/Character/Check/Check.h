// The verdict on a character, in seconds, before anything expensive is done with it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Character/Character.h"

namespace sinew::check {

// What importing noticed and what the checks find, errors first, then warnings, then notes. Where both speak
// of one thing (the same code), the check's words stand.
std::vector<Finding> checkCharacter(const Character& character, const Jobs& jobs = {});

enum class Readiness { Ready, UsableWithWarnings, NotUsable };

struct Verdict {
    Readiness readiness = Readiness::Ready;
    std::string text;  // one line: the verdict, and what speaks against the character
};

// Errors make a character unusable, warnings do not.
Verdict verdictOf(std::span<const Finding> findings);

}  // namespace sinew::check
