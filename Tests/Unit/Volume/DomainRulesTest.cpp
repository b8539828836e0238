#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "Offline/Character/Character.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Tets/ElasticMesh.h"
#include "Offline/Volume/Attachment.h"
#include "Offline/Volume/Domains.h"
#include "Support/Bodies/TetBoxes.h"

namespace sinew {
namespace {

// A slab of unit cubes whose flesh goes where it is told: rows from the back, a letter's place in the
// alphabet is the joint, each cube has a bone of no length in its middle.
struct Slab {
    Character character;
    ElasticMesh mesh;
    std::uint32_t columns, rows;

    Slab(const std::vector<std::string>& letters, const std::vector<Joint>& joints)
        : columns(static_cast<std::uint32_t>(letters[0].size())),
          rows(static_cast<std::uint32_t>(letters.size())) {
        character.skeleton.joints = joints;
        mesh = tets::elasticMesh(tets::ElasticBody(boxOfTets(columns, rows, 1, 1.0), Flesh{}));
        mesh.boneOfNode.assign(mesh.nodeCount(), Attachment::kFree);
        for (std::uint32_t y = 0; y < rows; ++y) {
            for (std::uint32_t x = 0; x < columns; ++x) {
                const Vec3d middle{x + 0.5, y + 0.5, 0.5};
                mesh.bones.push_back({static_cast<std::uint32_t>(letters[y][x] - 'a'), middle, middle, 0.0});
            }
        }
        for (std::uint32_t j = 0; j < joints.size(); ++j) mesh.joints.push_back({j, j, "", false});
    }

