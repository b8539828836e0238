// Groups the elements of a mesh into chunks and chunks into colours. Chunks of the same colour share no node,
// so they can be processed in parallel, and each node receives its contributions in a fixed order.
#pragma once

#include <vector>

#include "Base/Jobs.h"
#include "Offline/Volume/ElementNodes.h"

namespace sinew {

// The chunks are compact only if the order of the elements follows their position in space.
class ElementChunks {
  public:
    ElementChunks() = default;
    ElementChunks(const ElementNodes& elements, std::size_t nodes);

    std::size_t colours() const { return colourStart_.empty() ? 0 : colourStart_.size() - 1; }

    // Calls body(begin, end) for every chunk of elements.
    template <class Body>
    void forEach(const Jobs& jobs, Body&& body) const {
        for (std::size_t colour = 0; colour < colours(); ++colour) {
            const std::uint32_t first = colourStart_[colour];
            parallelFor(jobs, colourStart_[colour + 1] - first, [&](std::uint32_t i) {
                const std::uint32_t begin = order_[first + i] * kElements;
                body(begin, elements_ - begin < kElements ? elements_ : begin + kElements);
            });
        }
    }

    static constexpr std::uint32_t kElements = 256;  // in a chunk

  private:
    std::uint32_t elements_ = 0;
    std::vector<std::uint32_t> order_;        // chunks, colour by colour
    std::vector<std::uint32_t> colourStart_;  // into order_
};

}  // namespace sinew
