// The checks on characters made by others: each must be found with what is hard about it.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "Offline/Character/Check/Check.h"
#include "Offline/Character/Import.h"
#include "Offline/Workers.h"
#include "Support/Data.h"

namespace sinew::test {
namespace {

struct Expected {
    const char* code;
    const char* words;  // part of the text
};

struct Case {
    const char* name;
    const char* file;
    check::Readiness readiness;
    std::vector<Expected> present;
    std::vector<std::string> absent;
};

void PrintTo(const Case& c, std::ostream* out) {  // NOLINT(readability-identifier-naming): GoogleTest's
    *out << c.file;
}

const std::vector<std::string> kSurfaceFaults{
    "open-edges",    "non-manifold-edges", "flipped-faces", "duplicate-faces",    "degenerate-faces",
    "several-parts", "overlapping-parts",  "inside-out",    "self-intersections", "open-sheets"};

const std::vector<Case>& cases() {
    static const std::vector<Case> all{
        {"HumanBody",
         "makehuman_human/human_body.glb",
         check::Readiness::Ready,
         {{"weightless-joints", "39 of 163 joints"},
          {"many-influences", "the largest number is 9"},
          {"units-detected", "decimetres"},
          {"size", "volume of 54.9 litres"}},
         kSurfaceFaults},
        {"HumanFull",
         "makehuman_human/human_full.glb",
         check::Readiness::UsableWithWarnings,
         {{"several-parts", "10 parts"},
          {"self-intersections", "601 pairs"},
          {"open-edges", "200 open edges"},
          {"open-sheets", "4 parts"},
          {"overlapping-parts", "10 pairs"}},
         {"non-manifold-edges", "inside-out", "duplicate-faces"}},
        {"HumanSource",
         "makehuman_human/source/base.obj",
         check::Readiness::NotUsable,
         {{"several-parts", "154 parts"}, {"no-skeleton", "no skeleton"}, {"tiny-parts", "parts"}},
         {}},
        {"CesiumMan",
         "cesium_man/CesiumMan.glb",
         check::Readiness::Ready,
         {{"clips", "1 clip"}, {"size", "volume of 53.7 litres"}},
         kSurfaceFaults},
        {"Fox",
         "fox/Fox.glb",
         check::Readiness::UsableWithWarnings,
         {{"units-detected", "155 units"}, {"clips", "3 clips"}, {"weights-jump", "edges"}},
         kSurfaceFaults},
        {"Wolf",
         "quaternius_wolf/Wolf.glb",
         check::Readiness::UsableWithWarnings,
         {{"rest-differs-from-bind", "by 39°"}, {"scaled-above-skeleton", "100"}, {"clips", "12 clips"}},
         kSurfaceFaults},
        {"Knight",
         "kaykit_knight/Knight.glb",
         check::Readiness::UsableWithWarnings,
         {{"several-parts", "15 parts"},
          {"self-intersections", "773 pairs"},
          {"overlapping-parts", "pairs"},
          {"open-sheets", "parts"},
          {"rigid-parts", "9 rigid meshes"},
          {"rigid-parts", "at rest they have 35 parts"},
          {"rigid-parts", "duplicate faces"},
          {"uvs-overlap", "cannot carry a deformation texture"},
          {"clips", "76 clips"}},
         {}},
        {"Rocketbox",
         "rocketbox_male_adult_01/Male_Adult_01.assimp.glb",
         check::Readiness::UsableWithWarnings,
         {{"duplicate-faces", "242 faces"},
          {"units-detected", "centimetres"},
          {"open-edges", "36 open edges"}},
         {}},
        {"Hand",
         "babylon_hand/r_hand_rhs.glb",
         check::Readiness::Ready,
         {{"size", "0.148 × 0.19 × 0.09 m"}, {"weightless-joints", "11 of 26"}},
         kSurfaceFaults},
        {"RiggedSimple",
         "rigged_simple/RiggedSimple.glb",
         check::Readiness::Ready,
         {{"sliver-faces", "32 faces"}},
         kSurfaceFaults},
        {"Armadillo",
         "armadillo/armadillo.obj",
         check::Readiness::NotUsable,
         {{"no-skeleton", "no skeleton"}},
         kSurfaceFaults},
        {"Spot",
         "spot/spot.obj",
         check::Readiness::NotUsable,
         {{"no-skeleton", "no skeleton"}},
         kSurfaceFaults},
    };
    return all;
}

std::string allOf(const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& finding : findings) text += "\n  " + finding.code + ": " + finding.text;
    return text;
}

class CheckData : public testing::TestWithParam<Case> {};

TEST_P(CheckData, FindsWhatIsHardAboutTheFile) {
    SINEW_DATA_OR_SKIP(path, GetParam().file);
    const Workers workers;
    const std::vector<Finding> findings = check::checkCharacter(importCharacter(path), workers.jobs());
    for (const Expected& expected : GetParam().present) {
        EXPECT_TRUE(std::any_of(findings.begin(), findings.end(),
                                [&](const Finding& finding) {
                                    return finding.code == expected.code &&
                                           finding.text.find(expected.words) != std::string::npos;
                                }))
            << expected.code << " … " << expected.words << allOf(findings);
    }
    for (const std::string& code : GetParam().absent) {
        EXPECT_TRUE(std::none_of(findings.begin(), findings.end(),
                                 [&](const Finding& finding) { return finding.code == code; }))
            << code << allOf(findings);
    }
    EXPECT_EQ(check::verdictOf(findings).readiness, GetParam().readiness) << check::verdictOf(findings).text;
}

INSTANTIATE_TEST_SUITE_P(Files, CheckData, testing::ValuesIn(cases()),
                         [](const auto& test) { return std::string(test.param.name); });

}  // namespace
}  // namespace sinew::test
