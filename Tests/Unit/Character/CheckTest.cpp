#include "Offline/Character/Check/Check.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

#include "Offline/Workers.h"
#include "Support/Characters/CleanCharacter.h"

namespace sinew::test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

std::set<std::string> codesOf(const std::vector<Finding>& findings) {
    std::set<std::string> codes;
    for (const Finding& finding : findings) codes.insert(finding.code);
    return codes;
}

const Finding* find(const std::vector<Finding>& findings, const std::string& code) {
    const auto found = std::find_if(findings.begin(), findings.end(),
                                    [&](const Finding& finding) { return finding.code == code; });
    return found == findings.end() ? nullptr : &*found;
}

TEST(Check, ACleanCharacterIsReady) {
    const std::vector<Finding> findings = check::checkCharacter(cleanCharacter());
    EXPECT_EQ(codesOf(findings), (std::set<std::string>{"size"}));  // a fact, not a fault
    EXPECT_NE(findings[0].text.find("0.2 × 1 × 0.2 m and has a volume of 20.6 litres, which is 21.6 kg"),
              std::string::npos)
        << findings[0].text;
    EXPECT_EQ(check::verdictOf(findings).readiness, check::Readiness::Ready);
    EXPECT_EQ(check::verdictOf(findings).text, "ready");
}

void scaleBy(Character& c, double factor) {
    for (Vec3d& p : c.surface.positions) p *= factor;
    for (Joint& joint : c.skeleton.joints) joint.rest.translation *= factor;
    for (Affined& bind : c.skeleton.inverseBind) bind.translation *= factor;
}

void removeTriangle(Character& c, std::size_t triangle) {
    c.surface.triangles.erase(c.surface.triangles.begin() + static_cast<std::ptrdiff_t>(triangle));
    splitForTexture(c.surface);
}

void setWeights(Character& c, std::uint32_t vertex, const std::vector<SkinWeights::Influence>& influences) {
    std::vector<SkinWeights::Influence> all;
    std::vector<std::uint32_t> first{0};
    for (std::uint32_t v = 0; v + 1 < c.weights.firstOfVertex.size(); ++v) {
        const auto begin = c.weights.influences.begin();
        if (v == vertex) {
            all.insert(all.end(), influences.begin(), influences.end());
        } else {
            all.insert(all.end(), begin + c.weights.firstOfVertex[v], begin + c.weights.firstOfVertex[v + 1]);
        }
        first.push_back(static_cast<std::uint32_t>(all.size()));
    }
    c.weights = {first, all};
}

void addJoint(Character& c, const std::string& name, std::int32_t parent, Vec3d at) {
    c.skeleton.joints.push_back({name, parent, {at, {}, {1, 1, 1}}});
    c.skeleton.inverseBind.clear();
    for (const Affined& frame : jointFrames(c.skeleton, restPose(c.skeleton))) {
        c.skeleton.inverseBind.push_back(inverse(frame));
    }
}

// A flat square beside the body.
MeshArrays sheet() {
    return {{{0.2, 0.4, 0}, {0.4, 0.4, 0}, {0.4, 0.6, 0}, {0.2, 0.6, 0}}, {{0, 1, 2}, {0, 2, 3}}};
}

struct Planted {
    const char* code;
    Severity severity;
    const char* words;  // part of the text
    std::function<void(Character&)> plant;
};

