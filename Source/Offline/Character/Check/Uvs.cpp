// Whether the texture coordinates can carry a deformation texture: every spot of the skin its own texel.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>

#include "Offline/Character/Check/Context.h"
#include "Offline/Geometry/Measure.h"

namespace sinew::check {

namespace {

constexpr std::int64_t kTexels = 1024;
constexpr std::int64_t kSubTexels = 256;  // corners are rounded to this part of a texel
// Coordinates further out than this many tiles, or more work than this many texels, are not an atlas.
constexpr float kMaxTiles = 16;
constexpr std::int64_t kMaxWork = std::int64_t{1} << 27;
// Share of the covered texels used twice above which detail of one place shows up at another.
constexpr double kOverlapLimit = 0.01;

using TexelPoint = std::array<std::int64_t, 2>;

std::int64_t edgeSide(const TexelPoint& a, const TexelPoint& b, const TexelPoint& p) {
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

// A texel centre on an edge belongs to one of the two triangles there, never to both.
bool ownsEdge(const TexelPoint& a, const TexelPoint& b) {
    return a[1] == b[1] ? b[0] < a[0] : b[1] < a[1];
}

class Coverage {
  public:
    Coverage() : times_(kTexels * kTexels, 0) {}

    // Counter-clockwise corners. Tiles outside the unit square are laid over it. False when out of patience.
    bool fill(const std::array<TexelPoint, 3>& t) {
        const auto [lowX, highX] = std::minmax({t[0][0], t[1][0], t[2][0]});
        const auto [lowY, highY] = std::minmax({t[0][1], t[1][1], t[2][1]});
        work_ += (texelOf(highX) - texelOf(lowX) + 1) * (texelOf(highY) - texelOf(lowY) + 1);
        if (work_ > kMaxWork) return false;
        for (std::int64_t y = texelOf(lowY); y <= texelOf(highY); ++y) {
            for (std::int64_t x = texelOf(lowX); x <= texelOf(highX); ++x) {
                if (covers(t, {x * kSubTexels + kSubTexels / 2, y * kSubTexels + kSubTexels / 2})) add(x, y);
            }
        }
        return true;
    }

    // Covered texels, and those covered more than once.
    std::array<std::size_t, 2> counts() const {
        const auto zero = static_cast<std::size_t>(std::count(times_.begin(), times_.end(), 0));
        const auto one = static_cast<std::size_t>(std::count(times_.begin(), times_.end(), 1));
        return {times_.size() - zero, times_.size() - zero - one};
    }

  private:
    static std::int64_t texelOf(std::int64_t sub) {
        return sub >= 0 ? sub / kSubTexels : -((-sub + kSubTexels - 1) / kSubTexels);
    }

    static bool covers(const std::array<TexelPoint, 3>& t, const TexelPoint& p) {
        for (std::size_t k = 0; k < 3; ++k) {
            const TexelPoint &a = t[k], &b = t[(k + 1) % 3];
            const std::int64_t side = edgeSide(a, b, p);
            if (side < 0 || (side == 0 && !ownsEdge(a, b))) return false;
        }
        return true;
    }

    void add(std::int64_t x, std::int64_t y) {
        const std::int64_t column = ((x % kTexels) + kTexels) % kTexels;
        const std::int64_t row = ((y % kTexels) + kTexels) % kTexels;
        std::uint8_t& times = times_[static_cast<std::size_t>(row * kTexels + column)];
        times = static_cast<std::uint8_t>(std::min(times + 1, 2));
    }

    std::vector<std::uint8_t> times_;
    std::int64_t work_ = 0;
};

// Nothing where the coordinates are not finite or lie in a far tile.
std::optional<std::array<TexelPoint, 3>> texelCorners(const Surface& surface, const Triangle& t) {
    std::array<TexelPoint, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
        const Uv uv = surface.uvs[t[k]];
        for (std::size_t i = 0; i < 2; ++i) {
            if (!(std::abs(uv[i]) <= kMaxTiles)) return std::nullopt;
            corners[k][i] = std::llround(static_cast<double>(uv[i]) * double(kTexels * kSubTexels));
        }
    }
    if (edgeSide(corners[0], corners[1], corners[2]) < 0) std::swap(corners[1], corners[2]);
    return corners;
}

struct UvSurvey {
    double skin = 0, unmapped = 0;  // area, m²
    double covered = 0, twice = 0;  // texels
};

UvSurvey survey(const Context& context) {
    const Surface& surface = context.character.surface;
    UvSurvey result;
    Coverage coverage;
    for (std::uint32_t t = 0; t < surface.fileTriangles.size(); ++t) {
        const auto corners = texelCorners(surface, surface.fileTriangles[t]);
        const bool mapped =
            corners && edgeSide((*corners)[0], (*corners)[1], (*corners)[2]) != 0 && coverage.fill(*corners);
        const double skin = area(context.mesh.points(t));
        result.skin += skin;
        result.unmapped += mapped ? 0 : skin;
    }
    const auto [covered, twice] = coverage.counts();
    result.covered = static_cast<double>(covered);
    result.twice = static_cast<double>(twice);
    return result;
}

std::string percent(double share) {
    return rounded(share * 100) + " %";
}

}  // namespace

void checkUvs(const Context& context, Findings& findings) {
    const Surface& surface = context.character.surface;
    static constexpr const char* kRemedy =
        "For contact detail, unwrap a second UV set without overlaps (Blender: UV > Smart UV "
        "Project).";
    const bool fits =
        surface.fileTriangles.size() == surface.triangles.size() &&
        std::all_of(surface.fileTriangles.begin(), surface.fileTriangles.end(), [&](const Triangle& t) {
            return std::max({t[0], t[1], t[2]}) < surface.uvs.size();
        });
    if (surface.uvs.empty() || !fits) {
        findings.push_back({Severity::Note, "no-uvs",
                            "the mesh has no texture coordinates, so it can have no deformation texture",
                            kRemedy});
        return;
    }
    const UvSurvey found = survey(context);
    if (found.unmapped > kOverlapLimit * found.skin) {
        findings.push_back({Severity::Note, "uvs-without-area",
                            percent(found.unmapped / found.skin) +
                                " of the skin has no area in the texture, so the texture "
                                "coordinates cannot carry a deformation texture",
                            kRemedy});
    }
    if (found.twice > kOverlapLimit * found.covered) {
        findings.push_back(
            {Severity::Note, "uvs-overlap",
             percent(found.twice / found.covered) +
                 " of the used texture belongs to more than one place on the skin, so the texture "
                 "coordinates cannot carry a deformation texture",
             kRemedy});
    }
}

}  // namespace sinew::check
