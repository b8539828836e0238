#include "AssetReport.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "Asset/Writer/Cost.h"
#include "Offline/Error.h"
#include "Recipe.h"
#include "TissueReport.h"

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

Json domainsJson(const AssetView& view) {
    Json list = Json::array();
    for (const AssetDomain& domain : view.domains) {
        if (domain.rank == 0) continue;  // it has no modes: skin follows its joint
        list.push_back({{"joint", view.name(view.joints[domain.joint].name)},
                        {"modes", domain.rank},
                        {"cubaturePoints", domain.cubaturePoints},
                        {"kilograms", domain.mass}});
    }
    return list;
}

std::size_t fleshInterfaces(const AssetView& view) {
    return static_cast<std::size_t>(
        std::count_if(view.interfaces.begin(), view.interfaces.end(), [&](const AssetInterface& interface) {
            return view.domains[interface.a].rank > 0 && view.domains[interface.b].rank > 0;
        }));
}

// The recipe in an asset; nothing if the asset was not made by `sinew build`.
std::optional<Recipe> recipeOf(const AssetView& view) {
    try {
        return parseRecipe({view.recipe.data(), view.recipe.size()}, "the asset's recipe");
    } catch (const Error&) {
        return std::nullopt;
    }
}

std::size_t fibresIn(const AssetView& view) {
    std::size_t count = 0;
    for (const AssetFibres& fibres : view.fibres) {
        count += static_cast<std::size_t>(std::count_if(
            std::begin(fibres.stiffness), std::end(fibres.stiffness), [](float s) { return s > 0; }));
    }
    return count;
}

std::string hex(std::uint64_t hash) {
    return fmt::format("{:016x}", hash);
}

// Chunk sizes, grouped by purpose.
Json sizesJson(const AssetView& v) {
    return {
        {"bases of the skin", v.rows.size_bytes() + v.scales.size_bytes()},
        {"skin", v.runs.size_bytes() + v.blocks.size_bytes() + v.weights.size_bytes()},
        {"triangles and UVs", v.triangles.size_bytes() + v.fileTriangles.size_bytes() +
                                  v.fileMap.size_bytes() + v.uvs.size_bytes() + v.normals.size_bytes() +
                                  v.tangents.size_bytes()},
        {"cubature", v.cubature.size_bytes() + v.cubatureBasis.size_bytes() + v.cubaturePlaces.size_bytes()},
        {"fibres", v.fibres.size_bytes()},
        {"stabilisation", v.stabilisation.size_bytes()},
        {"coupling", v.interfaces.size_bytes() + v.coupling.size_bytes()},
        {"mass", v.mass.size_bytes()},
        {"contact samples", v.samples.size_bytes()}};
}

}  // namespace

Json assetJson(const AssetView& view) {
    const AssetMeta& meta = *view.meta;
    const AssetCost cost = costOf(view);
    const std::optional<Recipe> recipe = recipeOf(view);
    return {{"kind", "asset"},
            {"character", view.name(meta.characterName)},
            {"program", view.name(meta.programVersion)},
            {"format", view.header->version},
            {"bytes", view.header->totalSize},
            {"recipeHash", hex(view.header->recipeHash)},
            {"meshHash", hex(view.header->meshHash)},
            {"skeletonHash", hex(view.header->skeletonHash)},
            {"vertices", meta.surfaceVertices},
            {"fileVertices", meta.fileVertices},
            {"triangles", meta.triangles},
            {"joints", meta.joints},
            {"modes", meta.modes},
            {"cubaturePoints", meta.cubaturePoints},
            {"interfaces", fleshInterfaces(view)},
            {"material", materialName(static_cast<MaterialKind>(meta.material))},
            {"young", meta.young},
            {"poisson", meta.poisson},
            {"density", meta.density},
            {"tissue", recipe ? tissueJson(*recipe) : Json::object()},
            {"tissueText", recipe ? tissueText(*recipe) : ""},
            {"fibres", fibresIn(view)},
            {"predictedTickMs", cost.tickMs()},
            {"predictedSurfaceMs", cost.surfaceMs()},
            {"bytesOf", sizesJson(view)},
            {"domains", domainsJson(view)},
            {"recipe", std::string(view.recipe.begin(), view.recipe.end())}};
}

std::string assetText(const Json& a) {
    std::string text = fmt::format("{}, built by sinew {}, format {}\n", a["character"].get<std::string>(),
                                   a["program"].get<std::string>(), a["format"].get<int>());
    const auto line = [&](std::string_view what, const std::string& value) {
        text += fmt::format("  {:<12}{}\n", what, value);
    };
    line("skin", fmt::format("{} vertices ({} in the file), {} triangles", a["vertices"].get<int>(),
                             a["fileVertices"].get<int>(), a["triangles"].get<int>()));
    line("body",
         fmt::format("{} modes in {} domains, {} interfaces, {} cubature points", a["modes"].get<int>(),
                     a["domains"].size(), a["interfaces"].get<int>(), a["cubaturePoints"].get<int>()));
    line("material",
         fmt::format("{}, {:g} Pa, Poisson's ratio {:g}, {:g} kg/m3", a["material"].get<std::string>(),
                     a["young"].get<double>(), a["poisson"].get<double>(), a["density"].get<double>()));
    if (a["fibres"].get<std::size_t>() > 0)
        line("fibres", fmt::format("{} at cubature points", a["fibres"].get<std::size_t>()));
    text += a["tissueText"].get<std::string>();
    line("predicted", fmt::format("{:.3f} ms per tick, {:.3f} ms for the skin, on one core",
                                  a["predictedTickMs"].get<double>(), a["predictedSurfaceMs"].get<double>()));
    line("recipe", "stored in the asset; --json shows it");
    text += fmt::format("  {:<24}{:>8}\n", "part", "MB");
    for (const auto& [part, bytes] : a["bytesOf"].items()) {
        text += fmt::format("  {:<24}{:>8.2f}\n", part, bytes.get<double>() / 1e6);
    }
    text += fmt::format("  {:<24}{:>8.2f}\n", "total", a["bytes"].get<double>() / 1e6);
    text += fmt::format("  {:<24}{:>8}{:>8}{:>8}\n", "domain", "modes", "points", "kg");
    for (const Json& domain : a["domains"]) {
        text += fmt::format("  {:<24}{:>8}{:>8}{:>8.2f}\n", domain["joint"].get<std::string>(),
                            domain["modes"].get<int>(), domain["cubaturePoints"].get<int>(),
                            domain["kilograms"].get<double>());
    }
    text.pop_back();
    return text;
}

}  // namespace sinew
