// How far a reduced model is from the full solution, on poses that it has not seen.
#pragma once

#include "Offline/Reduction/Training.h"

namespace sinew::reduction {

// `learnt`: what the model was made of; the reduced solver goes the same way from there to `unseen` poses.
Judgement judge(const TrainingBody& on, const ReducedModel& model, std::span<const SolvedPose> learnt,
                std::span<const SolvedPose> unseen, const Jobs& jobs, const ProgressCallback& progress = {});

}  // namespace sinew::reduction
