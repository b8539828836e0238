// Core, fat, skin and fibres of both kinds of volume.
#include "Offline/Volume/Layers.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "Offline/Error.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Lattice/Tissue.h"
#include "Offline/Tets/Tissue.h"
#include "Support/Bodies/FleshSamples.h"

namespace sinew::test {
namespace {

Character weldedArm() {
    Character arm = fleshArm();
    const auto vertices = static_cast<std::uint32_t>(arm.surface.positions.size());
    for (std::uint32_t v = 0; v < vertices; ++v) arm.surface.weldedOfFile.push_back(v);
    return arm;
}

// A volume of either kind, and what its flesh is made of.
struct ArmOfTets {
    Character character = weldedArm();
    tets::Volume volume;

    explicit ArmOfTets(double count = 4000) {
        tets::VolumeSettings settings;
        settings.tets = count;
        volume = tets::buildVolume(character, settings);
    }
    Tissue tissue(const TissueSettings& settings, const StiffnessRegions& regions = {}) const {
        return tets::tissueOf(character, volume, Flesh{}, regions, settings);
    }
    double litres() const { return 1000 * volume.report.quality.volume; }
    Vec3d middle(std::uint32_t element) const { return tetMiddle(volume.tets, volume.tets.tets[element]); }
    std::span<const Bone> bones() const { return volume.bones; }
};

struct ArmOfCells {
    Character character = weldedArm();
    lattice::Volume volume;

