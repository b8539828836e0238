#include "Offline/Lattice/Cells/SubVoxels.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "Offline/Volume/Solid.h"

namespace sinew::lattice {

namespace {

using Place = SubGrid::Place;

constexpr double kTouching = 1e-6;      // sub-voxels: walls nearer than this are one
constexpr std::int32_t kBlock = 32;     // sub-voxels along a block's side; a power of two
constexpr std::uint32_t kBatch = 4096;  // rows between two reports

// The first sub-voxel whose middle is not before a position.
std::int32_t firstFrom(double position) {
    return static_cast<std::int32_t>(std::ceil(position - 0.5));
}

class Sampler {
  public:
    Sampler(const Solid& solid, const SubGrid& grid, const Jobs& jobs) : solid_(solid), jobs_(jobs) {
        result_.grid = grid;
        result_.inside.assign(grid.placeCount(), 0);
    }

    SubVoxels run(const ProgressCallback& progress) {
        report(progress, 0);
        if (!solid_.isClosed()) fillByWinding(part(progress, 0, 0.7));
        const double done = solid_.isClosed() ? 0 : 0.7;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const GridLines lines(solid_, result_.grid, axis, jobs_);
            const auto upTo = [&](double parts) { return done + (1 - done) * parts / 6; };
            const double at = static_cast<double>(2 * axis);
            report(progress, upTo(at + 1));
            if (axis == 0 && solid_.isClosed()) fillAlong(lines, part(progress, upTo(at + 1), upTo(at + 2)));
            findCuts(lines, axis, part(progress, upTo(at + 1), upTo(at + 2)));
        }
        report(progress, 1);
        return std::move(result_);
    }

  private:
    const SubGrid& grid() const { return result_.grid; }

    void set(Place subVoxel) {
        const Place place{subVoxel[0] >> 2, subVoxel[1] >> 2, subVoxel[2] >> 2};
        result_.inside[grid().numberOf(place)] |= bitOf(subVoxel);
    }

    static SubMask bitOf(Place subVoxel) {
        return SubMask{1} << ((subVoxel[0] & 3) + 4 * (subVoxel[1] & 3) + 16 * (subVoxel[2] & 3));
    }

    // Rows are along x, so no two of them share a cell.
    void fillAlong(const GridLines& lines, const ProgressCallback& progress) {
        parallelFor(jobs_, lines.rows(), kBatch, progress, [&](std::uint32_t row) {
            for (std::uint32_t line = 0; line < GridLines::kPerRow; ++line) {
                const auto hits = lines.hits(row, line);
                std::int32_t winding = 0;
                for (std::size_t h = 0; h + 1 < hits.size(); ++h) {
                    winding += hits[h].jump;
                    if (winding <= 0) continue;
                    Place at = lines.start(row, line);
                    const std::int32_t end = firstFrom(hits[h + 1].position);
                    for (at[0] = firstFrom(hits[h].position); at[0] < end; ++at[0]) set(at);
                }
            }
        });
    }

    void fillByWinding(const ProgressCallback& progress) {
        Place blocks{};
        for (std::size_t a = 0; a < 3; ++a) blocks[a] = (4 * grid().cells[a] + kBlock - 1) / kBlock;
        const auto count = static_cast<std::uint32_t>(blocks[0] * blocks[1] * blocks[2]);
        constexpr std::uint32_t kFew = 64;  // a block takes long
        parallelFor(jobs_, count, kFew, progress, [&](std::uint32_t i) {
            const auto n = static_cast<std::int32_t>(i);
            fillBlock({n % blocks[0] * kBlock, n / blocks[0] % blocks[1] * kBlock,
                       n / blocks[0] / blocks[1] * kBlock},
                      kBlock);
        });
    }

    // Halved until it is clear of the surface or a single sub-voxel.
    void fillBlock(Place low, std::int32_t size) {
        Place high{};
        for (std::size_t a = 0; a < 3; ++a) {
            high[a] = std::min(low[a] + size, 4 * grid().cells[a]);
            if (low[a] >= high[a]) return;
        }
        const Vec3d half = Vec3d{0.5, 0.5, 0.5} * grid().subWidth();
        const Box box{grid().middle(low) - half,
                      grid().middle({high[0] - 1, high[1] - 1, high[2] - 1}) + half};
        const double winding = solid_.winding(center(box));
        if (size == 1 || solid_.sameSide(box, winding)) {
            if (winding > Solid::kThreshold) fillWithin(low, high);
            return;
        }
        for (int octant = 0; octant < 8; ++octant) {
            fillBlock(
                {low[0] + ((octant & 1) != 0 ? size / 2 : 0), low[1] + ((octant & 2) != 0 ? size / 2 : 0),
                 low[2] + ((octant & 4) != 0 ? size / 2 : 0)},
                size / 2);
        }
    }

