#include "Render/Image.h"

#include <algorithm>
#include <cmath>

#include "Offline/Files.h"
#include "Render/Stb.h"

namespace sinew {

namespace {

constexpr Pixel kSheetBackground{250, 250, 248};
constexpr Pixel kLabelColour{60, 60, 64};
constexpr int kLabelHeight = 24, kLabelInset = 8;

}  // namespace

std::string shortened(std::string_view text, int pixels) {
    if (textWidth(text) <= pixels) return std::string(text);
    for (std::size_t kept = text.size(); kept-- > 0;) {
        const std::size_t head = std::min<std::size_t>(kept / 4, 4);
        std::string shorter = std::string(text.substr(0, head)) + "..";
        shorter += text.substr(text.size() - (kept - head));
        if (textWidth(shorter) <= pixels) return shorter;
    }
    return {};
}

void paste(Image& target, const Image& source, int x, int y) {
    const int left = std::max(0, -x), right = std::min(source.width, target.width - x);
    if (left >= right) return;
    for (int row = std::max(0, -y); row < std::min(source.height, target.height - y); ++row) {
        std::copy_n(&source.at(left, row), right - left, &target.at(x + left, y + row));
    }
}

void drawText(Image& target, int x, int y, std::string_view text, Pixel colour, int scale) {
    for (const TextBox& box : textBoxes(text)) {
        for (int row = y + box.top * scale; row < y + box.bottom * scale; ++row) {
            for (int column = x + box.left * scale; column < x + box.right * scale; ++column) {
                const bool inside = row >= 0 && row < target.height && column >= 0 && column < target.width;
                if (inside) target.at(column, row) = colour;
            }
        }
    }
}

Image contactSheet(const std::vector<LabelledImage>& cells, int columns) {
    if (cells.empty()) return {};
    int cellWidth = 0, cellHeight = 0;
    for (const LabelledImage& cell : cells) {
        cellWidth = std::max(cellWidth, cell.image.width);
        cellHeight = std::max(cellHeight, cell.image.height);
    }
    const int count = static_cast<int>(cells.size());
    if (columns <= 0) columns = static_cast<int>(std::ceil(std::sqrt(static_cast<double>(count))));
    columns = std::min(columns, count);
    const int rows = (count + columns - 1) / columns;
    Image sheet(columns * cellWidth, rows * (cellHeight + kLabelHeight), kSheetBackground);
    for (int i = 0; i < count; ++i) {
        const int x = i % columns * cellWidth, y = i / columns * (cellHeight + kLabelHeight);
        paste(sheet, cells[i].image, x, y);
        drawText(sheet, x + kLabelInset, y + cellHeight + 6,
                 shortened(cells[i].label, cellWidth - 2 * kLabelInset), kLabelColour, 1);
    }
    return sheet;
}

void writePng(const Image& image, const std::filesystem::path& path) {
    writeFileAtomically(path, encodePng(image));
}

}  // namespace sinew
