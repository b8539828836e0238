// What a build says in the end, for people and for scripts.
#pragma once

#include <nlohmann/json.hpp>

#include "Pipeline/Build.h"

namespace sinew {

// What is said beside the result, each with a remedy.
struct BuildWarning {
    std::string text, remedy;
};
std::vector<BuildWarning> warningsOf(const BuildSummary& summary, std::uint32_t posesAsked);

// The first budget that a build, by its JSON, does not keep.
std::optional<Error> overBudget(const nlohmann::ordered_json& built, const BuildChoice& choice);

nlohmann::ordered_json buildJson(const BuildSummary& summary, const Skeleton& skeleton);
std::string buildText(const BuildSummary& summary, const Skeleton& skeleton, const std::string& output);

}  // namespace sinew
