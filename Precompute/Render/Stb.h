// The few things taken from stb, behind our own types.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "Render/Image.h"

namespace sinew {

struct TextBox {
    int left, top, right, bottom;
};

// The strokes of a line of ASCII text as filled boxes.
std::vector<TextBox> textBoxes(std::string_view text);

// Pixels from the first stroke of a line of text to its last.
int textWidth(std::string_view text);

std::string encodePng(const Image& image);

}  // namespace sinew
