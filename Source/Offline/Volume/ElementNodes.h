// The nodes of the elements of a mesh, for any kind of element.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

// A view: the arrays must outlive it.
class ElementNodes {
  public:
    // Elements with the same number of nodes each.
    template <std::size_t N>
    ElementNodes(const std::vector<std::array<std::uint32_t, N>>& elements)
        : nodes_(elements.empty() ? nullptr : elements[0].data()),
          count_(static_cast<std::uint32_t>(elements.size())),
          each_(N) {}
    // Element e has the nodes from first[e] to first[e + 1].
    ElementNodes(std::span<const std::uint32_t> first, std::span<const std::uint32_t> nodes)
        : first_(first.data()), nodes_(nodes.data()), count_(static_cast<std::uint32_t>(first.size() - 1)) {}

    std::uint32_t count() const { return count_; }
    std::span<const std::uint32_t> operator[](std::uint32_t element) const {
        if (first_ == nullptr) return {nodes_ + element * each_, each_};
        return {nodes_ + first_[element], nodes_ + first_[element + 1]};
    }

  private:
    const std::uint32_t* first_ = nullptr;
    const std::uint32_t* nodes_;
    std::uint32_t count_;
    std::size_t each_ = 0;
};

}  // namespace sinew
