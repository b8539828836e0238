// What a user may decide about how far joints turn.
#pragma once

#include <optional>
#include <string>

namespace sinew {

struct AngleRange {
    double low = 0, high = 0;

    bool contains(double angle, double tolerance = 0) const {
        return angle >= low - tolerance && angle <= high + tolerance;
    }
    double width() const { return high - low; }
    bool operator==(const AngleRange&) const = default;
};

// A recipe's word on one joint, in degrees. What is not set keeps what the clips and anatomy say.
struct LimitOverride {
    std::string joint;
    std::optional<AngleRange> twist, bend, side;

    bool operator==(const LimitOverride&) const = default;
};

struct LimitSettings {
    bool clips = true, anatomy = true;
    double margin = 0.1;      // of the range that clips show, added at either end where nothing else is known
    double leastRange = 3;    // degrees; what clips move less is held still
    double maxWidening = 20;  // degrees by which clips widen what a person's joint is known to do
    double framesPerSecond = 30;  // at which clips are looked at

    bool operator==(const LimitSettings&) const = default;
};

}  // namespace sinew
