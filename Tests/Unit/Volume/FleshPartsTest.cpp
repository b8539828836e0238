#include <gtest/gtest.h>

#include "Offline/Error.h"
#include "Offline/Volume/FleshParts.h"
#include "Offline/Volume/Solid.h"
#include "Support/Bodies/FleshSamples.h"

namespace sinew::test {
namespace {

PartRole roleOfLast(const Character& character) {
    return decideParts(character).decisions.back().role;
}

MeshArrays turned(MeshArrays mesh) {
    for (Triangle& t : mesh.triangles) std::swap(t[0], t[1]);
    return mesh;
}

MeshArrays sheet(Vec3d at, double size) {
    MeshArrays mesh;
    mesh.positions = {at, at + Vec3d{size, 0, 0}, at + Vec3d{size, size, 0}, at + Vec3d{0, size, 0}};
    mesh.triangles = {{0, 1, 2}, {0, 2, 3}};
    return mesh;
}

TEST(FleshParts, TheBodyIsFlesh) {
    const FleshParts parts = decideParts(fleshArm());
    ASSERT_EQ(parts.decisions.size(), 1u);
    EXPECT_EQ(parts.decisions[0].role, PartRole::Flesh);
    EXPECT_EQ(parts.triangles.size(), fleshArm().surface.triangles.size());
}

TEST(FleshParts, ASmallShellOnOneJointIsRigidAndNamesIt) {
    Character character = fleshArm();
    addShape(character, sphere({0.5, 0.25, 0}, {0.05, 0.05, 0.05}), 1, 1);
    const FleshParts parts = decideParts(character);
    EXPECT_EQ(parts.decisions[1].role, PartRole::Rigid);
    EXPECT_EQ(parts.decisions[1].joint, 1);
    EXPECT_NE(parts.decisions[1].reason.find("\"lower\""), std::string::npos);
    EXPECT_EQ(parts.roleOfVertex(character.surface.positions.size() - 1), PartRole::Rigid);
}

TEST(FleshParts, ALargeShellOnOneJointIsFlesh) {
    Character character = fleshArm();
    addShape(character, sphere({1, 0, 0}, {0.3, 0.3, 0.3}), 1, 1);
    EXPECT_EQ(roleOfLast(character), PartRole::Flesh);
}

TEST(FleshParts, AnOpenSheetIsSkin) {
    Character character = fleshArm();
    addShape(character, sheet({-0.4, 0, 0.4}, 0.8), 0, 1);
    EXPECT_EQ(roleOfLast(character), PartRole::Skin);
}

TEST(FleshParts, AShellTooSmallForFleshThatSeveralJointsMoveIsSkin) {
    Character character = fleshArm();
    addShape(character, sphere({0, 0.3, 0}, {0.1, 0.02, 0.05}), 0, 1);
    EXPECT_EQ(roleOfLast(character), PartRole::Skin);
}

TEST(FleshParts, AShellThatLooksInwardsIsTurned) {
    Character character = fleshArm();
    addShape(character, turned(sphere({1, 0, 0}, {0.3, 0.3, 0.3})), 1, 1);
    const FleshParts parts = decideParts(character);
    EXPECT_TRUE(parts.decisions[1].turned);
    const Solid solid(character.surface.positions, parts.triangles);
    EXPECT_TRUE(solid.inside({1.2, 0, 0}));
    EXPECT_TRUE(solid.inside({0.9, 0, 0}));
    // The planted fault: as stored, the two shells cancel where they overlap.
    EXPECT_FALSE(Solid(character.surface.positions, character.surface.triangles).inside({0.9, 0, 0}));
}

TEST(FleshParts, AShellThatLooksInwardsInsideTheBodyIsACavity) {
    Character character = fleshArm();
    addShape(character, turned(sphere({0, 0, 0}, {0.4, 0.15, 0.15})), 0, 1);
    const FleshParts parts = decideParts(character);
    EXPECT_FALSE(parts.decisions[1].turned);
    EXPECT_FALSE(Solid(character.surface.positions, parts.triangles).inside({0, 0, 0}));
}

TEST(FleshParts, TheRecipeWinsOverTheRules) {
    Character character = fleshArm();
    addShape(character, sphere({0.5, 0.25, 0}, {0.05, 0.05, 0.05}), 1, 1);
    const std::vector<PartOverride> overrides{{1, PartRole::Flesh}};
    EXPECT_EQ(decideParts(character, overrides).decisions[1].role, PartRole::Flesh);
    const std::vector<PartOverride> unknown{{7, PartRole::Flesh}};
    EXPECT_THROW(decideParts(character, unknown), Error);
}

TEST(FleshParts, WithoutAnythingClosedThereIsNoFlesh) {
    Character character;
    addJoint(character, "root", -1, {});
    addShape(character, sheet({}, 1), 0, 0);
    EXPECT_THROW(decideParts(character), Error);
    EXPECT_THROW(decideParts(Character{}), Error);
}

}  // namespace
}  // namespace sinew::test
