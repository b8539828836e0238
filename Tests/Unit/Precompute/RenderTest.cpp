#include <gtest/gtest.h>

#include <filesystem>

#include "Offline/Error.h"
#include "Offline/Workers.h"
#include "Render/Render.h"
#include "Support/Png.h"

namespace sinew {
namespace {

// A unit cube standing on the floor, each side in a colour of its own.
RenderMesh cube() {
    RenderMesh mesh;
    for (int i = 0; i < 8; ++i)
        mesh.positions.push_back({(i & 1) - 0.5, (i >> 1 & 1) * 1.0, (i >> 2 & 1) - 0.5});
    mesh.triangles = {{4, 5, 7}, {4, 7, 6}, {1, 0, 2}, {1, 2, 3}, {5, 1, 3}, {5, 3, 7},
                      {0, 4, 6}, {0, 6, 2}, {6, 7, 3}, {6, 3, 2}, {0, 1, 5}, {0, 5, 4}};
    for (std::uint32_t t = 0; t < 12; ++t) {
        const std::uint32_t side = t / 2;  // +z, -z, +x, -x, +y, -y
        mesh.triangleColours.push_back(side == 0   ? Colour{1, 0, 0}
                                       : side == 2 ? Colour{0, 1, 0}
                                                   : Colour{0, 0, 1});
    }
    return mesh;
}

Image renderCube(std::string_view view, const Jobs& jobs = {}) {
    const std::vector<RenderMesh> meshes{cube()};
    RenderSettings settings;
    settings.width = 96;
    settings.height = 64;
    return render(meshes, framePoints(meshes[0].positions, view, 1.5), 0, settings, jobs);
}

TEST(Render, TheFrontIsSeenFromTheFrontAndTheLeftSideFromTheLeft) {
    const Pixel front = renderCube("front").at(48, 32), left = renderCube("left").at(48, 32);
    EXPECT_GT(front.r, 2 * front.g);
    EXPECT_GT(left.g, 2 * left.r);
}

TEST(Render, EverythingIsInsideTheFrame) {
    for (const std::string& view : viewNames()) {
        const std::vector<RenderMesh> meshes{cube()};
        const Camera camera = framePoints(meshes[0].positions, view, 1.5);
        for (const Vec3d& p : meshes[0].positions) {
            const Vec3d d = p - camera.eye;
            const double scale = camera.focal / dot(d, camera.forward);
            EXPECT_LT(std::abs(dot(d, camera.up) * scale), 1) << view;
            EXPECT_LT(std::abs(dot(d, camera.right) * scale), 1.5) << view;
        }
    }
}

TEST(Render, NearerTrianglesHideFartherOnes) {
    std::vector<RenderMesh> meshes{cube(), cube()};
    for (Vec3d& p : meshes[1].positions) p = p * 0.5 + Vec3d{0, 0.25, -2};  // behind the first, smaller
    meshes[1].triangleColours.assign(12, Colour{1, 1, 1});
    RenderSettings settings;
    settings.width = settings.height = 48;
    const Image image = render(meshes, framePoints(meshes[0].positions, "front", 1), 0, settings);
    EXPECT_GT(image.at(24, 24).r, 2 * image.at(24, 24).g);
}

TEST(Render, SamePixelsForAnyWorkerCount) {
    const Image serial = renderCube("three-quarter");
    for (const unsigned threads : {2u, 3u, 8u}) {
        const Workers workers(threads);
        EXPECT_EQ(serial.pixels, renderCube("three-quarter", workers.jobs()).pixels);
    }
}

TEST(Render, NotANumberIsLeftOutOfThePicture) {
    std::vector<RenderMesh> meshes{cube()};
    meshes[0].positions[7] = Vec3d{std::nan(""), 0, 0};
    RenderSettings settings;
    settings.width = settings.height = 32;
    const Box box = boxOf(meshes);
    EXPECT_TRUE(isFinite(box.low) && isFinite(box.high));
    EXPECT_EQ(render(meshes, framePoints(meshes[0].positions, "front", 1), 0, settings).pixels.size(),
              32u * 32u);
}

TEST(Render, UnknownViewNamesTheKnownOnes) {
    try {
        framePoints({}, "below", 1);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Usage);
        EXPECT_NE(error.remedy().find("three-quarter"), std::string::npos);
    }
}

TEST(Image, PngKeepsEveryPixel) {
    const auto path = std::filesystem::temp_directory_path() / "sinew-image-test.png";
    const Image image = renderCube("top");
    writePng(image, path);
    EXPECT_EQ(test::readPng(path).pixels, image.pixels);
    std::filesystem::remove(path);
}

TEST(Image, ContactSheetHoldsEveryCellWithItsLabel) {
    const Image red(30, 10, {255, 0, 0}), green(30, 10, {0, 255, 0});
    const Image sheet = contactSheet({{red, "a"}, {green, "b"}, {red, "c"}}, 2);
    EXPECT_EQ(sheet.width, 60);
    EXPECT_EQ(sheet.at(5, 5), (Pixel{255, 0, 0}));
    EXPECT_EQ(sheet.at(45, 5), (Pixel{0, 255, 0}));
    EXPECT_EQ(sheet.at(5, sheet.height / 2 + 5), (Pixel{255, 0, 0}));
    const auto dark = std::count_if(sheet.pixels.begin(), sheet.pixels.end(),
                                    [](Pixel p) { return p.r + p.g + p.b < 300 && p.r < 100 && p.g < 100; });
    EXPECT_GT(dark, 10);  // the labels' strokes
}

TEST(Render, TheShadowIsGoneAtTheEdgeOfThePicture) {
    const std::vector<RenderMesh> meshes{cube()};
    RenderSettings settings;
    settings.width = settings.height = 64;
    const Camera camera = framePoints(meshes[0].positions, "three-quarter", 1);
    const Image with = render(meshes, camera, 0, settings);
    settings.ground = false;
    const Image without = render(meshes, camera, 0, settings);
    bool anywhere = false;
    for (int y = 0; y < 64; ++y) {
        for (int x = 0; x < 64; ++x) {
            const int change = std::abs(with.at(x, y).g - without.at(x, y).g);
            anywhere = anywhere || change > 20;
            const bool edge = x == 0 || y == 0 || x == 63 || y == 63;
            EXPECT_LE(edge ? change : 0, 2) << x << " " << y;
        }
    }
    EXPECT_TRUE(anywhere);
}

TEST(ContactSheet, CaptionsStayInTheirCells) {
    const std::string label = "Jumping_With_A_Very_Long_Name  0.40 s  back-three-quarter";
    EXPECT_EQ(shortened("walk  0.40 s", 200), "walk  0.40 s");
    EXPECT_TRUE(shortened(label, 200).ends_with("0.40 s  back-three-quarter")) << shortened(label, 200);
    EXPECT_TRUE(shortened(label, 200).starts_with("Jump")) << shortened(label, 200);
    EXPECT_EQ(shortened(label, 0), "");
    const Image blank(80, 40, {250, 250, 248});
    const Image alone = contactSheet({{blank, label}, {blank, ""}}, 2);
    for (int y = 0; y < alone.height; ++y) {
        for (int x = 73; x < alone.width; ++x) EXPECT_EQ(alone.at(x, y), (Pixel{250, 250, 248}));
    }
}

}  // namespace
}  // namespace sinew
