#include "Commands/SolvePictures.h"

#include <fmt/format.h>

#include <algorithm>

#include "Render/CharacterMesh.h"
#include "Render/Render.h"

namespace sinew {

namespace {

std::vector<PicturedPose> evenlyChosen(std::span<const PicturedPose> poses) {
    if (poses.size() <= kMaxPictures) return {poses.begin(), poses.end()};
    std::vector<PicturedPose> chosen;
    for (std::size_t i = 0; i < kMaxPictures; ++i) {
        chosen.push_back(poses[i * (poses.size() - 1) / (kMaxPictures - 1)]);
    }
    return chosen;
}

Image drawPose(const Character& character, const PicturedPose& pose, const PictureSettings& wanted,
               const Jobs& jobs) {
    const std::vector<RenderMesh> blended = characterMeshes(
        character, pose.frame->jointFrames, SkinMethod::LinearBlend, CharacterColouring::Plain);
    std::vector<RenderMesh> solved = blended;
    solved[0].positions = *pose.skin;
    RenderSettings settings;
    settings.width = 480;
    settings.height = 560;
    std::vector<Vec3d> points;
    const auto frame = [&](const std::vector<RenderMesh>& meshes) {
        for (const RenderMesh& mesh : meshes) {
            points.insert(points.end(), mesh.positions.begin(), mesh.positions.end());
        }
    };
    frame(blended);
    frame(solved);
    const double ground = std::min(boxOf(blended).low.y, boxOf(solved).low.y);
    std::vector<LabelledImage> cells;
    for (const std::string& view : wanted.views) {
        const Camera camera =
            framePoints(points, view, static_cast<double>(settings.width) / settings.height);
        cells.push_back({render(blended, camera, ground, settings, jobs), pose.frame->label + "  LBS"});
        cells.push_back(
            {render(solved, camera, ground, settings, jobs), pose.frame->label + "  " + wanted.method});
    }
    return contactSheet(cells, 2);
}

}  // namespace

std::vector<std::filesystem::path> drawPoses(const Character& character, std::span<const PicturedPose> poses,
                                             const PictureSettings& settings, const Jobs& jobs,
                                             const ProgressCallback& progress) {
    const std::vector<PicturedPose> chosen = evenlyChosen(poses);
    std::vector<std::filesystem::path> files;
    for (const PicturedPose& pose : chosen) {
        report(progress, static_cast<double>(files.size()) / static_cast<double>(chosen.size()));
        files.push_back(settings.folder / fmt::format("pose_{:03}.png", pose.number));
        writePng(drawPose(character, pose, settings, jobs), files.back());
    }
    report(progress, 1);
    return files;
}

}  // namespace sinew
