#include "Offline/Volume/Domains.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "Offline/Error.h"
#include "Offline/Geometry/DisjointSets.h"
#include "Offline/Poses/MakeFullSolver.h"
#include "Offline/Workers.h"
#include "Samples/Limb.h"
#include "Samples/Mannequin.h"

namespace sinew {
namespace {

struct Body {
    Character character;
    ElasticMesh mesh;
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

using poses::SolverKind;

Body bodyOf(std::size_t sample, double elements, const DomainSettings& settings = {},
            SolverKind kind = SolverKind::OnTets) {
    Body body{sample == 0 ? makeLimb() : makeMannequin(), {}, {}};
    poses::FullSettings full;
    full.solver = kind;
    full.volume.tets = full.cells.count = elements;
    body.mesh = poses::makeFullBody(body.character, full).elasticMesh();
    body.domains = divideIntoDomains(body.character, body.mesh, settings);
    return body;
}

const Body& limb() {
    static const Body body = bodyOf(0, 3000);
    return body;
}

const Body& quadraticLimb() {
    static const Body body = [] {
        Body made{makeLimb(), {}, {}};
        poses::FullSettings full;
        full.volume.tets = 1500;
        full.volume.order = tets::TetOrder::Quadratic;
        made.mesh = poses::makeFullBody(made.character, full).elasticMesh();
        made.domains = divideIntoDomains(made.character, made.mesh);
        return made;
    }();
    return body;
}

const Body& mannequin() {
    static const Body body = bodyOf(1, 20000);
    return body;
}

const Body& limbOfCells() {
    static const Body body = bodyOf(0, 1000, {}, SolverKind::OnLattice);
    return body;
}

const Body& mannequinOfCells() {
    static const Body body = bodyOf(1, 8000, {}, SolverKind::OnLattice);
    return body;
}

TEST(Domains, EveryElementBelongsToOneAndNoneIsEmpty) {
    for (const Body* body : {&limb(), &quadraticLimb(), &mannequin(), &limbOfCells(), &mannequinOfCells()}) {
        std::vector<int> count(body->mesh.elementCount(), 0);
        for (std::uint32_t d = 0; d < body->domains.domains.size(); ++d) {
            EXPECT_FALSE(body->domains.domains[d].elements.empty());
            for (const std::uint32_t e : body->domains.domains[d].elements) {
                ++count[e];
                EXPECT_EQ(body->domains.domainOfElement[e], d);
            }
        }
        EXPECT_EQ(std::count(count.begin(), count.end(), 1), static_cast<long>(count.size()));
    }
    EXPECT_EQ(limb().domains.domains.size(), 2u);
    EXPECT_EQ(limbOfCells().domains.domains.size(), 2u);
}

// Every face between elements of one domain joins them; each domain must come out as one piece.
void expectConnected(const Body& body, DomainRule rule) {
    DomainSettings settings;
    settings.rule = rule;
    const Domains domains = divideIntoDomains(body.character, body.mesh, settings);
    DisjointSets sets(domains.domainOfElement.size());
    for (const ElasticMesh::Face& face : body.mesh.faces) {
        if (domains.domainOfElement[face.a] == domains.domainOfElement[face.b]) sets.join(face.a, face.b);
    }
    for (const Domain& domain : domains.domains) {
        std::set<std::uint32_t> pieces;
        for (const std::uint32_t e : domain.elements) pieces.insert(sets.find(e));
        EXPECT_EQ(pieces.size(), 1u) << body.character.skeleton.joints[domain.joint].name;
    }
}

TEST(Domains, AreConnected) {
    for (const Body* body : {&quadraticLimb(), &mannequin(), &mannequinOfCells()}) {
        for (const DomainRule rule : {DomainRule::NearestBone, DomainRule::SkinWeight}) {
            expectConnected(*body, rule);
        }
    }
}

TEST(Domains, KeepThePointsOfATetTogether) {
    const std::vector<std::uint32_t>& domains = quadraticLimb().domains.domainOfElement;
    ASSERT_EQ(domains.size() % 4, 0u);
    for (std::size_t e = 0; e < domains.size(); ++e) EXPECT_EQ(domains[e], domains[e / 4 * 4]);
}

// The nodes share the faces between the two domains, and nothing of these is lost.
TEST(Domains, AreasOfAnInterfaceAddUpToTheFacesBetweenItsDomains) {
    for (const Body* body : {&limb(), &quadraticLimb(), &mannequin(), &limbOfCells(), &mannequinOfCells()}) {
        const Domains& domains = body->domains;
        std::map<std::pair<std::uint32_t, std::uint32_t>, double> between;
        for (const ElasticMesh::Face& face : body->mesh.faces) {
            const std::uint32_t a = domains.domainOfElement[face.a], b = domains.domainOfElement[face.b];
            if (a != b) between[std::minmax(a, b)] += face.area;
        }
        EXPECT_EQ(between.size(), domains.interfaces.size());
        for (const Interface& interface : domains.interfaces) {
            const double area = std::accumulate(interface.areas.begin(), interface.areas.end(), 0.0);
            const double expected = between.at({interface.a, interface.b});
            EXPECT_NEAR(area, expected, 1e-12 * expected);
            EXPECT_GT(*std::min_element(interface.areas.begin(), interface.areas.end()), 0);
        }
    }
}

void expectCutAcrossTheLimb(const Body& body, double zigzag) {
    ASSERT_EQ(body.domains.interfaces.size(), 1u);
    const Interface& interface = body.domains.interfaces[0];
    for (const std::uint32_t node : interface.nodes) {
        for (const Domain& domain : body.domains.domains) {
            EXPECT_TRUE(std::binary_search(domain.nodes.begin(), domain.nodes.end(), node));
        }
    }
    double area = 0, low = 1e300, high = -1e300;
    for (const double a : interface.areas) area += a;
    for (const std::uint32_t node : interface.nodes) {
        low = std::min(low, body.mesh.rest[node].x);
        high = std::max(high, body.mesh.rest[node].x);
    }
    const double section = (high - low) * (high - low) * 0.785;
    EXPECT_GT(area, section / zigzag);
    EXPECT_LT(area, zigzag * section);
}

// As large as the limb's own cross-section; of tetrahedra a zigzag that is at most twice that. Of cells,
// whose nodes lie beside the flesh, the width of the cut is that of the cells.
TEST(Domains, InterfacesHoldWhatBothDomainsHaveWithTheAreaBetweenThem) {
    expectCutAcrossTheLimb(limb(), 2.2);
    expectCutAcrossTheLimb(limbOfCells(), 2.2);
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
    for (const Body* const each : {&quadraticLimb(), &mannequin(), &mannequinOfCells()}) {
        const Body& body = *each;
        std::set<std::pair<std::uint32_t, std::uint32_t>> held;  // node, domain
        for (const CarriedBone& bone : body.domains.carried) {
            for (const std::uint32_t node : bone.nodes) held.insert({node, bone.domain});
        }
        for (std::uint32_t d = 0; d < body.domains.domains.size(); ++d) {
            for (const std::uint32_t node : body.domains.domains[d].nodes) {
                const std::int32_t bone = body.mesh.boneOfNode[node];
                if (bone < 0) continue;
                const std::uint32_t joint = body.mesh.bones[static_cast<std::size_t>(bone)].joint;
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
}

TEST(Domains, TheRecipeWins) {
    DomainSettings settings;
    settings.keep = {"toe_l"};
    settings.merged = {"forearm_r"};
    const Body body = bodyOf(1, 20000, settings);
    EXPECT_NE(body.decisionOn("toe_l").domain, body.decisionOn("foot_l").domain);
    EXPECT_EQ(body.decisionOn("forearm_r").domain, body.decisionOn("upperarm_r").domain);
    settings.keep = {"toe_left"};
    EXPECT_THROW(divideIntoDomains(body.character, body.mesh, settings), Error);
}

TEST(Domains, JointsThatHardlyTurnAreMerged) {
    const Body& body = mannequin();
    std::vector<double> turns(body.character.skeleton.joints.size(), 1.0);
    turns[body.jointNamed("forearm_l")] = 0.01;  // the right one turns
    EXPECT_EQ(divideIntoDomains(body.character, body.mesh, {}, turns).domains.size(),
              body.domains.domains.size());
    turns[body.jointNamed("forearm_r")] = 0.02;
    EXPECT_EQ(divideIntoDomains(body.character, body.mesh, {}, turns).domains.size(),
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
        body.domains = divideIntoDomains(body.character, body.mesh, settings);
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
        const Domains domains = divideIntoDomains(body.character, body.mesh, {}, {}, workers.jobs());
        EXPECT_EQ(domains.domainOfElement, body.domains.domainOfElement);
    }
}

}  // namespace
}  // namespace sinew
