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

    // Whether another sub-step of this length has ended; `share` tells when, from 0 (the frame before) to 1
    // (now).
    bool due(std::int64_t subStep, double& share) {
        if (last_ + subStep > now_) return false;
        last_ += subStep;
        share =
            now_ == last_ ? 1.0 : static_cast<double>(last_ - before_) / static_cast<double>(now_ - before_);
        return true;
    }

    // Leaves out the oldest of the steps that are due: all but `most`, and those that would have ended before
    // the frame began, had their length been the same then. True where there were any; `share` tells up to
    // when.
    bool leaveOut(std::int64_t most, std::int64_t subStep, double& share) {
        const std::int64_t before = last_;
        if (before_ - last_ >= subStep) last_ = before_;
        const std::int64_t due = (now_ - last_) / subStep;
        if (due > most) last_ += (due - most) * subStep;
        share = now_ == before_ ? 0.0
                                : static_cast<double>(last_ - before_) / static_cast<double>(now_ - before_);
        return last_ != before;
    }

    // How far now is past the last sub-step, in steps: below 1.
    double past(std::int64_t subStep) const {
        const double share = static_cast<double>(now_ - last_) / static_cast<double>(subStep);
        return share < 1 ? share : 1;
    }

    std::int64_t sinceLast() const { return now_ - last_; }

    // Small numbers stay exact for ever.
    void rebase() { now_ -= last_, before_ -= last_, last_ = 0; }

  private:
    std::int64_t before_ = 0, now_ = 0;  // this frame and the one before it
    std::int64_t last_ = 0;              // when the last sub-step ended
};

}  // namespace sinew
