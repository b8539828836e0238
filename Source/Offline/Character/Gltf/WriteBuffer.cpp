#include "Offline/Character/Gltf/WriteBuffer.h"

#include "Offline/Error.h"

namespace sinew::gltf {

namespace {

constexpr std::size_t roundUpToFour(std::size_t n) {
    return (n + 3) / 4 * 4;
}

// Little-endian, as GLB is on every machine.
void put(std::vector<std::byte>& file, std::size_t value) {
    for (int i = 0; i < 4; ++i) file.push_back(static_cast<std::byte>(value >> (8 * i)));
}

}  // namespace

std::size_t WriteBuffer::addView(const void* data, std::size_t size, Target target) {
    bytes_.resize(roundUpToFour(bytes_.size()));  // every component type is then aligned
    Json view{{"buffer", 0}, {"byteOffset", bytes_.size()}, {"byteLength", size}};
    if (target != Target::None) view["target"] = static_cast<int>(target);
    const auto* first = static_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), first, first + size);
    views_.push_back(std::move(view));
    return views_.size() - 1;
}

std::vector<std::byte> packGlb(const Json& root, const std::vector<std::byte>& binary) {
    std::string text = root.dump();
    text.resize(roundUpToFour(text.size()), ' ');
    const std::size_t binarySize = roundUpToFour(binary.size());
    const std::size_t total = 12 + 8 + text.size() + 8 + binarySize;
    if (total > 0xffffffffu)
        throw badInput("the character is too large for a GLB file (4 GiB)", "Write fewer clips or shapes.");
    std::vector<std::byte> file;
    file.reserve(total);
    put(file, 0x46546C67);  // "glTF"
    put(file, 2);
    put(file, total);
    put(file, text.size());
    put(file, 0x4E4F534A);  // "JSON"
    for (const char c : text) file.push_back(static_cast<std::byte>(c));
    put(file, binarySize);
    put(file, 0x004E4942);  // "BIN"
    file.insert(file.end(), binary.begin(), binary.end());
    file.resize(total);
    return file;
}

}  // namespace sinew::gltf