const std::vector<Planted>& plantedFaults() {
    static const std::vector<Planted> faults{
        {"no-surface", Severity::Error, "no skinned triangles",
         [](Character& c) { c.surface.triangles.clear(); }},
        {"bad-indices", Severity::Error, "triangle 3 refers to vertex 9999",
         [](Character& c) { c.surface.triangles[3][1] = 9999; }},
        {"not-finite", Severity::Error, "1 vertex has a position that is not a number; the first is vertex 7",
         [](Character& c) { c.surface.positions[7].y = kNan; }},
        {"size-implausible", Severity::Warning, "20 × 100 × 20 m", [](Character& c) { scaleBy(c, 100); }},
        {"open-edges", Severity::Warning, "3 open edges along 1 border: 3 vertices near joint \"upper.",
         [](Character& c) { removeTriangle(c, 500); }},
        {"non-manifold-edges", Severity::Warning, "1 edge has three or more faces, mostly near joint",
         [](Character& c) {
             c.surface.triangles.push_back({c.surface.triangles[500][0], c.surface.triangles[500][1], 0});
             splitForTexture(c.surface);
         }},
        {"flipped-faces", Severity::Warning, "3 edges lie between faces that point to opposite sides",
         [](Character& c) { std::swap(c.surface.triangles[500][0], c.surface.triangles[500][1]); }},
        {"duplicate-faces", Severity::Warning, "1 face has the same corners as another face",
         [](Character& c) {
             c.surface.triangles.push_back(c.surface.triangles[500]);
             splitForTexture(c.surface);
         }},
        {"degenerate-faces", Severity::Warning, "1 face has no area",
         [](Character& c) {
             c.surface.triangles.push_back({5, 5, 6});
             splitForTexture(c.surface);
         }},
        {"sliver-faces", Severity::Note, "1 face is more than fifty times longer than wide",
         [](Character& c) {
             addSkin(c, {{{0.3, 0, 0}, {0.3, 1, 0}, {0.301, 0.5, 0}}, {{0, 1, 2}}}, 0);
         }},
        {"several-parts", Severity::Note, "2 parts; the largest is part 0 (1104 faces",
         [](Character& c) {
             addSkin(c, sphere({0.5, 0.5, 0}, {0.1, 0.1, 0.1}), 0);
         }},
        {"overlapping-parts", Severity::Warning, "(1 intersect, 0 lie one inside the other)",
         [](Character& c) {
             addSkin(c, sphere({0.1, 0.5, 0}, {0.06, 0.06, 0.06}), 0);
         }},
        {"overlapping-parts", Severity::Warning, "(0 intersect, 1 lie one inside the other)",
         [](Character& c) {
             addSkin(c, sphere({0, 0.5, 0}, {0.05, 0.05, 0.05}), 0);
         }},
        {"self-intersections", Severity::Warning, "pairs of faces intersect in the bind pose, mostly",
         [](Character& c) { c.surface.positions[200] *= -2; }},
        {"self-intersections", Severity::Note, "all between different parts",
         [](Character& c) {
             addSkin(c, sphere({0.1, 0.5, 0}, {0.06, 0.06, 0.06}), 0);
         }},
        {"open-edges", Severity::Note, "all on open sheets", [](Character& c) { addSkin(c, sheet(), 0); }},
        {"non-manifold-edges", Severity::Note, "all of them duplicate faces",
         [](Character& c) {
             c.surface.triangles.push_back(c.surface.triangles[500]);
             splitForTexture(c.surface);
         }},
        {"size", Severity::Note, "(the sum of 2 parts, in which overlaps count twice)",
         [](Character& c) {
             addSkin(c, sphere({0.5, 0.5, 0}, {0.1, 0.1, 0.1}), 0);
         }},
        {"mass-implausible", Severity::Warning, "would weigh 21648 kg, so its flesh would sag",
         [](Character& c) { scaleBy(c, 10); }},
        {"mass-implausible", Severity::Warning, "its flesh would flutter",
         [](Character& c) {
             for (Vec3d& p : c.surface.positions) p = {p.x * 0.05, p.y, p.z * 0.05};
         }},
        {"tiny-parts", Severity::Note, "1 part has only a few faces",
         [](Character& c) {
             addSkin(c, sphere({0.5, 0.5, 0}, {0.002, 0.002, 0.002}), 0);
         }},
        {"inside-out", Severity::Error, "point inwards (its volume is -20.6 litres)",
         [](Character& c) {
             for (Triangle& t : c.surface.triangles) std::swap(t[0], t[1]);
         }},
        {"parts-inside-out", Severity::Warning, "1 part has faces that point inwards: part 1",
         [](Character& c) {
             MeshArrays ball = sphere({0.5, 0.5, 0}, {0.1, 0.1, 0.1});
             for (Triangle& t : ball.triangles) std::swap(t[0], t[1]);
             addSkin(c, ball, 0);
         }},
        {"open-sheets", Severity::Warning, "1 part is an open sheet without an inside: part 1",
         [](Character& c) { addSkin(c, sheet(), 0); }},
        {"no-closed-body", Severity::Error, "1 part is an open sheet without an inside",
         [](Character& c) {
             c.surface.positions.clear();
             c.surface.triangles.clear();
             c.weights = {{0}, {}};
             addSkin(c, sheet(), 0);
         }},
        {"handles", Severity::Note, "1 handle",
         [](Character& c) {
             c.surface.positions.clear();
             c.surface.triangles.clear();
             c.weights = {{0}, {}};
             addSkin(c, torus(0.3, 0.1), 0);
         }},
        {"no-skeleton", Severity::Error, "no skeleton",
         [](Character& c) {
             c.skeleton = {};
             c.weights = {};
         }},
        {"no-weights", Severity::Error, "no skin weights", [](Character& c) { c.weights = {}; }},
        {"vertices-without-weight", Severity::Warning, "1 vertex has no weight",
         [](Character& c) { setWeights(c, 100, {}); }},
        {"weights-not-normalised", Severity::Warning, "1 vertex has weights whose sum is not 1",
         [](Character& c) {
             setWeights(c, 100, {{0, 0.5f}, {1, 0.2f}});
         }},
        {"many-influences", Severity::Note, "1 vertex has more than four influences; the largest number is 5",
         [](Character& c) {
             for (int j = 0; j < 3; ++j) addJoint(c, "extra" + std::to_string(j), 0, {0, 0, 0});
             setWeights(c, 100, {{0, 0.2f}, {1, 0.2f}, {2, 0.2f}, {3, 0.2f}, {4, 0.2f}});
         }},
        {"weights-jump", Severity::Note, "the weights change abruptly across 6 edges (0.36 % of all)",
         [](Character& c) {
             addJoint(c, "jump", 0, {0, 0.4, 0});
             setWeights(c, 300, {{2, 1.0f}});
         }},
        {"stray-weights", Severity::Warning,
         "1 vertex is far from the joint that moves it; the first: vertex 0 is moved by joint \"upper.L\"",
         [](Character& c) {
             addJoint(c, "top", 1, {0, 0.45, 0});
             setWeights(c, 0, {{0, 1.0f}});
         }},
        {"weightless-joints", Severity::Note, "1 of 3 joints move no vertex: \"tip\"",
         [](Character& c) {
             addJoint(c, "tip", 1, {0, 0.3, 0});
         }},
        {"rest-differs-from-bind", Severity::Note, "turns joint \"upper.R\" by 30° relative to",
         [](Character& c) {
             c.skeleton.joints[1].rest.rotation = fromAxisAngle(Vec3d{1, 0, 0}, std::numbers::pi / 6);
         }},
        {"rest-differs-from-bind", Severity::Note, "moves joint \"upper.R\" by 0.1 m",
         [](Character& c) { c.skeleton.joints[1].rest.translation.y += 0.1; }},
        {"joint-scale", Severity::Warning, "by 0 to 1",
         [](Character& c) {
             c.skeleton.joints[1].rest.scale = {0, 0, 0};
         }},
        {"joint-scale", Severity::Note,
         "1 joint is scaled in the rest pose by 1 to 100; the largest change is at joint \"upper.R\"",
         [](Character& c) {
             c.skeleton.joints[1].rest.scale = {100, 100, 100};
         }},
        {"joint-scale-uneven", Severity::Warning, "by 0.5 to 1",
         [](Character& c) {
             c.skeleton.joints[1].rest.scale = {1, 0.5, 1};
         }},
        {"bind-singular", Severity::Error, "1 joint has a bind matrix that cannot be inverted: \"upper.R\"",
         [](Character& c) {
             c.skeleton.inverseBind[1].linear = Mat3d::diagonal({1, 0, 1});
         }},
        {"bind-mirrored", Severity::Note, "1 joint is bound with a negative scale: \"upper.R\"",
         [](Character& c) {
             c.skeleton.inverseBind[1].linear = Mat3d::diagonal({-1, 1, 1});
         }},
        {"joints-outside", Severity::Warning,
         "1 joint moves the skin but lies outside the body: \"upper.R\" by 0.3",
         [](Character& c) {
             c.skeleton.inverseBind[1].translation = {-0.4, -0.5, 0};
         }},
        {"joints-one-sided", Severity::Note,
         "1 joint is named for one side and has no counterpart on the other: \"LeftHand\"",
         [](Character& c) {
             addJoint(c, "LeftHand", 1, {0, 0, 0});
         }},
        {"rigid-parts", Severity::Note,
         "1 rigid mesh: \"sword\" on \"upper.R\"; together with the skin at rest they have 2 parts, ",
         [](Character& c) {
             const MeshArrays blade = cube({0, 0, 0}, {0.5, 0.05, 0.05});
             RigidPart part{"sword", 1, {}};
             part.surface.positions = blade.positions;
             part.surface.triangles = blade.triangles;
             c.rigidParts.push_back(part);
         }},
        {"no-uvs", Severity::Note, "no texture coordinates", [](Character& c) { c.surface.uvs.clear(); }},
        {"uvs-overlap", Severity::Note, "100 % of the used texture",
         [](Character& c) {
             for (std::size_t v = 0; v < c.surface.uvs.size(); v += 3) {
                 c.surface.uvs[v] = {0, 0};
                 c.surface.uvs[v + 1] = {0.1f, 0};
                 c.surface.uvs[v + 2] = {0, 0.1f};
             }
         }},
        {"uvs-without-area", Severity::Note, "100 % of the skin has no area",
         [](Character& c) {
             std::fill(c.surface.uvs.begin(), c.surface.uvs.end(), Uv{0.5f, 0.5f});
         }},
        {"uvs-without-area", Severity::Note, "100 % of the skin has no area",
         [](Character& c) {
             for (Uv& uv : c.surface.uvs) uv[0] = uv[0] * 1e6f + 100;
         }},
        {"clips", Severity::Note, "1 clip of up to 2 s, which move 1 of 2 joints",
         [](Character& c) {
             c.clips.push_back({"wave", 2.0, std::vector<JointTracks>(2)});
             c.clips[0].joints[1].translation = {Interpolation::Linear, {0, 1}, {{0, 0, 0}, {0, 1, 0}}};
         }},
        {"clip-not-finite", Severity::Error,
         "1 track has keys that are not numbers or not in order of time: \"wave\" at "
         "joint \"upper.R\"",
         [](Character& c) {
             c.clips.push_back({"wave", 2.0, std::vector<JointTracks>(2)});
             c.clips[0].joints[1].translation = {Interpolation::Linear, {0, 1}, {{0, 0, 0}, {0, kNan, 0}}};
         }},
        {"clip-moves-nothing", Severity::Note, "1 clip has no keys: \"still\"",
         [](Character& c) {
             c.clips.push_back({"still", 2.0, std::vector<JointTracks>(2)});
         }},
    };
    return faults;
}

