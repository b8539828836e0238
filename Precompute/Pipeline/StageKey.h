// A hash of everything that a stage's result depends on.
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "Base/Hash.h"

namespace sinew {

// The order of add() calls matters. Change the stage's name ("poses 2") when its code computes another result
// from the same input, so that results of older programs are not found in a cache.
class StageKey {
  public:
    explicit StageKey(std::string_view stage) { add(stage); }

    StageKey& add(std::string_view text) {
        const std::uint64_t size = text.size();
        value_ = hashBytes(&size, sizeof size, value_);
        value_ = hashBytes(text.data(), text.size(), value_);
        return *this;
    }
    template <class T>
    requires std::is_arithmetic_v<T> || std::is_enum_v<T> StageKey& add(T number) {
        value_ = hashBytes(&number, sizeof number, value_);
        return *this;
    }
    // Values must have no padding.
    template <class T>
    StageKey& add(const std::vector<T>& values) {
        const std::uint64_t size = values.size();
        value_ = hashBytes(&size, sizeof size, value_);
        value_ = hashBytes(values.data(), values.size() * sizeof(T), value_);
        return *this;
    }

    std::uint64_t value() const { return value_; }

  private:
    std::uint64_t value_ = 0;
};

}  // namespace sinew
