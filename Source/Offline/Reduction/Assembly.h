// Stage 8: converts a reduced model and its character to the content of an asset.
#pragma once

#include "Asset/Writer/Content.h"
#include "Offline/Reduction/Training.h"

namespace sinew::reduction {

// `poses` are the training poses; they give the bounds of the coordinates. The caller sets what the model
// does not know: recipe, hashes, version.
AssetContent assetContent(const TrainingBody& on, const ReducedModel& model,
                          std::span<const SolvedPose> poses);

}  // namespace sinew::reduction