TEST(Check, EveryPlantedFaultIsFoundWithItsPlaceAndCount) {
    for (const Planted& fault : plantedFaults()) {
        Character character = cleanCharacter();
        fault.plant(character);
        const std::vector<Finding> findings = check::checkCharacter(character);
        const Finding* const found = find(findings, fault.code);
        ASSERT_NE(found, nullptr) << fault.code << ": " << check::verdictOf(findings).text;
        EXPECT_EQ(found->severity, fault.severity) << fault.code;
        EXPECT_NE(found->text.find(fault.words), std::string::npos) << fault.code << ": " << found->text;
        EXPECT_TRUE(found->severity == Severity::Note || !found->remedy.empty()) << fault.code;
        EXPECT_EQ(check::verdictOf(findings).readiness == check::Readiness::NotUsable,
                  fault.severity == Severity::Error)
            << fault.code << ": " << check::verdictOf(findings).text;
    }
}

// A palm that follows the wrist up to the fingers is no mistake: it hangs together with the wrist's vertices.
TEST(Check, FarVerticesThatReachTheirBoneAreNotStray) {
    Character character = cleanCharacter();
    addJoint(character, "top", 1, {0, 0.45, 0});
    for (std::uint32_t v = 0; v < character.surface.positions.size(); ++v) {
        setWeights(character, v, {{0, 0.6f}, {1, 0.2f}, {2, 0.2f}});
    }
    EXPECT_EQ(find(check::checkCharacter(character), "stray-weights"), nullptr);
}

