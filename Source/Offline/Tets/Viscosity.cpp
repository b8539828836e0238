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
    return sumOver(jobs, body_.points(), kNodeGrain, [&](std::uint32_t p) {
        const Mat3d strain = greenStrain(body_.deformationGradient(p, x)) - still_[p];
        return 0.5 * factor_ * body_.volumes()[p] * trace(strain * linearStress(strain, body_.lame(p)));
    });
}

void Viscosity::addForces(std::span<const Vec3d> x, std::span<Vec3d> f, const Jobs& jobs) const {
    body_.forEachChunkOfPoints(jobs, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t p = begin; p < end; ++p) {
            const Mat3d gradient = body_.deformationGradient(p, x);
            const Mat3d stress = linearStress(greenStrain(gradient) - still_[p], body_.lame(p));
            body_.addTetForces(p, gradient * stress * factor_, f);
        }
    });
}

void Viscosity::addStiffness(std::span<const Vec3d> x, StiffnessSum& sum, const Jobs& jobs) const {
    body_.forEachChunkOfPoints(jobs, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t p = begin; p < end; ++p) addPoint(p, body_.deformationGradient(p, x), sum);
    });
}

void Viscosity::addPoint(std::uint32_t point, const Mat3d& f, StiffnessSum& sum) const {
    const Gradients g = body_.gradients(point);
    const std::span<const std::uint32_t> places = sum.places[body_.tetOf(point)];
    const Mat3d fft = f * transpose(f);
    const Lame<double>& lame = body_.lame(point);
    // The stress that is turned along; what there is without it is definite.
    const Mat3d stress = sum.definite ? Mat3d{} : linearStress(greenStrain(f) - still_[point], lame);
    for (std::size_t a = 0; a < g.size(); ++a) {
        for (std::size_t b = 0; b < g.size(); ++b) {
            const std::uint32_t place = places[g.size() * a + b];
            if (place == FreeNodes::kHeld) continue;
            const Vec3d fa = f * g[a], fb = f * g[b];
            const Mat3d block = fft * (lame.mu * dot(g[a], g[b])) + outer(fb, fa) * lame.mu +
                                outer(fa, fb) * lame.lambda + Mat3d::identity() * dot(g[a], stress * g[b]);
            sum.add(place, block * (factor_ * body_.volumes()[point]));
        }
    }
}

std::vector<Mat3d> strainsAhead(const ElasticBody& body, std::span<const Vec3d> x, std::span<const Vec3d> v,
                                double ahead) {
    std::vector<Mat3d> strains;
    strains.reserve(body.points());
    for (std::uint32_t p = 0; p < body.points(); ++p) {
        const Mat3d f = body.deformationGradient(p, x), rate = body.deformationGradient(p, v);
        strains.push_back(greenStrain(f) + symmetricPart(transpose(f) * rate) * ahead);
    }
    return strains;
}

}  // namespace sinew::tets
