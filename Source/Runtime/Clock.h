// Whole sub-steps out of any frame rate. Time is counted in units of which all usual frame rates have a whole
// number, so that no rounding adds up.
#pragma once

#include <cmath>
#include <cstdint>

namespace sinew {

inline constexpr std::int64_t kTimeUnits = 705'600'000;  // in a second

inline std::int64_t timeUnits(double seconds) {
    return static_cast<std::int64_t>(std::floor(seconds * static_cast<double>(kTimeUnits) + 0.5));
}

class Clock {
  public:
    void reset() { now_ = before_ = 0, last_ = 0; }

    // Goes on by a frame. Steps that ended since are those of `due`.
    void advance(std::int64_t frame) { before_ = now_, now_ += frame; }

    // Whether another step of this length has ended; `share` tells when, from 0 (the frame before) to 1
    // (now).
    bool due(std::int64_t step, double& share) {
        if (last_ + step > now_) return false;
        last_ += step;
        share =
            now_ == last_ ? 1.0 : static_cast<double>(last_ - before_) / static_cast<double>(now_ - before_);
        return true;
    }
    std::int64_t stepsDue(std::int64_t step) const { return (now_ - last_) / step; }
    void skip(std::int64_t steps, std::int64_t step) { last_ += steps * step; }

    // How far now is past the last step, in steps: below 1.
    double past(std::int64_t step) const {
        const double share = static_cast<double>(now_ - last_) / static_cast<double>(step);
        return share < 1 ? share : 1;
    }

    // Small numbers stay exact for ever.
    void rebase() { now_ -= last_, before_ -= last_, last_ = 0; }

  private:
    std::int64_t before_ = 0, now_ = 0;  // this frame and the one before it
    std::int64_t last_ = 0;              // when the last step ended
};

}  // namespace sinew