    explicit ArmOfCells(double width = 0.05) {
        lattice::VolumeSettings settings;
        settings.cells.width = width;
        volume = lattice::buildVolume(character, settings);
    }
    Tissue tissue(const TissueSettings& settings, const StiffnessRegions& regions = {}) const {
        return lattice::tissueOf(character, volume, Flesh{}, regions, settings);
    }
    double litres() const { return 1000 * volume.flesh.volume(); }
    Vec3d middle(std::uint32_t element) const { return volume.flesh.middle(element); }
    std::span<const Bone> bones() const { return volume.bones; }
};

template <class Body>
class Layers : public testing::Test {};
using Bodies = testing::Types<ArmOfTets, ArmOfCells>;
TYPED_TEST_SUITE(Layers, Bodies);

constexpr FleshLayers kHalf{.core = 0.5, .coreYoung = 60e3, .fatYoung = 6e3};

TYPED_TEST(Layers, NothingSaidIsNothing) {
    const Tissue tissue = TypeParam().tissue({});
    EXPECT_TRUE(tissue.factors.empty());
    EXPECT_TRUE(tissue.fibres.empty());
}

TYPED_TEST(Layers, CoreAndFatShareTheFlesh) {
    const TypeParam body;
    const Tissue tissue = body.tissue({.layers = kHalf});
    EXPECT_NEAR(1000 * (tissue.report.core + tissue.report.fat), body.litres(), 1e-3 * body.litres());
    EXPECT_GT(tissue.report.core, 0.1 * tissue.report.fat);
    EXPECT_GT(tissue.report.fat, 0.1 * tissue.report.core);
    const double young = Flesh{}.young;
    int core = 0, fat = 0;
    for (const double factor : tissue.factors) {
        EXPECT_GE(factor, kHalf.fatYoung / young - 1e-12);
        EXPECT_LE(factor, kHalf.coreYoung / young + 1e-12);
        core += std::abs(factor - kHalf.coreYoung / young) < 1e-12;
        fat += std::abs(factor - kHalf.fatYoung / young) < 1e-12;
    }
    EXPECT_GT(core, 50);
    EXPECT_GT(fat, 50);
}

// At the elbow, where no bone is, and near the ends the depth is not that of a cylinder.
TYPED_TEST(Layers, TheCoreEndsAtItsDepthBetweenBoneAndSkin) {
    const TypeParam body;
    const Tissue tissue = body.tissue({.layers = kHalf});
    const double young = Flesh{}.young;
    int known = 0;
    for (std::uint32_t e = 0; e < tissue.factors.size(); ++e) {
        const Vec3d p = body.middle(e);
        if (std::abs(std::abs(p.x) - 0.5) > 0.1) continue;
        const double axis = std::sqrt(p.y * p.y + p.z * p.z);
        const double skin = 0.3 * std::sqrt(1 - p.x * p.x / (1.05 * 1.05));
        const double bone = nearestBone(body.bones(), p).distance;
        const double depth = std::max(bone, 0.0) / (std::max(bone, 0.0) + skin - axis);
        if (std::abs(depth - 0.5) < 0.25) continue;
        ++known;
        EXPECT_NEAR(tissue.factors[e], (depth < 0.5 ? kHalf.coreYoung : kHalf.fatYoung) / young, 1e-9);
    }
    EXPECT_GT(known, 50);
}

TYPED_TEST(Layers, FactorsOfRegionsComeOnTop) {
    const TypeParam body;
    const Tissue plain = body.tissue({.layers = kHalf}),
                 both = body.tissue({.layers = kHalf}, {.joints = {{"lower", 3}}});
    for (std::uint32_t e = 0; e < plain.factors.size(); ++e) {
        if (std::abs(body.middle(e).x) < 0.4) continue;
        EXPECT_NEAR(both.factors[e], plain.factors[e] * (body.middle(e).x > 0 ? 3 : 1), 1e-9);
    }
}

TYPED_TEST(Layers, TheSkinHasItsThicknessTimesTheSurface) {
    const TypeParam body;
    const Tissue tissue = body.tissue({.skin = {.thickness = 0.002}});
    const double surface = surfaceArea({body.character.surface.positions, body.character.surface.triangles});
    EXPECT_NEAR(tissue.report.skinArea, surface, 0.02 * surface);
    EXPECT_EQ(tissue.fibres.size(), std::size_t{3} * tissue.report.skinPatches);
    double volume = 0;
    for (const Fibre& fibre : tissue.fibres) {
        volume += fibre.volume;
        EXPECT_NEAR(length(fibre.direction), 1, 1e-12);
        EXPECT_EQ(fibre.law, (FibreLaw<double>{SkinLayer{}.young, SkinLayer{}.toe}));
    }
    EXPECT_NEAR(volume, 3 * 0.002 * tissue.report.skinArea, 1e-9);
}

TYPED_TEST(Layers, FibresRunAlongTheBoneOrAsTheRecipeSays) {
    const TypeParam body;
    JointFibres along{"lower", 1e5, 0.1, {}}, across{"upper", 2e5, 0.2, {{0, 3, 4}}};
    const Tissue tissue = body.tissue({.fibres = {along, across}});
    EXPECT_EQ(tissue.report.fibres, tissue.fibres.size());
    double lower = 0, upper = 0;
    for (const Fibre& fibre : tissue.fibres) {
        const bool isLower = fibre.law.stiffness == 1e5;
        (isLower ? lower : upper) += fibre.volume;
        EXPECT_NEAR(std::abs(dot(fibre.direction, isLower ? Vec3d{1, 0, 0} : Vec3d{0, 0.6, 0.8})), 1, 1e-6);
        const double x = body.middle(fibre.element).x;
        if (std::abs(x) > 0.3) {
            EXPECT_EQ(x > 0, isLower);
        }
    }
    EXPECT_NEAR(1000 * (lower + upper), body.litres(), 1e-3 * body.litres());
}

TYPED_TEST(Layers, WhereFleshHasLayersFibresAreInItsCore) {
    const TypeParam body;
    const Tissue tissue = body.tissue({.layers = kHalf, .fibres = {{"lower"}, {"upper"}}});
    double volume = 0;
    for (const Fibre& fibre : tissue.fibres) volume += fibre.volume;
    EXPECT_NEAR(volume, tissue.report.core, 1e-9);
}

TYPED_TEST(Layers, AJointThatIsNotThereIsNamed) {
    try {
        TypeParam().tissue({.fibres = {{"lowr"}}});
        FAIL();
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("fibres of the joint lowr"), std::string::npos);
        EXPECT_NE(std::string(error.what()).find("lower"), std::string::npos);
    }
}

// A thirtieth of the flesh at most depends on the size of the elements.
TEST(LayersOfVolumes, TheCoreIsTheSameAtAnyResolution) {
    const double fine = ArmOfCells(0.03).tissue({.layers = kHalf}).report.core;
    for (const double width : {0.05, 0.08})
        EXPECT_NEAR(ArmOfCells(width).tissue({.layers = kHalf}).report.core, fine, 0.03 * fine);
    for (const double count : {3000.0, 12000.0})
        EXPECT_NEAR(ArmOfTets(count).tissue({.layers = kHalf}).report.core, fine, 0.03 * fine);
}

// Energy of a patch of 1 m² whose flesh has the in-plane strain, beside that of an isotropic sheet in plane
// stress.
TEST(SkinFibres, AreAnIsotropicSheet) {
    const SkinLayer skin{.thickness = 0.002, .young = 100e3, .toe = 1e-9};
    const SkinPatch patch{0, {}, normalized(Vec3d{0.3, -0.5, 0.8}), 1};
    const std::vector<Fibre> fibres = skinFibres({&patch, 1}, skin);
    const Vec3d u = anyPerpendicular(patch.normal), v = cross(patch.normal, u);
    constexpr double kPoisson = 1.0 / 3;
    for (double turn = 0; turn < 3; turn += 0.4) {
        // Stretched along both axes, so that no direction is slack.
        const Vec3d a = u * std::cos(turn) + v * std::sin(turn), b = cross(patch.normal, a);
        const double e1 = 3e-6, e2 = 1e-6;
        const Mat3d f = Mat3d::identity() + outer(a, a) * e1 + outer(b, b) * e2 +
                        outer(patch.normal, patch.normal) * 0.5 + outer(a, patch.normal) * 0.2;
        double energy = 0;
        for (const Fibre& fibre : fibres)
            energy += fibre.volume * fibreEnergyDensity(f, fibre.direction, fibre.law);
        const double expected = skin.thickness * skin.young / (2 * (1 - kPoisson * kPoisson)) *
                                (e1 * e1 + e2 * e2 + 2 * kPoisson * e1 * e2);
        EXPECT_NEAR(energy, expected, 2e-3 * expected);
    }
}

// A box whose faces are in the middle of cells: cells at its edges have skin that faces two ways, at its
// corners three.
TEST(SkinPatches, FaceAsManyWaysAsTheSkinOfTheirCell) {
    constexpr double kWidth = 0.1;
    const MeshArrays mesh = cube({0.05, 0.05, 0.05}, {0.55, 0.45, 0.35});
    const Solid solid(mesh.positions, mesh.triangles);
    const lattice::FleshCells flesh(solid, kWidth);
    const std::vector<SkinPatch> patches = lattice::skinPatches(solid, flesh);
    double area = 0;
    Vec3d sum;
    std::vector<int> ways(flesh.cells().cellCount(), 0);
    for (const SkinPatch& patch : patches) {
        area += patch.area;
        sum += patch.normal * patch.area;
        ++ways[patch.element];
        EXPECT_NEAR(std::max({std::abs(patch.normal.x), std::abs(patch.normal.y), std::abs(patch.normal.z)}),
                    1, 1e-9);
        EXPECT_NEAR(solid.distance(patch.place), 0, 1e-9);
    }
    EXPECT_NEAR(area, 2 * (0.5 * 0.4 + 0.4 * 0.3 + 0.5 * 0.3), 1e-9);
    EXPECT_LT(length(sum), 1e-9);
    EXPECT_EQ(std::count(ways.begin(), ways.end(), 3), 8);
    EXPECT_GT(std::count(ways.begin(), ways.end(), 2), 8);
}

}  // namespace
}  // namespace sinew::test
