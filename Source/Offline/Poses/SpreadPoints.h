// Low-discrepancy points in a cube, for any number of independent cubes.
#pragma once

#include <array>
#include <cstdint>

namespace sinew::poses {

// A hash of its arguments that is the same on every machine.
std::uint64_t mixed(std::uint64_t a, std::uint64_t b);

// Point `index` of the sequence `stream`, each coordinate in [0, 1).
//
// Angles of a skeleton have 40 to 100 dimensions, of which a few hundred samples are taken. There Halton's
// large bases and Roberts' recurrence (whose steps are all nearly 1) leave gaps and diagonals in every
// projection. So each joint has a sequence of its own, the first three dimensions of Sobol's, which is even
// in one, two and three of its angles after every power of two points, and any longer run extends a shorter
// one. Scrambling its digits and shuffling its order by `stream` (Burley 2020, Practical Hash-based Owen
// Scrambling, §2.1 and §4, with an exact scramble) makes sequences of different joints independent.
std::array<double, 3> spreadPoint(std::uint64_t stream, std::uint32_t index);

}  // namespace sinew::poses
