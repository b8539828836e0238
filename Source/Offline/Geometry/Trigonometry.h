// Sine and cosine from polynomials. Results of math libraries differ in the last bit, but committed files
// must be the same on every machine.
#pragma once

namespace sinew {

inline constexpr double kPi = 3.14159265358979323846;

constexpr double degrees(double d) {
    return d * (kPi / 180);
}

double sine(double radians);
double cosine(double radians);

}  // namespace sinew