    // Open surfaces may have an inside that goes on beyond their box. Around the grid a layer of cells stays
    // empty: what looks at neighbours need not ask whether there are any.
    void fillWithin(Place low, Place high) {
        for (std::size_t a = 0; a < 3; ++a) {
            low[a] = std::max(low[a], SubGrid::kPerCell);
            high[a] = std::min(high[a], SubGrid::kPerCell * (grid().cells[a] - 1));
        }
        for (std::int32_t k = low[2]; k < high[2]; ++k) {
            for (std::int32_t j = low[1]; j < high[1]; ++j) {
                for (std::int32_t i = low[0]; i < high[0]; ++i) set({i, j, k});
            }
        }
    }

    void findCuts(const GridLines& lines, std::size_t axis, const ProgressCallback& progress) {
        std::vector<std::vector<SubVoxels::Cut>> found(lines.rows());
        parallelFor(jobs_, lines.rows(), kBatch, progress, [&](std::uint32_t row) {
            for (std::uint32_t line = 0; line < GridLines::kPerRow; ++line) {
                findCuts(lines.start(row, line), axis, lines.hits(row, line), found[row]);
            }
        });
        std::vector<SubVoxels::Cut>& cuts = result_.cuts[axis];
        for (const auto& list : found) cuts.insert(cuts.end(), list.begin(), list.end());
        std::sort(cuts.begin(), cuts.end(), [](const auto& a, const auto& b) {
            return a.place != b.place ? a.place < b.place : a.bits < b.bits;
        });
        std::size_t kept = 0;
        for (const SubVoxels::Cut& cut : cuts) {
            if (kept > 0 && cuts[kept - 1].place == cut.place) {
                cuts[kept - 1].bits |= cut.bits;
            } else {
                cuts[kept++] = cut;
            }
        }
        cuts.resize(kept);
    }

    // Between two hits that have no middle between them.
    void findCuts(Place line, std::size_t axis, std::span<const GridLines::Hit> hits,
                  std::vector<SubVoxels::Cut>& into) const {
        std::int32_t winding = 0;
        for (std::size_t h = 0; h + 1 < hits.size(); ++h) {
            winding += hits[h].jump;
            const double from = hits[h].position, to = hits[h + 1].position;
            const std::int32_t after = firstFrom(from);
            if (to - from <= kTouching || firstFrom(to) != after || after < 1) continue;
            if (solid_.isClosed() ? winding > 0 : isInside(line, axis, (from + to) / 2)) continue;
            line[axis] = after - 1;
            const Place place{line[0] >> 2, line[1] >> 2, line[2] >> 2};
            into.push_back({grid().numberOf(place), bitOf(line)});
        }
    }

    bool isInside(Place line, std::size_t axis, double position) const {
        Vec3d p = grid().middle(line);
        p[static_cast<int>(axis)] = grid().origin[static_cast<int>(axis)] + position * grid().subWidth();
        return solid_.inside(p);
    }

    const Solid& solid_;
    const Jobs& jobs_;
    SubVoxels result_;
};

}  // namespace

SubMask SubVoxels::cutsAt(std::uint32_t place, std::size_t axis) const {
    const auto found = std::lower_bound(cuts[axis].begin(), cuts[axis].end(), place,
                                        [](const Cut& cut, std::uint32_t p) { return cut.place < p; });
    return found != cuts[axis].end() && found->place == place ? found->bits : 0;
}

SubVoxels sampleSolid(const Solid& solid, const SubGrid& grid, const Jobs& jobs,
                      const ProgressCallback& progress) {
    return Sampler(solid, grid, jobs).run(progress);
}

std::vector<SubMask> connectedPieces(SubMask inside, const std::array<SubMask, 3>& cuts) {
    std::array<SubMask, 3> joined{};  // lower ones of neighbours that are connected
    for (std::size_t axis = 0; axis < 3; ++axis) {
        joined[axis] = inside & (inside >> kSubStride[axis]) & ~kHighFace[axis] & ~cuts[axis];
    }
    std::vector<SubMask> pieces;
    while (inside != 0) {
        SubMask piece = inside & (~inside + 1), before = 0;
        while (piece != before) {
            before = piece;
            for (std::size_t axis = 0; axis < 3; ++axis) {
                piece |= (piece & joined[axis]) << kSubStride[axis];
                piece |= (piece >> kSubStride[axis]) & joined[axis];
            }
        }
        pieces.push_back(piece);
        inside &= ~piece;
    }
    return pieces;
}

}  // namespace sinew::lattice
