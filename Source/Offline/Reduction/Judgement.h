// Measures the error of a reduced model against the full solution on poses that it was not trained on.
#pragma once

#include "Offline/Reduction/Training.h"

namespace sinew::reduction {

// `learnt` are the training poses. The reduced solver starts from them, on the same path as the full solver,
// to reach the `unseen` poses.
Judgement judge(const TrainingBody& on, const ReducedModel& model, std::span<const SolvedPose> learnt,
                std::span<const SolvedPose> unseen, const Jobs& jobs, const ProgressCallback& progress = {});

}  // namespace sinew::reduction
