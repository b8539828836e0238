#include "Offline/Character/Units.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "Support/Characters/CleanCharacter.h"

namespace sinew::test {
namespace {

const Finding* find(const Character& character, const std::string& code) {
    const auto found = std::find_if(character.findings.begin(), character.findings.end(),
                                    [&](const Finding& f) { return f.code == code; });
    return found == character.findings.end() ? nullptr : &*found;
}

// Feet at the origin, head one unit along `up`.
Character figure(Vec3d up) {
    Character c = cleanCharacter();
    c.skeleton.joints[0].name = "foot";
    c.skeleton.joints[1].name = "head";
    const auto turned = [&](Vec3d p) {
        return up * p.y + Vec3d{up.y, up.z, up.x} * p.x + cross(up, Vec3d{up.y, up.z, up.x}) * p.z;
    };
    for (Vec3d& p : c.surface.positions) p = turned(p);
    c.skeleton.inverseBind[0] = {Mat3d::identity(), -turned({0, 0.1, 0})};
    c.skeleton.inverseBind[1] = {Mat3d::identity(), -turned({0, 0.9, 0})};
    return c;
}

TEST(Units, OneStrayVertexDoesNotTellTheUnit) {
    for (const double scale : {1.7, 170.0}) {
        Character c = cleanCharacter();
        for (Vec3d& p : c.surface.positions) p *= scale;
        c.surface.positions[7] = {0, -5000 * scale, 0};
        toMetresYUp(c, {}, {});
        EXPECT_EQ(c.units.metresPerUnit, scale > 100 ? 0.01 : 1) << scale;
        const Finding* const stray = find(c, "stray-vertices");
        ASSERT_NE(stray, nullptr);
        EXPECT_NE(stray->text.find("1 vertex lies"), std::string::npos) << stray->text;
    }
    Character clean = cleanCharacter();
    toMetresYUp(clean, {}, {});
    EXPECT_EQ(find(clean, "stray-vertices"), nullptr);
}

TEST(Units, TheRemedyIsAnOptionOfTheProgram) {
    Character c = cleanCharacter();
    toMetresYUp(c, {}, {});
    EXPECT_NE(find(c, "units-detected")->remedy.find("--unit cm"), std::string::npos);
}

TEST(Units, ACharacterThatLiesDownIsToldHowToStand) {
    struct Case {
        Vec3d up;
        std::optional<UpAxis> told;
        const char* remedy;  // part of it; null: nothing to say
    };
    for (const Case& test :
         {Case{{0, 1, 0}, {}, nullptr}, Case{{0, 0, 1}, {}, nullptr}, Case{{1, 0, 0}, {}, "--up x"},
          Case{{0, 1, 0}, UpAxis::Z, "--up y"}, Case{{0, 0, -1}, {}, "upright"},
          Case{{0, -1, 0}, {}, "upright"}, Case{{1, 0, 0}, UpAxis::X, nullptr}}) {
        Character c = figure(test.up);
        toMetresYUp(c, {}, test.told);
        const Finding* const lies = find(c, "lies-down");
        ASSERT_EQ(lies != nullptr, test.remedy != nullptr) << test.up.x << test.up.y << test.up.z;
        if (lies == nullptr) continue;
        EXPECT_NE(lies->remedy.find(test.remedy), std::string::npos) << lies->remedy;
    }
}

}  // namespace
}  // namespace sinew::test
