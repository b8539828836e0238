#include "Offline/Character/SkinBatch.h"

#include <algorithm>
#include <limits>
#include <map>
#include <numeric>
#include <string>

#include "Base/Check.h"
#include "Offline/Character/Skinning.h"
#include "Offline/Error.h"

namespace sinew {

namespace {

constexpr std::size_t kMostEntries = std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1;

// One joint that never moves where there are no weights.
std::vector<SkinShare> sharesOf(const Character& character, std::size_t vertex) {
    std::vector<SkinShare> shares = skinShares(character.weights, vertex);
    if (shares.empty()) shares = {{static_cast<std::uint32_t>(character.skeleton.joints.size()), 1}};
    if (shares.size() < kMostEntries) return shares;
    throw badInput(
        "vertex " + std::to_string(vertex) + " has " + std::to_string(shares.size()) + " influences",
        "limit the influences per vertex to fewer than " + std::to_string(kMostEntries));
}

class Builder {
  public:
    Builder(const Character& character, std::span<const Vec3d> bindNormals)
        : positions_(character.surface.positions), normals_(bindNormals) {
        for (std::size_t v = 0; v < positions_.size(); ++v) shares_.push_back(sharesOf(character, v));
    }

    SkinBatch build() {
        std::vector<std::uint32_t> order(positions_.size());
        std::iota(order.begin(), order.end(), 0u);
        const auto influences = [&](std::uint32_t v) { return shares_[v].size(); };
        std::stable_sort(order.begin(), order.end(),
                         [&](std::uint32_t a, std::uint32_t b) { return influences(a) < influences(b); });
        for (auto at = order.begin(); at != order.end();) {
            auto end = at;
            while (end != order.end() && end - at < kSkinBlock && influences(*end) == influences(*at)) ++end;
            addBlock({at, end});
            at = end;
        }
        return std::move(batch_);
    }

  private:
    void addBlock(std::span<const std::uint32_t> vertices) {
        const bool consecutive =
            vertices.size() == kSkinBlock && vertices.back() - vertices.front() == kSkinBlock - 1;
        batch_.blocks.push_back({static_cast<std::uint32_t>(batch_.weights.size()),
                                 static_cast<std::uint16_t>(shares_[vertices[0]].size()),
                                 static_cast<std::uint8_t>(vertices.size()), consecutive});
        std::vector<std::uint32_t> padded(vertices.begin(), vertices.end());
        padded.resize(kSkinBlock, padded.back());
        for (const std::uint32_t v : padded) addInfluences(shares_[v]);
        addVectors(padded, positions_, batch_.positions);
        if (!normals_.empty()) addVectors(padded, normals_, batch_.normals);
        batch_.vertexOf.insert(batch_.vertexOf.end(), padded.begin(), padded.end());
    }

    void addInfluences(const std::vector<SkinShare>& shares) {
        for (const auto& [joint, share] : shares) {
            batch_.weights.push_back(static_cast<float>(share));
            batch_.joints.push_back(static_cast<std::uint16_t>(joint));
            batch_.pairs.push_back(pairOf(joint, shares[0].joint));
        }
    }

    std::uint16_t pairOf(std::uint32_t joint, std::uint32_t strongest) {
        const auto [found, isNew] = pairs_.try_emplace({joint, strongest}, batch_.pairTable.size());
        if (isNew && pairs_.size() > kMostEntries) {
            throw badInput(
                "the skin weights combine joints in more than " + std::to_string(kMostEntries) + " ways",
                "limit the influences per vertex");
        }
        if (isNew)
            batch_.pairTable.push_back(
                {static_cast<std::uint16_t>(joint), static_cast<std::uint16_t>(strongest)});
        return static_cast<std::uint16_t>(found->second);
    }

    static void addVectors(std::span<const std::uint32_t> vertices, std::span<const Vec3d> from,
                           std::vector<float>& to) {
        for (int axis = 0; axis < 3; ++axis) {
            for (const std::uint32_t v : vertices) to.push_back(static_cast<float>(from[v][axis]));
        }
    }

    std::span<const Vec3d> positions_, normals_;
    std::vector<std::vector<SkinShare>> shares_;  // per vertex
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> pairs_;
    SkinBatch batch_;
};

}  // namespace

SkinView SkinBatch::view() const {
    return {blocks, positions, normals, weights, joints, pairs, vertexOf, pairTable, centres, vertices};
}

SkinBatch buildSkinBatch(const Character& character, std::span<const Vec3d> bindNormals) {
    SINEW_CHECK(bindNormals.empty() || bindNormals.size() == character.surface.positions.size());
    if (character.skeleton.joints.size() >= kMostEntries) {
        throw badInput(
            "the skeleton has " + std::to_string(character.skeleton.joints.size()) + " joints",
            "remove joints that move no vertex: skinning takes fewer than " + std::to_string(kMostEntries));
    }
    SkinBatch batch = Builder(character, bindNormals).build();
    batch.vertices = static_cast<std::uint32_t>(character.surface.positions.size());
    for (const Vec3d& centre : bindCentres(character.skeleton))
        batch.centres.push_back(convert<float>(centre));
    return batch;
}

}  // namespace sinew
