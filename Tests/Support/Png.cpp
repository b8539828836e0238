#include "Support/Png.h"

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#define STB_IMAGE_STATIC
#define STBI_ONLY_PNG
#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

namespace sinew::test {

Image readPng(const std::filesystem::path& path) {
    int width = 0, height = 0, channels = 0;
    stbi_uc* const data = stbi_load(path.string().c_str(), &width, &height, &channels, 3);
    if (data == nullptr) return {};
    Image image(width, height);
    for (std::size_t i = 0; i < image.pixels.size(); ++i) {
        image.pixels[i] = {data[3 * i], data[3 * i + 1], data[3 * i + 2]};
    }
    stbi_image_free(data);
    return image;
}

}  // namespace sinew::test
