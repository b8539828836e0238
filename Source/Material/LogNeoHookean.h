// Ψ = μ/2 (|F|² − 3) − μ log J + λ/2 log²J
//
// The neo-Hookean energy of the textbooks (Bonet and Wood 2008, equation 6.28): without end where flesh is
// pressed flat. The logarithm ends at kLogEnds, so that inverted flesh has an energy, too.
#pragma once

#include "Material/Growth.h"

namespace sinew {

template <class T>
struct LogNeoHookean {
    static Principal<T> shape(Vec3<T> s, Lame<T> m) { return quadraticShape(s, m.mu); }
    static Growth<T> growth(Vec3<T> s) { return growthOfLog(s); }
    static RatioMeasure<T> ofRatio(T j) { return logOf(j); }
    static Bulk<T> bulk(Lame<T> m) { return {m.lambda, m.mu}; }
    static Principal<T> principal(Vec3<T> s, Lame<T> m) { return wholePrincipal<LogNeoHookean>(s, m); }
};

}  // namespace sinew
