// Disjoint sets (union-find).
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace sinew {

// Every set is represented by its smallest member, so the result does not depend on the order of joining.
class DisjointSets {
  public:
    explicit DisjointSets(std::size_t count) : parent_(count) {
        std::iota(parent_.begin(), parent_.end(), 0u);
    }

    std::uint32_t find(std::uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }

    void join(std::uint32_t a, std::uint32_t b) {
        a = find(a);
        b = find(b);
        parent_[std::max(a, b)] = std::min(a, b);
    }

  private:
    std::vector<std::uint32_t> parent_;
};

}  // namespace sinew