TEST(Check, SameFindingsForAnyWorkerCount) {
    Character character = cleanCharacter();
    addSkin(character, sphere({0.1, 0.5, 0}, {0.06, 0.06, 0.06}), 0);
    addSkin(character, sheet(), 1);
    const std::vector<Finding> serial = check::checkCharacter(character);
    for (const unsigned threads : {2u, 5u}) {
        const Workers workers(threads);
        const std::vector<Finding> parallel = check::checkCharacter(character, workers.jobs());
        ASSERT_EQ(parallel.size(), serial.size());
        for (std::size_t i = 0; i < serial.size(); ++i) EXPECT_EQ(parallel[i].text, serial[i].text);
    }
}

TEST(Check, ErrorsComeFirstAndWhatImportingNoticedStays) {
    Character character = cleanCharacter();
    character.findings = {{Severity::Note, "morph-targets-ignored", "3 morph targets", ""},
                          {Severity::Note, "no-skeleton", "importing's words", ""}};
    character.skeleton = {};
    character.weights = {};
    const std::vector<Finding> findings = check::checkCharacter(character);
    EXPECT_EQ(findings.front().severity, Severity::Error);
    EXPECT_NE(find(findings, "morph-targets-ignored"), nullptr);
    EXPECT_EQ(std::count_if(findings.begin(), findings.end(),
                            [](const Finding& finding) { return finding.code == "no-skeleton"; }),
              1);
    EXPECT_EQ(find(findings, "no-skeleton")->severity, Severity::Error);
}

