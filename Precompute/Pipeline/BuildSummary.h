// The summary of a build, as JSON and as text.
#pragma once

#include <nlohmann/json.hpp>

#include "Pipeline/Build.h"

namespace sinew {

// A warning and its remedy.
struct BuildWarning {
    std::string text, remedy;
};
std::vector<BuildWarning> warningsOf(const BuildSummary& summary, std::uint32_t posesAsked);

// The first budget that a build exceeds, by its JSON summary.
std::optional<Error> overBudget(const nlohmann::ordered_json& built, const BuildChoice& choice);

nlohmann::ordered_json buildJson(const BuildSummary& summary, const Skeleton& skeleton);
std::string buildText(const BuildSummary& summary, const Skeleton& skeleton, const std::string& output);

}  // namespace sinew
