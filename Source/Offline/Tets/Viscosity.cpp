#include "Offline/Tets/Viscosity.h"

#include "Offline/Full/Sums.h"

namespace sinew::tets {

namespace {

Mat3d greenStrain(const Mat3d& f) {
    return (transpose(f) * f - Mat3d::identity()) * 0.5;
}

Mat3d symmetricPart(const Mat3d& a) {
    return (a + transpose(a)) * 0.5;
}

Mat3d linearStress(const Mat3d& strain, const Lame<double>& lame) {
    return strain * (2 * lame.mu) + Mat3d::identity() * (lame.lambda * trace(strain));
}

}  // namespace

double Viscosity::energy(std::span<const Vec3d> x, const Jobs& jobs) const {
    return sumOver(jobs, body_.tets(), kNodeGrain, [&](std::uint32_t t) {
        const Mat3d strain = greenStrain(body_.deformationGradient(t, x)) - still_[t];
        return 0.5 * factor_ * body_.volumes()[t] * trace(strain * linearStress(strain, body_.lame(t)));
    });
}

void Viscosity::addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs& jobs) const {
    body_.chunks().forEach(jobs, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t t = begin; t < end; ++t) {
            const Mat3d gradient = body_.deformationGradient(t, x);
            const Mat3d stress = linearStress(greenStrain(gradient) - still_[t], body_.lame(t));
            body_.addTetForces(t, gradient * stress * factor_, f);
        }
    });
}

void Viscosity::addStiffness(std::span<const Vec3d> x, StiffnessSum& sum, const Jobs& jobs) const {
    body_.chunks().forEach(jobs, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t t = begin; t < end; ++t) addTet(t, body_.deformationGradient(t, x), sum);
    });
}

void Viscosity::addTet(std::uint32_t t, const Mat3d& f, StiffnessSum& sum) const {
    const std::array<Vec3d, 4> g = shapeGradients(body_.restInverse(t));
    const Mat3d fft = f * transpose(f);
    const Lame<double>& lame = body_.lame(t);
    // The stress that is turned along; what there is without it is definite.
    const Mat3d stress = sum.definite ? Mat3d{} : linearStress(greenStrain(f) - still_[t], lame);
    for (std::size_t a = 0; a < 4; ++a) {
        for (std::size_t b = 0; b < 4; ++b) {
            if (sum.places[t][4 * a + b] == FreeNodes::kHeld) continue;
            const Vec3d fa = f * g[a], fb = f * g[b];
            const Mat3d block = fft * (lame.mu * dot(g[a], g[b])) + outer(fb, fa) * lame.mu +
                                outer(fa, fb) * lame.lambda + Mat3d::identity() * dot(g[a], stress * g[b]);
            sum.add(sum.places[t][4 * a + b], block * (factor_ * body_.volumes()[t]));
        }
    }
}

std::vector<Mat3d> strainsAhead(const ElasticBody& body, std::span<const Vec3d> x, std::span<const Vec3d> v,
                                double ahead) {
    std::vector<Mat3d> strains;
    strains.reserve(body.tets());
    for (std::uint32_t t = 0; t < body.tets(); ++t) {
        const Mat3d f = body.deformationGradient(t, x), rate = body.deformationGradient(t, v);
        strains.push_back(greenStrain(f) + symmetricPart(transpose(f) * rate) * ahead);
    }
    return strains;
}

}  // namespace sinew::tets
