// User settings of joint ranges.
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

// Limits of one joint in a recipe, in degrees. Values that are not set come from clips and anatomy.
struct LimitOverride {
    std::string joint;
    std::optional<AngleRange> twist, bend, side;

    bool operator==(const LimitOverride&) const = default;
};

struct LimitSettings {
    bool clips = true, anatomy = true;
    double margin = 0.1;  // fraction of the range of the clips that is added at either end if the range is
                          // otherwise unknown
    double minRange = 3;  // degrees; joints that clips rotate less are held still
    double maxWidening = 20;      // degrees by which clips can widen a human range
    double framesPerSecond = 30;  // sampling rate of clips

    bool operator==(const LimitSettings&) const = default;
};

}  // namespace sinew
