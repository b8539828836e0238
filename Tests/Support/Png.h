// Reading pictures back, for comparing them. The program itself only writes.
#pragma once

#include "Render/Image.h"

namespace sinew::test {

// RGB of a PNG file; an empty picture where it cannot be read.
Image readPng(const std::filesystem::path& path);

}  // namespace sinew::test
