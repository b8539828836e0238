// The small assets that the asset fuzzer starts from.
#pragma once

#include "Support/Runtime/AssetSamples.h"

namespace sinew::test {

inline std::vector<SampleSize> fuzzedSizes() {
    SampleSize tiny{.ranks = {1, 1, 0}, .tetsPerMode = 1, .nodes = 1, .vertices = 6};
    SampleSize chain = tiny;
    chain.ranks = {1, 1, 1, 1, 1};
    SampleSize bare = tiny;
    bare.ranks = {2, 0};
    return {tiny, chain, bare};
}

}  // namespace sinew::test
