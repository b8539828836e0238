// Pictures of a build's results.
#pragma once

#include "Base/Jobs.h"
#include "Offline/Reduction/Reports.h"
#include "Render/Image.h"

namespace sinew {

struct Character;
namespace reduction {
struct TrainingBody;
}

// The skin from two sides, with one colour per domain. Skin that follows the skeleton is grey.
Image drawDomains(const reduction::TrainingBody& on, const Jobs& jobs);

// The pose where the asset is farthest from the full solution: linear blend skinning, the asset and the full
// solution, the first two coloured by how far they are from the third.
Image drawWorst(const Character& character, std::span<const std::string> domainNames,
                const reduction::Judgement& judgement, const Jobs& jobs);

}  // namespace sinew
