// The binary part of a glTF file: takes typed arrays and creates accessors and buffer views.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace sinew::gltf {

enum class Target { None = 0, Vertices = 34962, Indices = 34963 };

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

// Keeps the order in which keys are written.
using Json = nlohmann::ordered_json;

class WriteBuffer {
  public:
    // Returns the index of the new accessor. `bounds` adds min and max, which glTF requires for positions and
    // key times.
    template <class T, std::size_t N>
    std::size_t add(const std::vector<std::array<T, N>>& values, Target target, bool bounds = false) {
        Json accessor{{"bufferView", addView(values.data(), values.size() * sizeof(T) * N, target)},
                      {"componentType", gltf_detail::kComponentType<T>},
                      {"count", values.size()},
                      {"type", gltf_detail::typeName<N>()}};
        if (bounds) addBounds(values, accessor);
        accessors_.push_back(std::move(accessor));
        return accessors_.size() - 1;
    }

    const Json& accessors() const { return accessors_; }
    const Json& views() const { return views_; }
    const std::vector<std::byte>& bytes() const { return bytes_; }

  private:
    std::size_t addView(const void* data, std::size_t size, Target target);

    template <class T, std::size_t N>
    static void addBounds(const std::vector<std::array<T, N>>& values, Json& accessor) {
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

    Json accessors_ = Json::array(), views_ = Json::array();
    std::vector<std::byte> bytes_;
};

// The GLB container: header, JSON chunk, binary chunk. Throws Error(BadInput) above 4 GiB.
std::vector<std::byte> packGlb(const Json& root, const std::vector<std::byte>& binary);

}  // namespace sinew::gltf
