#include "Offline/Tets/Potential.h"

namespace sinew::tets {

ElementPlaces::ElementPlaces(const ElementNodes& elements, const Graph& graph, const FreeNodes& free) {
    for (std::uint32_t e = 0; e < elements.count(); ++e) {
        const std::span<const std::uint32_t> nodes = elements[e];
        each_ = nodes.size() * nodes.size();
        for (const std::uint32_t a : nodes) {
            for (const std::uint32_t b : nodes) {
                const std::uint32_t row = free.freeOfNode[a], column = free.freeOfNode[b];
                const bool held = row == FreeNodes::kHeld || column == FreeNodes::kHeld;
                places_.push_back(held ? FreeNodes::kHeld : graph.find(row, column));
            }
        }
    }
}

}  // namespace sinew::tets
