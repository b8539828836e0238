// What a build did, to look at.
#pragma once

#include "Offline/Reduction/Judgement.h"
#include "Render/Image.h"

namespace sinew {

// The skin from front and back, each domain in a colour of its own.
Image drawDomains(const Character& character, const Volume& volume, const Domains& domains, const Jobs& jobs);

// The pose where the asset is farthest from the full solution: linear blend skinning, the asset and the full
// solution, the first two coloured by how far they are from the third.
Image drawWorst(const Character& character, const Judgement& judgement, const Jobs& jobs);

}  // namespace sinew
