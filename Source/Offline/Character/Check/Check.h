// Checks a character in seconds, before anything expensive is done with it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Character/Character.h"

namespace sinew::check {

// The findings of the import and of the checks: errors first, then warnings, then notes. If both have the
// same code, that of the check is used.
std::vector<Finding> checkCharacter(const Character& character, const Jobs& jobs = {});

enum class Readiness { Ready, UsableWithWarnings, NotUsable };

struct Verdict {
    Readiness readiness = Readiness::Ready;
    std::string text;  // one line: the verdict and its reasons
};

// Errors make a character unusable; warnings do not.
Verdict verdictOf(std::span<const Finding> findings);

}  // namespace sinew::check
