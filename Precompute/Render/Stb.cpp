#include "Render/Stb.h"

#include <algorithm>
#include <cmath>

#include "Offline/Error.h"

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#define STB_IMAGE_WRITE_STATIC
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_easy_font.h>
#include <stb/stb_image_write.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace sinew {

std::vector<TextBox> textBoxes(std::string_view text) {
    std::string line;
    for (const char c : text) {
        if (c >= ' ' && c <= '~') line += c;
    }
    // stb_easy_font writes four vertices of x, y, z, colour per box and says to reserve 270 bytes per
    // character.
    struct Vertex {
        float x, y, z;
        unsigned char colour[4];
    };
    std::vector<Vertex> vertices(line.size() * 270 / sizeof(Vertex) + 4);
    const int quads = stb_easy_font_print(0, 0, line.data(), nullptr, vertices.data(),
                                          static_cast<int>(vertices.size() * sizeof(Vertex)));
    std::vector<TextBox> boxes;
    const auto whole = [](float v) { return static_cast<int>(std::lround(v)); };
    for (int q = 0; q < quads; ++q) {
        const Vertex& from = vertices[4 * q];
        const Vertex& to = vertices[4 * q + 2];
        boxes.push_back({whole(from.x), whole(from.y), whole(to.x), whole(to.y)});
    }
    return boxes;
}

int textWidth(std::string_view text) {
    int width = 0;
    for (const TextBox& box : textBoxes(text)) width = std::max(width, box.right);
    return width;
}

std::string encodePng(const Image& image) {
    std::string bytes;
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                                   static_cast<std::size_t>(size));
    };
    const int ok = stbi_write_png_to_func(append, &bytes, image.width, image.height, 3, image.pixels.data(),
                                          image.width * 3);
    if (ok == 0) throw Error(ErrorKind::Io, "could not encode a PNG picture");
    return bytes;
}

}  // namespace sinew
