// Sine and cosine from polynomials: mathematical libraries differ in the last bit, committed files must not.
#pragma once

namespace sinew {

inline constexpr double kPi = 3.14159265358979323846;

constexpr double degrees(double d) {
    return d * (kPi / 180);
}

double sine(double radians);
double cosine(double radians);

}  // namespace sinew