    // The joint of the domain that each cube came to, as a letter; '?' where its elements went apart.
    std::vector<std::string> divided(const DomainSettings& settings) const {
        const Domains domains = divideIntoDomains(character, mesh, settings);
        std::vector<std::string> letters(rows, std::string(columns, ' '));
        for (std::uint32_t e = 0; e < mesh.elementCount(); ++e) {
            const Vec3d middle = mesh.elements[e].centre;
            char& letter = letters[static_cast<std::size_t>(middle.y)][static_cast<std::size_t>(middle.x)];
            const auto is = static_cast<char>('a' + domains.domains[domains.domainOfElement[e]].joint);
            letter = letter == ' ' || letter == is ? is : '?';
        }
        return letters;
    }
};

std::vector<Joint> children(const std::vector<std::string>& names) {
    std::vector<Joint> joints;
    for (const std::string& name : names) joints.push_back({name, joints.empty() ? -1 : 0, {}});
    return joints;
}
std::vector<Joint> chain(const std::vector<std::string>& names) {
    std::vector<Joint> joints;
    for (const std::string& name : names) {
        joints.push_back({name, static_cast<std::int32_t>(joints.size()) - 1, {}});
    }
    return joints;
}

// Nothing is merged but what a test is about.
DomainSettings noRules() {
    DomainSettings settings;
    settings.minFlesh = settings.minLength = settings.minTurn = 0;
    return settings;
}

using Letters = std::vector<std::string>;

TEST(DomainRules, ALoosePieceGoesWhereMostOfItsFacesAre) {
    const Slab slab({"aabbb", "acbab", "ccccc"}, children({"x", "y", "z"}));
    EXPECT_EQ(slab.divided(noRules()), (Letters{"aabbb", "acbbb", "ccccc"}));
    const Slab other({"aabbb", "accac", "ccccc"}, children({"x", "y", "z"}));
    EXPECT_EQ(other.divided(noRules()), (Letters{"aabbb", "acccc", "ccccc"}));
}

// The faces between a and b are whole squares: their nodes share them, corners that more triangles meet in
// with more.
TEST(DomainRules, AnInterfaceIsAsLargeAsTheCut) {
    const Slab slab({"aabb", "aabb", "aaab"}, children({"x", "y"}));
    const Domains domains = divideIntoDomains(slab.character, slab.mesh, noRules());
    ASSERT_EQ(domains.interfaces.size(), 1u);
    const Interface& interface = domains.interfaces[0];
    EXPECT_EQ(interface.nodes.size(), 5u * 2);
    EXPECT_NEAR(std::accumulate(interface.areas.begin(), interface.areas.end(), 0.0), 4, 1e-12);
    std::map<std::uint32_t, double> shares;
    for (std::size_t f = 0; f < slab.mesh.faces.size(); ++f) {
        const ElasticMesh::Face& face = slab.mesh.faces[f];
        if (domains.domainOfElement[face.a] == domains.domainOfElement[face.b]) continue;
        for (const std::uint32_t node : slab.mesh.faceAreas.nodesOf(f)) {
            shares[node] += 0.5 / 3;  // half a square each
        }
    }
    for (std::size_t i = 0; i < interface.nodes.size(); ++i) {
        EXPECT_NEAR(interface.areas[i], shares.at(interface.nodes[i]), 1e-12);
    }
}

TEST(DomainRules, LittleFleshGoesToTheParent) {
    const Slab slab({"aaaaab", "aaaaac"}, children({"x", "y", "z"}));
    DomainSettings settings = noRules();
    settings.minFlesh = 0.99 / 12;
    EXPECT_EQ(slab.divided(settings), (Letters{"aaaaab", "aaaaac"}));
    settings.minFlesh = 1.01 / 12;
    EXPECT_EQ(slab.divided(settings), (Letters{"aaaaaa", "aaaaaa"}));
}

TEST(DomainRules, WhatHangsOnTheHeadIsPartOfIt) {
    const Slab slab({"abc", "abc"}, chain({"neck", "head", "jaw"}));
    EXPECT_EQ(slab.divided(noRules()), (Letters{"abb", "abb"}));
}

TEST(DomainRules, ALimbThatIsCutInTwoIsOne) {
    const Slab slab({"abc", "abc"}, chain({"upperarm_l", "extra_l", "forearm_l"}));
    EXPECT_EQ(slab.divided(noRules()), (Letters{"aac", "aac"}));
    const Slab tail({"abc", "abc"}, chain({"upperarm_l", "extra_l", "more_l"}));
    EXPECT_EQ(tail.divided(noRules()), (Letters{"abc", "abc"}));
}

// Of bones as long as a cube in a tube four cubes by one: a cylinder with their flesh is 2.26 thick, so up to
// 2 × 0.7 × 2.26 = 3.16 of them share a domain.
TEST(DomainRules, ShortBonesShareADomainUntilItIsLongEnough) {
    Slab slab({"abcdef", "abcdef", "abcdef", "abcdef"}, chain({"u", "v", "w", "x", "y", "z"}));
    slab.mesh.bones.clear();
    for (std::uint32_t j = 0; j < 6; ++j)
        slab.mesh.bones.push_back({j, {j + 0.01, 2, 0.5}, {j + 0.99, 2, 0.5}, 0});
    EXPECT_EQ(slab.divided(noRules())[0], "abcdef");
    DomainSettings settings = noRules();
    settings.minLength = 0.7;
    EXPECT_EQ(slab.divided(settings)[0], "aaaddd");
}

// Skin whose bones are merged counts for the joint that carries it.
TEST(DomainRules, SkinGivesFleshToTheJointThatMovesItMost) {
    Slab slab({"aab", "aab"}, children({"x", "y", "z"}));
    slab.mesh.joints[2].carrier = 1;
    slab.character.weights.firstOfVertex = {0};
    for (std::uint32_t y = 0; y < 2; ++y) {
        for (std::uint32_t x = 0; x < 3; ++x) {
            slab.character.surface.positions.push_back({x + 0.5, y + 0.5, 0.5});
            // The first column is x's; the others are y's only together with what z moves.
            const std::vector<SkinWeights::Influence> all =
                x == 0 ? std::vector<SkinWeights::Influence>{{0, 0.6F}, {1, 0.4F}}
                       : std::vector<SkinWeights::Influence>{{0, 0.4F}, {1, 0.3F}, {2, 0.3F}};
            auto& influences = slab.character.weights.influences;
            influences.insert(influences.end(), all.begin(), all.end());
            slab.character.weights.firstOfVertex.push_back(static_cast<std::uint32_t>(influences.size()));
        }
    }
    slab.mesh.followsSkeleton.assign(6, 0);
    DomainSettings settings = noRules();
    EXPECT_EQ(slab.divided(settings), (Letters{"aab", "aab"}));
    settings.rule = DomainRule::SkinWeight;
    EXPECT_EQ(slab.divided(settings), (Letters{"abb", "abb"}));
}

}  // namespace
}  // namespace sinew