TEST(Check, PartsAreCalledByTheirMaterial) {
    Character c = cleanCharacter();
    addSkin(c, sphere({0.1, 0.5, 0}, {0.06, 0.06, 0.06}), 0);
    c.surface.materials = {"skin", "armour"};
    std::fill(c.surface.materialOf.begin() + 1104, c.surface.materialOf.end(), 1u);
    const std::string text = find(check::checkCharacter(c), "overlapping-parts")->text;
    EXPECT_NE(text.find("part 0 (material \"skin\", 1104 faces"), std::string::npos) << text;
    EXPECT_NE(text.find("part 1 (material \"armour\","), std::string::npos) << text;
}

TEST(Check, TheVerdictSaysWhatSpeaksAgainst) {
    const Finding warning{Severity::Warning, "open-edges", "3 open edges", "fill"},
        error{Severity::Error, "no-skeleton", "there is no skeleton", "bind"};
    EXPECT_EQ(check::verdictOf(std::vector{warning}).readiness, check::Readiness::UsableWithWarnings);
    EXPECT_EQ(check::verdictOf(std::vector{warning}).text, "usable with 1 warning: open-edges");
    EXPECT_EQ(check::verdictOf(std::vector{warning, error}).readiness, check::Readiness::NotUsable);
    EXPECT_EQ(check::verdictOf(std::vector{warning, error}).text, "not usable: there is no skeleton");
}

}  // namespace
}  // namespace sinew::test
