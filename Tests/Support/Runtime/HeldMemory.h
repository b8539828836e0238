// Memory for what hosts give memory to: laid out twice, once to measure and once for good.
#pragma once

#include "Asset/Writer.h"
#include "Base/Arena.h"

namespace sinew::test {

class HeldMemory {
  public:
    // lay(arena) is called for both. False where the second did not fit what the first asked for.
    template <class Lay>
    bool place(Lay&& lay) {
        Arena measure;
        lay(measure);
        bytes_ = AssetBytes(measure.size());
        Arena arena(bytes_.bytes());
        lay(arena);
        return arena.ok() && arena.size() == measure.size();
    }
    std::size_t size() const { return bytes_.bytes().size(); }

  private:
    AssetBytes bytes_{0};
};

}  // namespace sinew::test
