#include "TissueReport.h"

#include <fmt/format.h>

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kLitres = 1000, kMillimetres = 1000;

Json fibresJson(const std::vector<JointFibres>& all) {
    Json list = Json::array();
    for (const JointFibres& fibres : all) {
        list.push_back({{"joint", fibres.joint}, {"stiffness", fibres.stiffness}, {"toe", fibres.toe}});
        if (fibres.direction) list.back()["direction"] = *fibres.direction;
    }
    return list;
}

std::string layersText(const FleshLayers& layers, const TissueReport* made) {
    std::string text =
        fmt::format("core of {:g} Pa up to {:g} of the depth between bone and skin, fat of {:g} Pa",
                    layers.coreYoung, layers.core, layers.fatYoung);
    if (made != nullptr)
        text += fmt::format(": {:.4g} and {:.4g} litres", made->core * kLitres, made->fat * kLitres);
    return text;
}

std::string skinText(const SkinLayer& skin, const TissueReport* made) {
    std::string text = fmt::format("skin of {:g} mm and {:g} Pa", skin.thickness * kMillimetres, skin.young);
    if (made != nullptr) text += fmt::format(": {:.3g} m2", made->skinArea);
    return text;
}

std::string fibresText(const std::vector<JointFibres>& all) {
    std::string text = "fibres of";
    for (const JointFibres& fibres : all)
        text += fmt::format("{} {} ({:g} Pa)", &fibres == &all.front() ? "" : ",", fibres.joint,
                            fibres.stiffness);
    return text;
}

}  // namespace

Json tissueJson(const Recipe& recipe, const TissueReport* made) {
    const TissueSettings& tissue = recipe.tissue;
    Json json = Json::object();
    if (tissue.empty()) return json;
    json["flesh"] = fleshName(recipe.preset);
    if (tissue.layers.core > 0) {
        json["layers"] = {{"core", tissue.layers.core},
                          {"coreYoung", tissue.layers.coreYoung},
                          {"fatYoung", tissue.layers.fatYoung}};
        if (made != nullptr) {
            json["layers"]["coreLitres"] = made->core * kLitres;
            json["layers"]["fatLitres"] = made->fat * kLitres;
        }
    }
    if (tissue.skin.thickness > 0) {
        json["skin"] = {
            {"thickness", tissue.skin.thickness}, {"young", tissue.skin.young}, {"toe", tissue.skin.toe}};
        if (made != nullptr) {
            json["skin"]["area"] = made->skinArea;
            json["skin"]["patches"] = made->skinPatches;
        }
    }
    if (!tissue.fibres.empty()) json["fibres"] = fibresJson(tissue.fibres);
    return json;
}

std::string tissueText(const Recipe& recipe, const TissueReport* made) {
    const TissueSettings& tissue = recipe.tissue;
    std::string text;
    const auto line = [&](const std::string& words) { text += "  " + words + "\n"; };
    if (tissue.layers.core > 0) line(layersText(tissue.layers, made));
    if (tissue.skin.thickness > 0) line(skinText(tissue.skin, made));
    if (!tissue.fibres.empty()) line(fibresText(tissue.fibres));
    return text;
}

}  // namespace sinew
