// The binary half of a glTF file being written: typed arrays in, accessors and buffer views out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sinew {

enum class GltfTarget { None = 0, Vertices = 34962, Indices = 34963 };

namespace gltf_detail {

template <class T>
inline constexpr int kComponentType = 0;
template <>
inline constexpr int kComponentType<std::uint8_t> = 5121;
template <>
inline constexpr int kComponentType<std::uint16_t> = 5123;
template <>
inline constexpr int kComponentType<std::uint32_t> = 5125;
template <>
inline constexpr int kComponentType<float> = 5126;

template <std::size_t N>
constexpr const char* typeName() {
    static_assert(N == 1 || N == 2 || N == 3 || N == 4 || N == 16);
    return N == 1 ? "SCALAR" : N == 2 ? "VEC2" : N == 3 ? "VEC3" : N == 4 ? "VEC4" : "MAT4";
}

}  // namespace gltf_detail

// Key order is the order of writing, so that the text reads as people expect glTF to read.
using GltfJson = nlohmann::ordered_json;

class GltfBuffer {
  public:
    // The index of the new accessor. `bounds`: with min and max, which glTF demands of positions and key
    // times.
    template <class T, std::size_t N>
    std::size_t add(const std::vector<std::array<T, N>>& values, GltfTarget target, bool bounds = false) {
        GltfJson accessor{{"bufferView", addView(values.data(), values.size() * sizeof(T) * N, target)},
                          {"componentType", gltf_detail::kComponentType<T>},
                          {"count", values.size()},
                          {"type", gltf_detail::typeName<N>()}};
        if (bounds) addBounds(values, accessor);
        accessors_.push_back(std::move(accessor));
        return accessors_.size() - 1;
    }

    const GltfJson& accessors() const { return accessors_; }
    const GltfJson& views() const { return views_; }
    const std::vector<std::byte>& bytes() const { return bytes_; }

  private:
    std::size_t addView(const void* data, std::size_t size, GltfTarget target);

    template <class T, std::size_t N>
    static void addBounds(const std::vector<std::array<T, N>>& values, GltfJson& accessor) {
        std::array<T, N> low = values.front(), high = values.front();
        for (const auto& value : values) {
            for (std::size_t i = 0; i < N; ++i) {
                low[i] = value[i] < low[i] ? value[i] : low[i];
                high[i] = value[i] > high[i] ? value[i] : high[i];
            }
        }
        accessor["min"] = low;
        accessor["max"] = high;
    }

    GltfJson accessors_ = GltfJson::array(), views_ = GltfJson::array();
    std::vector<std::byte> bytes_;
};

// The GLB container: header, JSON chunk, binary chunk. Throws Error(BadInput) above 4 GiB.
std::vector<std::byte> packGlb(const GltfJson& root, const std::vector<std::byte>& binary);

}  // namespace sinew
