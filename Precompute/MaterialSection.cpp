#include "MaterialSection.h"

#include <algorithm>

namespace sinew {

namespace {

constexpr double kMinFactor = 1e-3, kMaxFactor = 1e3;  // on Young's modulus

void visitFactor(TomlSection& section, double& factor) {
    section.require("factor");
    section.number("factor", factor, kMinFactor, kMaxFactor, "factor on Young's modulus");
}

void visitRegions(TomlSection& section, StiffnessRegions& regions) {
    using OfJoint = StiffnessRegions::OfJoint;
    section.sections<OfJoint>(
        "joint", "stiffness of the flesh nearest to a joint's bones; factors that overlap are multiplied",
        regions.joints, {"spine", 1}, [](TomlSection& joint, OfJoint& region) {
            joint.require("name");
            joint.text("name", region.joint, "joint name");
            visitFactor(joint, region.factor);
        });
    using AtDistance = StiffnessRegions::AtDistance;
    section.sections<AtDistance>(
        "distance", "stiffness by distance from the bone, in increasing order; linear in between",
        regions.distances, {0, 1}, [&](TomlSection& distance, AtDistance& region) {
            distance.require("metres");
            distance.number("metres", region.metres, 0, 100, "distance from the bone's surface [m]");
            visitFactor(distance, region.factor);
            if (!distance.writes() && !regions.distances.empty() &&
                region.metres <= regions.distances.back().metres) {
                distance.fail("metres", "the distances in [[material.distance]] are not in increasing order",
                              "Sort them from the bone outwards and give each distance once.");
            }
        });
    using Painted = StiffnessRegions::Painted;
    section.sections<Painted>(
        "painted", "stiffness painted on the skin as vertex colours", regions.painted, {},
        [](TomlSection& painted, Painted& region) {
            static const std::vector<std::string> channels{"red", "green", "blue", "alpha"};
            std::string channel = channels[static_cast<std::size_t>(region.channel)];
            painted.choice("channel", channel, channels, "channel of the vertex colours");
            region.channel =
                static_cast<int>(std::find(channels.begin(), channels.end(), channel) - channels.begin());
            painted.number("at_zero", region.atZero, kMinFactor, kMaxFactor,
                           "factor on Young's modulus where the channel is 0");
            painted.number("at_one", region.atOne, kMinFactor, kMaxFactor,
                           "factor on Young's modulus where the channel is 1");
        });
}

void visitLayers(TomlSection& section, FleshLayers& layers) {
    section.number(
        "core", layers.core, 0, 1,
        "thickness of the core of muscle about the bones, as a fraction of the depth between bone and "
        "skin; 0: no layers");
    section.number("core_young", layers.coreYoung, kYoungLimits.low, kYoungLimits.high,
                   "Young's modulus of the core, instead of material.young [Pa]; relaxed calf muscle: three "
                   "times its shear modulus of 3700 (Kang et al. 2007)");
    section.number("fat_young", layers.fatYoung, kYoungLimits.low, kYoungLimits.high,
                   "Young's modulus of the fat over the core [Pa]; 3250 (Samani et al. 2007, breast)");
}

void visitSkin(TomlSection& section, SkinLayer& skin) {
    section.number(
        "thickness", skin.thickness, 0, 0.1,
        "thickness of the skin [m]; 0: no skin; thigh 0.0019, buttocks 0.0024 (Gibney et al. 2010)");
    section.number(
        "young", skin.young, kYoungLimits.low, kYoungLimits.high,
        "Young's modulus of the skin, stretched along itself [Pa]; 129000 +- 88000 (Diridollou et al. "
        "2000, forearm)");
    section.number("toe", skin.toe, 0.001, 1, "strain from which the skin has this stiffness; chosen");
}

void visitFibres(TomlSection& section, std::vector<JointFibres>& all) {
    section.sections<JointFibres>(
        "fibres", "passive fibres in the flesh nearest to a joint's bones, in its core if it has layers", all,
        {"thigh", 100000, 0.1, std::array<double, 3>{0, 1, 0}}, [](TomlSection& item, JointFibres& fibres) {
            item.require("joint");
            item.text("joint", fibres.joint, "joint name");
            item.number(
                "stiffness", fibres.stiffness, kYoungLimits.low, kYoungLimits.high,
                "stress per strain along straight fibres [Pa]; passive muscle 447000 (Morrow et al. 2010, "
                "rabbit)");
            item.number("toe", fibres.toe, 0.001, 10, "strain at which the fibres are straight");
            item.direction("direction", fibres.direction,
                           "along the fibres, in the bind pose; default: the bone");
        });
}

}  // namespace

void visitMaterial(TomlSection& section, Recipe& recipe) {
    std::string preset = fleshName(recipe.preset);
    section.choice("flesh", preset, fleshNames(),
                   "preset of the keys below, which take precedence; human has muscle, fat and skin");
    if (!section.writes()) setFlesh(recipe, fleshNamed(preset));
    Flesh& flesh = recipe.flesh;
    std::string kind = materialName(flesh.kind);
    section.choice("kind", kind, materialNames(), "material model");
    flesh.kind = materialNamed(kind);
    section.number("young", flesh.young, kYoungLimits.low, kYoungLimits.high,
                   "Young's modulus of flesh without layers [Pa]");
    section.number("poisson", flesh.poisson, kPoissonLimits.low, kPoissonLimits.high,
                   "Poisson's ratio, below 0.5");
    section.number("density", flesh.density, kDensityLimits.low, kDensityLimits.high, "density [kg/m3]");
    section.section("layers", "core and fat; in one line: layers = { core = 0.7 }",
                    [&](TomlSection& inner) { visitLayers(inner, recipe.tissue.layers); });
    section.section("skin", "skin, a membrane on the flesh; in one line: skin = { thickness = 0.002 }",
                    [&](TomlSection& inner) { visitSkin(inner, recipe.tissue.skin); });
    visitRegions(section, recipe.regions);
    visitFibres(section, recipe.tissue.fibres);
}

const std::vector<std::string>& fleshNames() {
    static const std::vector<std::string> names{"custom", "human"};
    return names;
}

FleshPreset fleshNamed(std::string_view name) {
    return name == "human" ? FleshPreset::Human : FleshPreset::Custom;
}

std::string fleshName(FleshPreset preset) {
    return fleshNames()[static_cast<std::size_t>(preset)];
}

// The sources are named in visitLayers() and visitSkin(). Chosen are the depth of the core, at which a thigh
// has the 10 mm of fat that Gibney et al. 2010 measured, and Poisson's ratio.
void setFlesh(Recipe& recipe, FleshPreset preset) {
    recipe.preset = preset;
    recipe.flesh.young = Flesh{}.young;
    recipe.tissue.layers = {};
    recipe.tissue.skin = {};
    if (preset == FleshPreset::Custom) return;
    recipe.flesh.young = 11e3;
    recipe.tissue.layers = {.core = 0.75, .coreYoung = 11e3, .fatYoung = 3.25e3};
    recipe.tissue.skin = {.thickness = 0.002, .young = 129e3, .toe = 0.02};
}

}  // namespace sinew
