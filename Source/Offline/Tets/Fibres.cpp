#include "Offline/Tets/Fibres.h"

#include <algorithm>
#include <cmath>

#include "Base/Check.h"
#include "Offline/Full/Sums.h"
#include "Offline/Tets/ElasticBody.h"

namespace sinew::tets {

namespace {

constexpr std::uint32_t kFibreGrain = 4096;

Mat3d hessianOf(const FibreResponse<double>& r) {
    return Mat3d::identity() * r.across + outer(r.axis, r.axis) * r.along;
}

}  // namespace

Fibres::Fibres(std::span<const Fibre> fibres, const ElementNodes& elements,
               const std::function<Gradients(std::uint32_t, Vec3d)>& gradientsAt)
    : fibres_(fibres.begin(), fibres.end()) {
    if (fibres_.empty()) return;
    std::stable_sort(fibres_.begin(), fibres_.end(),
                     [](const Fibre& a, const Fibre& b) { return a.element < b.element; });
    nodesPerTet_ = elements[0].size();
    firstOfTet_.assign(elements.count() + 1, 0);
    for (const Fibre& fibre : fibres_) {
        SINEW_CHECK(fibre.element < elements.count() && fibre.law.toe > 0);
        ++firstOfTet_[fibre.element + 1];
        const Gradients gradients = gradientsAt(fibre.element, fibre.place);
        for (std::size_t n = 0; n < nodesPerTet_; ++n) weights_.push_back(dot(gradients[n], fibre.direction));
    }
    for (std::size_t t = 0; t < elements.count(); ++t) firstOfTet_[t + 1] += firstOfTet_[t];
}

// Relative to the first node, since the weights sum to 0: large coordinates cost no digits.
Vec3d Fibres::stretched(const ElementNodes& elements, std::size_t fibre, std::span<const Vec3d> x) const {
    const std::span<const std::uint32_t> nodes = elements[fibres_[fibre].element];
    const std::span<const double> weights = weightsOf(fibre);
    Vec3d y;
    for (std::size_t n = 1; n < nodesPerTet_; ++n) y += (x[nodes[n]] - x[nodes[0]]) * weights[n];
    return y;
}

double Fibres::energy(const ElementNodes& elements, std::span<const Vec3d> x, const Jobs& jobs) const {
    return sumOver(jobs, static_cast<std::uint32_t>(fibres_.size()), kFibreGrain, [&](std::uint32_t i) {
        return fibres_[i].volume * fibreResponse(stretched(elements, i, x), fibres_[i].law).energy;
    });
}

void Fibres::addForces(const ElementNodes& elements, std::uint32_t begin, std::uint32_t end,
                       std::span<const Vec3d> x, std::span<Vec3d> f) const {
    forEach(begin, end, [&](std::uint32_t i) {
        const std::span<const std::uint32_t> nodes = elements[fibres_[i].element];
        const Vec3d y = stretched(elements, i, x);
        const Vec3d pull = y * (fibreResponse(y, fibres_[i].law).tension * fibres_[i].volume);
        for (std::size_t n = 0; n < nodesPerTet_; ++n) f[nodes[n]] -= pull * weightsOf(i)[n];
    });
}

void Fibres::addStiffness(const ElementNodes& elements, std::uint32_t begin, std::uint32_t end,
                          std::span<const Vec3d> x, StiffnessSum& sum) const {
    forEach(begin, end, [&](std::uint32_t i) {
        FibreResponse<double> r = fibreResponse(stretched(elements, i, x), fibres_[i].law);
        if (sum.definite) r = definite(r);
        if (r.across == 0 && r.along == 0) return;
        const Mat3d block = hessianOf(r) * fibres_[i].volume;
        const std::span<const std::uint32_t> places = sum.places[fibres_[i].element];
        for (std::size_t a = 0; a < nodesPerTet_; ++a) {
            for (std::size_t b = 0; b < nodesPerTet_; ++b) {
                const std::uint32_t place = places[nodesPerTet_ * a + b];
                if (place != FreeNodes::kHeld) sum.add(place, block * (weightsOf(i)[a] * weightsOf(i)[b]));
            }
        }
    });
}

}  // namespace sinew::tets
