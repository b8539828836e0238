#include "Offline/Geometry/Trigonometry.h"

#include <cmath>

namespace sinew {

double sine(double radians) {
    double x = radians - 2 * kPi * std::floor(radians / (2 * kPi) + 0.5);
    if (x > kPi / 2) x = kPi - x;
    if (x < -kPi / 2) x = -kPi - x;
    // Taylor to x¹⁷: the error at π/2 is below 1e-13.
    const double s = x * x;
    double sum = 1;
    for (int n = 16; n >= 2; n -= 2) sum = 1 - sum * s / (n * (n + 1));
    return x * sum;
}

double cosine(double radians) {
    return sine(radians + kPi / 2);
}

}  // namespace sinew
