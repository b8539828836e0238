#include "Offline/Tets/Potential.h"

namespace sinew::tets {

std::vector<TetPlaces> tetPlaces(std::span<const Tet> tets, const Graph& graph, const FreeNodes& free) {
    std::vector<TetPlaces> places(tets.size());
    for (std::size_t t = 0; t < tets.size(); ++t) {
        for (std::size_t a = 0; a < 4; ++a) {
            for (std::size_t b = 0; b < 4; ++b) {
                const std::uint32_t row = free.freeOfNode[tets[t][a]], column = free.freeOfNode[tets[t][b]];
                const bool held = row == FreeNodes::kHeld || column == FreeNodes::kHeld;
                places[t][4 * a + b] = held ? FreeNodes::kHeld : graph.find(row, column);
            }
        }
    }
    return places;
}

}  // namespace sinew::tets
