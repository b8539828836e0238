#include "Pipeline/BuildPictures.h"

#include <fmt/format.h>

#include <algorithm>

#include "Offline/Character/Character.h"
#include "Offline/Reduction/Training.h"
#include "Offline/Volume/ElasticMesh.h"
#include "Render/Camera.h"
#include "Render/Render.h"

namespace sinew {

namespace {

constexpr Colour kSkin = RenderMesh{}.colour, kFar{0.80f, 0.08f, 0.05f};
constexpr Colour kFollows{0.42f, 0.45f, 0.50f};

RenderSettings cellSettings() {
    RenderSettings settings;
    settings.width = 480;
    settings.height = 640;
    return settings;
}

Image draw(const RenderMesh& mesh, std::span<const Vec3d> framed, const std::string& view, const Jobs& jobs) {
    const RenderSettings settings = cellSettings();
    const Camera camera = framePoints(framed, view, static_cast<double>(settings.width) / settings.height);
    return render({&mesh, 1}, camera, boxOf({&mesh, 1}).low.y, settings, jobs);
}

// `farthest`: m, drawn in kFar.
void colourByDistance(RenderMesh& mesh, std::span<const Vec3d> from, double farthest) {
    for (std::size_t v = 0; v < from.size(); ++v) {
        const double far = std::min(1.0, length(mesh.positions[v] - from[v]) / farthest);
        const auto share = static_cast<float>(far);
        mesh.vertexColours.push_back(kSkin * (1 - share) + kFar * share);
    }
}

}  // namespace

Image drawDomains(const reduction::TrainingBody& on, const Jobs& jobs) {
    RenderMesh skin;
    skin.positions = on.character.surface.positions;
    skin.triangles = on.character.surface.triangles;
    for (const Triangle& t : skin.triangles) {
        const bool follows = on.mesh.followsSkeleton[t[0]] >= 1;
        const std::uint32_t domain = on.domains.domainOfElement[on.mesh.elementOfVertex[t[0]]];
        skin.triangleColours.push_back(follows ? kFollows : paletteColour(domain));
    }
    std::vector<LabelledImage> cells;
    for (const std::string view : {"three-quarter", "back-three-quarter"}) {
        cells.push_back({draw(skin, skin.positions, view, jobs),
                         fmt::format("{} domains, {}", on.domains.domains.size(), view)});
    }
    return contactSheet(cells, 2);
}

Image drawWorst(const Character& character, std::span<const std::string> domainNames,
                const reduction::Judgement& judgement, const Jobs& jobs) {
    const reduction::Judgement::Skins& skins = judgement.worst;
    const reduction::PoseError& error = judgement.poses[judgement.worstPose];
    const double farthest = std::max(error.skinning.percentile95, 1e-4);
    const std::string where = fmt::format("{}, worst at {}", error.name, domainNames[judgement.worstDomain]);
    std::vector<Vec3d> framed = skins.full;
    framed.insert(framed.end(), skins.skinning.begin(), skins.skinning.end());
    const auto cell = [&](const std::vector<Vec3d>& positions, const std::string& view,
                          const std::string& label) {
        RenderMesh mesh;
        mesh.positions = positions;
        mesh.triangles = character.surface.triangles;
        colourByDistance(mesh, skins.full, farthest);
        return LabelledImage{draw(mesh, framed, view, jobs), label};
    };
    std::vector<LabelledImage> cells;
    for (const std::string view : {"three-quarter", "back-three-quarter"}) {
        cells.push_back(cell(skins.skinning, view,
                             fmt::format("LBS: {:.2f} mm RMS; red is {:.1f} mm off", 1e3 * error.skinning.rms,
                                         1e3 * farthest)));
        cells.push_back(
            cell(skins.reduced, view, fmt::format("asset: {:.2f} mm RMS", 1e3 * error.reduced.rms)));
        cells.push_back(cell(skins.full, view, "full solution of " + where));
    }
    return contactSheet(cells, 3);
}

}  // namespace sinew
