#include "Support/Skinning/SkinBatch.h"

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

constexpr std::size_t kMaxEntries = std::size_t{std::numeric_limits<std::uint16_t>::max()} + 1;

// The strongest joint first, the others by their index, so that more vertices agree in their joints. One
// joint that never moves where there are no weights.
std::vector<SkinShare> sharesOf(const Character& character, std::size_t vertex) {
    std::vector<SkinShare> shares = skinShares(character.weights, vertex);
    if (shares.empty()) shares = {{static_cast<std::uint32_t>(character.skeleton.joints.size()), 1}};
    std::stable_sort(shares.begin() + 1, shares.end(),
                     [](const SkinShare& a, const SkinShare& b) { return a.joint < b.joint; });
    if (shares.size() < kMaxEntries) return shares;
    throw badInput(
        "vertex " + std::to_string(vertex) + " has " + std::to_string(shares.size()) + " influences",
        "Limit the influences per vertex to fewer than " + std::to_string(kMaxEntries) + ".");
}

std::vector<std::uint32_t> jointsOf(const std::vector<SkinShare>& shares) {
    std::vector<std::uint32_t> joints;
    for (const SkinShare& share : shares) joints.push_back(share.joint);
    return joints;
}

class Builder {
  public:
    Builder(const Character& character, std::span<const Vec3d> bindNormals)
        : positions_(character.surface.positions), normals_(bindNormals) {
        for (std::size_t v = 0; v < positions_.size(); ++v) shares_.push_back(sharesOf(character, v));
    }

    SkinBatch build() {
        std::map<std::vector<std::uint32_t>, Vertices> groups;
        for (std::uint32_t v = 0; v < shares_.size(); ++v) groups[jointsOf(shares_[v])].push_back(v);
        std::vector<Block> blocks;
        std::map<std::size_t, Vertices> left;  // by number of influences
        for (const auto& [joints, vertices] : groups) cutShared(vertices, blocks, left[joints.size()]);
        for (auto& [influences, vertices] : left) cutMixed(vertices, blocks);
        // In the order of the output, so that what is written lies together.
        std::sort(blocks.begin(), blocks.end(),
                  [](const Block& a, const Block& b) { return a.vertices[0] < b.vertices[0]; });
        for (const Block& block : blocks) addBlock(block);
        return std::move(batch_);
    }

  private:
    using Vertices = std::vector<std::uint32_t>;
    struct Block {
        Vertices vertices;
        bool shared;
    };

    // A block that is half full is still faster shared than its vertices are in mixed company.
    static void cutShared(const Vertices& vertices, std::vector<Block>& blocks, Vertices& left) {
        constexpr std::size_t kWorthwhile = kSkinBlock / 2;
        std::size_t at = 0;
        for (; at + kWorthwhile <= vertices.size(); at += kSkinBlock)
            blocks.push_back({cut(vertices, at), true});
        if (at < vertices.size()) left.insert(left.end(), vertices.begin() + at, vertices.end());
    }

    static void cutMixed(Vertices& vertices, std::vector<Block>& blocks) {
        std::sort(vertices.begin(), vertices.end());
        for (std::size_t at = 0; at < vertices.size(); at += kSkinBlock)
            blocks.push_back({cut(vertices, at), false});
    }

    static Vertices cut(const Vertices& vertices, std::size_t at) {
        const auto begin = vertices.begin() + static_cast<std::ptrdiff_t>(at);
        return {begin,
                begin + static_cast<std::ptrdiff_t>(std::min<std::size_t>(kSkinBlock, vertices.size() - at))};
    }

    void addBlock(const Block& block) {
        const Vertices& vertices = block.vertices;
        const bool consecutive =
            vertices.size() == kSkinBlock && vertices.back() - vertices.front() == kSkinBlock - 1;
        batch_.blocks.push_back({static_cast<std::uint32_t>(batch_.weights.size()),
                                 static_cast<std::uint32_t>(batch_.joints.size()),
                                 static_cast<std::uint16_t>(shares_[vertices[0]].size()),
                                 static_cast<std::uint8_t>(vertices.size()),
                                 static_cast<std::uint8_t>((consecutive ? kSkinConsecutive : 0) |
                                                           (block.shared ? kSkinShared : 0))});
        Vertices padded = vertices;
        padded.resize(kSkinBlock, padded.back());
        if (block.shared) {
            addShared(padded);
        } else {
            addMixed(padded);
        }
        addVectors(padded, positions_, batch_.positions);
        if (!normals_.empty()) addVectors(padded, normals_, batch_.normals);
        batch_.vertexOf.insert(batch_.vertexOf.end(), padded.begin(), padded.end());
    }

    void addShared(const Vertices& vertices) {
        addEntries(shares_[vertices[0]]);
        for (std::size_t k = 0; k < shares_[vertices[0]].size(); ++k) {
            for (const std::uint32_t v : vertices)
                batch_.weights.push_back(static_cast<float>(shares_[v][k].share));
        }
    }

    void addMixed(const Vertices& vertices) {
        for (const std::uint32_t v : vertices) {
            addEntries(shares_[v]);
            for (const SkinShare& share : shares_[v])
                batch_.weights.push_back(static_cast<float>(share.share));
        }
    }

    void addEntries(const std::vector<SkinShare>& shares) {
        for (const SkinShare& share : shares) {
            batch_.joints.push_back(static_cast<std::uint16_t>(share.joint));
            batch_.pairs.push_back(pairOf(share.joint, shares[0].joint));
        }
    }

    std::uint16_t pairOf(std::uint32_t joint, std::uint32_t strongest) {
        const auto [found, isNew] = pairs_.try_emplace({joint, strongest}, batch_.pairTable.size());
        if (isNew && pairs_.size() > kMaxEntries) {
            throw badInput(
                "the skin weights combine more than " + std::to_string(kMaxEntries) + " pairs of joints",
                "Limit the influences per vertex.");
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
    if (character.skeleton.joints.size() >= kMaxEntries) {
        throw badInput("the skeleton has " + std::to_string(character.skeleton.joints.size()) +
                           " joints, but skinning supports fewer than " + std::to_string(kMaxEntries),
                       "Remove joints that move no vertex.");
    }
    SkinBatch batch = Builder(character, bindNormals).build();
    batch.vertices = static_cast<std::uint32_t>(character.surface.positions.size());
    for (const Vec3d& centre : bindCentres(character.skeleton))
        batch.centres.push_back(convert<float>(centre));
    return batch;
}

}  // namespace sinew
