#include "Offline/Volume/ElementChunks.h"

#include <algorithm>
#include <bit>

namespace sinew {

ElementChunks::ElementChunks(const ElementNodes& elements, std::size_t nodes) : elements_(elements.count()) {
    const std::uint32_t chunks = elements_ / kElements + (elements_ % kElements != 0 ? 1 : 0);
    // Greedy: the first colour that none of the chunk's nodes has been given yet, one bit per colour.
    using Mask = std::uint64_t;
    std::vector<std::vector<std::uint32_t>> members;
    std::vector<std::uint32_t> left(chunks);
    for (std::uint32_t c = 0; c < chunks; ++c) left[c] = c;
    while (!left.empty()) {  // in rounds of 64 colours; one round is enough for any order that follows space
        std::vector<Mask> used(nodes, 0);
        std::vector<std::uint32_t> later;
        const std::size_t round = members.size();
        for (const std::uint32_t c : left) {
            const std::uint32_t begin = c * kElements, end = std::min(begin + kElements, elements_);
            Mask taken = 0;
            for (std::uint32_t e = begin; e < end; ++e) {
                for (const std::uint32_t node : elements[e]) taken |= used[node];
            }
            if (taken == ~Mask{0}) {
                later.push_back(c);
                continue;
            }
            const auto colour = static_cast<unsigned>(std::countr_zero(~taken));
            for (std::uint32_t e = begin; e < end; ++e) {
                for (const std::uint32_t node : elements[e]) used[node] |= Mask{1} << colour;
            }
            members.resize(std::max(members.size(), round + colour + 1));
            members[round + colour].push_back(c);
        }
        left = std::move(later);
    }
    colourStart_.push_back(0);
    for (const std::vector<std::uint32_t>& colour : members) {
        order_.insert(order_.end(), colour.begin(), colour.end());
        colourStart_.push_back(static_cast<std::uint32_t>(order_.size()));
    }
}

}  // namespace sinew
