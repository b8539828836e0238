// What a build says in the end, for people and for scripts.
#pragma once

#include <nlohmann/json.hpp>

#include "Pipeline/Build.h"

namespace sinew {

nlohmann::ordered_json buildJson(const BuildSummary& summary, const Skeleton& skeleton);
std::string buildText(const BuildSummary& summary, const Skeleton& skeleton, const std::string& output);

}  // namespace sinew
