// The contents of an asset, as JSON and as text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "Asset/View.h"

namespace sinew {

nlohmann::ordered_json assetJson(const AssetView& view);
std::string assetText(const nlohmann::ordered_json& asset);

}  // namespace sinew
