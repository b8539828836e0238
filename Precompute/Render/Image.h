// Pictures in memory and as PNG files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

struct Pixel {
    std::uint8_t r = 0, g = 0, b = 0;
    friend bool operator==(const Pixel&, const Pixel&) = default;
};

struct Image {
    Image() = default;
    Image(int w, int h, Pixel fill = {})
        : width(w), height(h), pixels(static_cast<std::size_t>(w) * h, fill) {}

    Pixel& at(int x, int y) { return pixels[static_cast<std::size_t>(y) * width + x]; }
    const Pixel& at(int x, int y) const { return pixels[static_cast<std::size_t>(y) * width + x]; }

    int width = 0, height = 0;
    std::vector<Pixel> pixels;  // row by row from the top
};

// Copies `source` with its top left corner at (x, y); what lies outside is cut off.
void paste(Image& target, const Image& source, int x, int y);

// ASCII text, 8 pixels high per scale; other characters are left out.
void drawText(Image& target, int x, int y, std::string_view text, Pixel colour, int scale = 1);

// Text that drawText draws no wider than that. Its end, where times and views stand, is kept the longest.
std::string shortened(std::string_view text, int pixels);

struct LabelledImage {
    Image image;
    std::string label;
};

// Equal cells, `columns` to a row, each with its label below. 0 columns: as square as it gets.
Image contactSheet(const std::vector<LabelledImage>& cells, int columns = 0);

// Written beside the target first and then renamed, so that no half picture is ever seen.
void writePng(const Image& image, const std::filesystem::path& path);

}  // namespace sinew
