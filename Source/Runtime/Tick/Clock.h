// Divides frames of any length into sub-steps of a fixed length. Time is an integer count of a unit that
// divides all common frame rates, so rounding errors do not accumulate.
#pragma once

#include <cmath>
#include <cstdint>

namespace sinew {

inline constexpr std::int64_t kTimeUnits = 705'600'000;  // per second

inline std::int64_t timeUnits(double seconds) {
    return static_cast<std::int64_t>(std::floor(seconds * static_cast<double>(kTimeUnits) + 0.5));
}

class Clock {
  public:
    void reset() { now_ = before_ = 0, last_ = 0; }

    // Advances by one frame. due() then lists the sub-steps that ended in it.
    void advance(std::int64_t frame) { before_ = now_, now_ += frame; }

    // Returns whether another sub-step of this length has ended. `share` is the time of its end, from 0
    // (previous frame) to 1 (this frame).
    bool due(std::int64_t subStep, double& share) {
        if (last_ + subStep > now_) return false;
        last_ += subStep;
        share =
            now_ == last_ ? 1.0 : static_cast<double>(last_ - before_) / static_cast<double>(now_ - before_);
        return true;
    }

    // Skips the oldest of the sub-steps that are due: all but `limit`, and those that would have ended before
    // the frame began, had their length been the same then. Returns whether any were skipped; `share` is the
    // end of the last skipped one.
    bool leaveOut(std::int64_t limit, std::int64_t subStep, double& share) {
        const std::int64_t before = last_;
        if (before_ - last_ >= subStep) last_ = before_;
        const std::int64_t due = (now_ - last_) / subStep;
        if (due > limit) last_ += (due - limit) * subStep;
        share = now_ == before_ ? 0.0
                                : static_cast<double>(last_ - before_) / static_cast<double>(now_ - before_);
        return last_ != before;
    }

    // Time since the end of the last sub-step, in sub-steps: below 1.
    double past(std::int64_t subStep) const {
        const double share = static_cast<double>(now_ - last_) / static_cast<double>(subStep);
        return share < 1 ? share : 1;
    }

    std::int64_t sinceLast() const { return now_ - last_; }

    // Subtracts the time of the last sub-step from all times, so that they stay small and exact.
    void rebase() { now_ -= last_, before_ -= last_, last_ = 0; }

  private:
    std::int64_t before_ = 0, now_ = 0;  // times of the previous frame and of this one
    std::int64_t last_ = 0;              // end of the last sub-step
};

}  // namespace sinew
