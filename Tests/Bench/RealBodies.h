// Characters as `sinew build` makes them into assets, and two seconds of motion for each.
#pragma once

#include <string>
#include <vector>

#include "Asset/Writer.h"
#include "Runtime/Tick/Frame.h"

namespace sinew::bench {

struct RealBody {
    LoadedAsset asset;
    std::vector<std::vector<JointPose>> poses;  // kRealPoses of them, 1/60 s apart
};

inline constexpr int kRealPoses = 121;

// "Mannequin", and "human_body" where SINEW_DATA has it.
std::vector<std::string> realBodies();

// Made when it is first asked for, which takes a minute or two; what was made is kept with the system's
// temporary files, so that later runs find it.
const RealBody& realBody(const std::string& name);

}  // namespace sinew::bench
