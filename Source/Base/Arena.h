// A linear allocator. The same code first measures the memory that it needs, with an arena without memory,
// and then takes it from the memory of the host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "Base/Check.h"

namespace sinew {

class Arena {
  public:
    // Every array starts on its own cache line, which is also the widest SIMD alignment in use.
    static constexpr std::size_t kAlignment = 64;

    // An arena that only measures: take() returns empty spans, and size() is the size that a real arena
    // needs.
    Arena() = default;

    // Hands out `memory`, which must be aligned to kAlignment.
    explicit Arena(std::span<std::byte> memory) : memory_(memory.data()), capacity_(memory.size()) {
        SINEW_CHECK(reinterpret_cast<std::uintptr_t>(memory_) % kAlignment == 0);
    }

    // Takes `count` zeroed elements. Returns an empty span if the arena only measures or has no memory left
    // (see ok()).
    template <class T>
    std::span<T> take(std::size_t count) {
        static_assert(std::is_trivially_copyable_v<T> && alignof(T) <= kAlignment);
        const std::size_t bytes = count * sizeof(T);
        if (count != 0 && (bytes / count != sizeof(T) || bytes > SIZE_MAX - kAlignment - size_)) {
            overflow_ = true;
            return {};
        }
        const std::size_t begin = size_;
        size_ += (bytes + kAlignment - 1) / kAlignment * kAlignment;
        if (memory_ == nullptr || size_ > capacity_) return {};
        auto* const array = reinterpret_cast<T*>(memory_ + begin);
        for (std::size_t i = 0; i < count; ++i) array[i] = T{};
        return {array, count};
    }

    // The number of bytes taken so far, including those that did not fit.
    std::size_t size() const { return size_; }

    // Returns false if something did not fit, or if a size overflowed.
    bool ok() const { return !overflow_ && (memory_ == nullptr || size_ <= capacity_); }

  private:
    std::byte* memory_ = nullptr;
    std::size_t capacity_ = 0;
    std::size_t size_ = 0;
    bool overflow_ = false;
};

}  // namespace sinew
