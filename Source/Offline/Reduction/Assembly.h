// Stage 8's content: a reduced model and the character it belongs to, as the asset wants them.
#pragma once

#include "Asset/Writer/Content.h"
#include "Offline/Reduction/Training.h"

namespace sinew::reduction {

// `poses`: those that the model was trained with, for the bounds of its coordinates. What the model does not
// know (recipe, hashes, version) is left to the caller.
AssetContent assetContent(const TrainingBody& on, const ReducedModel& model,
                          std::span<const SolvedPose> poses);

}  // namespace sinew::reduction
