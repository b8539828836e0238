#include "Offline/Tets/Domains.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "Offline/Error.h"
#include "Offline/Geometry/DisjointSets.h"
#include "Offline/Tets/Volume.h"
#include "Offline/Volume/TetTopology.h"
#include "Offline/Workers.h"
#include "Samples/Limb.h"
#include "Samples/Mannequin.h"

namespace sinew::tets {
namespace {

struct Body {
    Character character;
    Volume volume;
    Domains domains;

    std::uint32_t jointNamed(const std::string& name) const {
        const auto& joints = character.skeleton.joints;
        return static_cast<std::uint32_t>(
            std::find_if(joints.begin(), joints.end(), [&](const Joint& j) { return j.name == name; }) -
            joints.begin());
    }
    const DomainDecision& decisionOn(const std::string& name) const {
        const std::uint32_t joint = jointNamed(name);
        return *std::find_if(domains.decisions.begin(), domains.decisions.end(),
                             [&](const DomainDecision& d) { return d.joint == joint; });
    }
};

Body bodyOf(std::size_t sample, double tets, const DomainSettings& settings = {}) {
    Body body{sample == 0 ? makeLimb() : makeMannequin(), {}, {}};
    VolumeSettings volume;
    volume.tets = tets;
    body.volume = buildVolume(body.character, volume);
    body.domains = divideIntoDomains(body.character, body.volume, settings);
    return body;
}

const Body& limb() {
    static const Body body = bodyOf(0, 3000);
    return body;
}

const Body& mannequin() {
    static const Body body = bodyOf(1, 20000);
    return body;
}

TEST(Domains, EveryTetBelongsToOneAndNoneIsEmpty) {
    for (const Body* body : {&limb(), &mannequin()}) {
        std::vector<int> count(body->volume.tets.tets.size(), 0);
        for (std::uint32_t d = 0; d < body->domains.domains.size(); ++d) {
            EXPECT_FALSE(body->domains.domains[d].tets.empty());
            for (const std::uint32_t t : body->domains.domains[d].tets) {
                ++count[t];
                EXPECT_EQ(body->domains.domainOfTet[t], d);
            }
        }
        EXPECT_EQ(std::count(count.begin(), count.end(), 1), static_cast<long>(count.size()));
    }
    EXPECT_EQ(limb().domains.domains.size(), 2u);
}

// Every face between tets of one domain joins them; each domain must come out as one piece.
TEST(Domains, AreConnected) {
    for (const DomainRule rule : {DomainRule::NearestBone, DomainRule::SkinWeight}) {
        DomainSettings settings;
        settings.rule = rule;
        const Body& body = mannequin();
        const Domains domains = divideIntoDomains(body.character, body.volume, settings);
        DisjointSets sets(domains.domainOfTet.size());
        for (const InnerFace& face : innerFaces(body.volume.tets)) {
            if (domains.domainOfTet[face.a] == domains.domainOfTet[face.b]) sets.join(face.a, face.b);
        }
        for (const Domain& domain : domains.domains) {
            std::set<std::uint32_t> pieces;
            for (const std::uint32_t t : domain.tets) pieces.insert(sets.find(t));
            EXPECT_EQ(pieces.size(), 1u) << body.character.skeleton.joints[domain.joint].name;
        }
    }
}

TEST(Domains, InterfacesHoldWhatBothDomainsHaveWithTheAreaBetweenThem) {
    const Body& body = limb();
    ASSERT_EQ(body.domains.interfaces.size(), 1u);
    const Interface& interface = body.domains.interfaces[0];
    for (const std::uint32_t node : interface.nodes) {
        for (const Domain& domain : body.domains.domains) {
            EXPECT_TRUE(std::binary_search(domain.nodes.begin(), domain.nodes.end(), node));
        }
    }
    // A cut across a limb: its volume grows by the area times the way that the cut would be shifted. Here
    // simply: as large as the limb's own cross-section, and a zigzag at most twice that.
    double area = 0, low = 1e300, high = -1e300;
    for (const double a : interface.areas) area += a;
    for (const std::uint32_t node : interface.nodes) {
        low = std::min(low, body.volume.tets.nodes[node].x);
        high = std::max(high, body.volume.tets.nodes[node].x);
    }
    const double section = (high - low) * (high - low) * 0.785;
    EXPECT_GT(area, section);
    EXPECT_LT(area, 2.2 * section);
}

TEST(Domains, ToesAndTinyBonesRideWithTheirParents) {
    const Body& body = mannequin();
    EXPECT_GE(body.domains.domains.size(), 10u);
    EXPECT_LE(body.domains.domains.size(), 24u);
    EXPECT_EQ(body.decisionOn("toe_l").domain, body.decisionOn("foot_l").domain);
    EXPECT_EQ(body.decisionOn("toe_l").reason, "a toe");
    EXPECT_NE(body.decisionOn("forearm_l").domain, body.decisionOn("upperarm_l").domain);
    EXPECT_NE(body.decisionOn("shin_r").domain, body.decisionOn("thigh_r").domain);
    // Its bone is still where that joint takes it.
    const std::uint32_t toe = body.jointNamed("toe_l");
    EXPECT_TRUE(
        std::any_of(body.domains.carried.begin(), body.domains.carried.end(), [&](const CarriedBone& bone) {
            return bone.joint == toe && bone.domain == body.decisionOn("toe_l").domain;
        }));
}

TEST(Domains, EveryBoneNodeIsHeldByItsDomainOrItsJoint) {
    const Body& body = mannequin();
    std::set<std::pair<std::uint32_t, std::uint32_t>> held;  // node, domain
    for (const CarriedBone& bone : body.domains.carried) {
        for (const std::uint32_t node : bone.nodes) held.insert({node, bone.domain});
    }
    for (std::uint32_t d = 0; d < body.domains.domains.size(); ++d) {
        for (const std::uint32_t node : body.domains.domains[d].nodes) {
            const std::int32_t bone = body.volume.attachment.boneOfNode[node];
            if (bone < 0) continue;
            const std::uint32_t joint = body.volume.bones[static_cast<std::size_t>(bone)].joint;
            const bool own = joint == body.domains.domains[d].joint;
            const bool ownDomainHasIt = std::any_of(
                body.domains.domains.begin(), body.domains.domains.end(), [&](const Domain& other) {
                    return other.joint == joint &&
                           std::binary_search(other.nodes.begin(), other.nodes.end(), node);
                });
            EXPECT_NE(held.contains({node, d}), own || ownDomainHasIt);
        }
    }
}

TEST(Domains, TheRecipeWins) {
    DomainSettings settings;
    settings.keep = {"toe_l"};
    settings.merged = {"forearm_r"};
    const Body body = bodyOf(1, 20000, settings);
    EXPECT_NE(body.decisionOn("toe_l").domain, body.decisionOn("foot_l").domain);
    EXPECT_EQ(body.decisionOn("forearm_r").domain, body.decisionOn("upperarm_r").domain);
    settings.keep = {"toe_left"};
    EXPECT_THROW(divideIntoDomains(body.character, body.volume, settings), Error);
}

TEST(Domains, JointsThatHardlyTurnAreMerged) {
    const Body& body = mannequin();
    std::vector<double> turns(body.character.skeleton.joints.size(), 1.0);
    turns[body.jointNamed("forearm_l")] = 0.01;  // the right one turns
    EXPECT_EQ(divideIntoDomains(body.character, body.volume, {}, turns).domains.size(),
              body.domains.domains.size());
    turns[body.jointNamed("forearm_r")] = 0.02;
    EXPECT_EQ(divideIntoDomains(body.character, body.volume, {}, turns).domains.size(),
              body.domains.domains.size() - 2);
}

TEST(Domains, LeftAndRightAreDecidedAlike) {
    const auto hasDomain = [](const Body& body, const std::string& name) {
        return body.decisionOn(name).reason == "domain";
    };
    for (const double minFlesh : {0.002, 0.004, 0.006, 0.008, 0.012}) {
        DomainSettings settings;
        settings.minFlesh = minFlesh;
        Body body = mannequin();
        body.domains = divideIntoDomains(body.character, body.volume, settings);
        for (const DomainDecision& decision : body.domains.decisions) {
            const std::string& name = body.character.skeleton.joints[decision.joint].name;
            if (!name.ends_with("_l")) continue;
            EXPECT_EQ(hasDomain(body, name), hasDomain(body, name.substr(0, name.size() - 1) + "r"))
                << name << " at " << minFlesh;
        }
    }
}

TEST(Domains, SameForAnyWorkerCount) {
    const Body& body = mannequin();
    for (const unsigned threads : {1u, 3u}) {
        const Workers workers(threads);
        const Domains domains = divideIntoDomains(body.character, body.volume, {}, {}, workers.jobs());
        EXPECT_EQ(domains.domainOfTet, body.domains.domainOfTet);
    }
}

}  // namespace
}  // namespace sinew::tets
