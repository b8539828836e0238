#include "Offline/Reduction/Cubature/Cubature.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "Base/Check.h"
#include "Offline/Error.h"
#include "Offline/Reduction/Cubature/CubatureColumns.h"
#include "Offline/Reduction/Cubature/CubatureSelection.h"

namespace sinew::reduction {

namespace {

// Cosine to the residual from which a candidate is worth trying; columns in float know it to about 1e-7.
constexpr double kAlong = 1e-6;
constexpr std::uint32_t kBetweenReports = 1024;
constexpr double kFurther = 0.85;  // of the tolerance: how far elements are added before some are dropped

// splitmix64: the same everywhere, unlike the standard library's distributions.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}
    std::uint32_t below(std::uint32_t count) {
        state_ += 0x9e3779b97f4a7c15U;
        std::uint64_t z = state_;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return static_cast<std::uint32_t>(((z ^ (z >> 31)) >> 32) * count >> 32);
    }

  private:
    std::uint64_t state_;
};

class Trainer {
  public:
    Trainer(const CubatureProblem& problem, const CubatureSettings& settings, const Jobs& jobs,
            const ProgressCallback& progress)
        : problem_(problem),
          settings_(settings),
          jobs_(jobs),
          progress_(progress),
          columns_(problem, settings.cacheBytes),
          order_(problem.candidates),
          useless_(problem.candidates),
          dice_(settings.seed) {
        std::iota(order_.begin(), order_.end(), 0U);
    }

    Cubature train();

  private:
    void grow(CubatureSelection& selection, double tolerance, std::uint32_t limit);
    void prune(CubatureSelection& selection) const;
    bool exchange(CubatureSelection& selection);

    std::vector<std::uint32_t> best(const CubatureSelection& selection, std::uint32_t count);
    std::vector<std::uint32_t> bestOf(std::span<const std::uint32_t> candidates,
                                      const CubatureSelection& selection, std::uint32_t count);
    std::vector<std::uint32_t> drawn(const CubatureSelection& selection, std::uint32_t count);
    void tell(double error);

    const CubatureProblem& problem_;
    const CubatureSettings& settings_;
    const Jobs& jobs_;
    const ProgressCallback& progress_;
    CubatureColumns columns_;
    std::vector<std::uint32_t> order_;  // a permutation, shuffled on as candidates are drawn
    std::vector<bool> useless_;         // candidates that did not lower the error when they were tried
    Dice dice_;
    int steps_ = 0;
    double done_ = 0;
};

// The error falls about exponentially with the elements.
void Trainer::tell(double error) {
    const double share = std::log(std::max(error, settings_.tolerance)) / std::log(settings_.tolerance);
    done_ = std::max(done_, std::clamp(share, 0.0, 1.0));
    report(progress_, done_);
}

// Without those that are chosen or useless, so it may be fewer.
std::vector<std::uint32_t> Trainer::drawn(const CubatureSelection& selection, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count && count < problem_.candidates; ++i) {
        std::swap(order_[i], order_[i + dice_.below(problem_.candidates - i)]);
    }
    std::vector<bool> out = useless_;
    for (const std::uint32_t element : selection.elements()) out[element] = true;
    std::vector<std::uint32_t> candidates;
    std::copy_if(order_.begin(), order_.begin() + count, std::back_inserter(candidates),
                 [&](std::uint32_t c) { return !out[c]; });
    return candidates;
}

// Those most along the residual; among equals the first by number.
std::vector<std::uint32_t> Trainer::bestOf(std::span<const std::uint32_t> candidates,
                                           const CubatureSelection& selection, std::uint32_t count) {
    const std::span<const double> residual = selection.residual();
    std::vector<double> along(candidates.size());
    for (std::size_t first = 0; first < candidates.size(); first += kBetweenReports) {
        const std::size_t size = std::min<std::size_t>(kBetweenReports, candidates.size() - first);
        columns_.correlate(candidates.subspan(first, size), residual, std::span(along).subspan(first, size),
                           jobs_);
        tell(selection.error());
    }
    std::vector<std::uint32_t> places;
    const double threshold = kAlong * std::sqrt(orderedDot(residual, residual));
    for (std::uint32_t i = 0; i < candidates.size(); ++i) {
        if (along[i] > threshold) places.push_back(i);
    }
    std::sort(places.begin(), places.end(), [&](std::uint32_t a, std::uint32_t b) {
        return along[a] != along[b] ? along[a] > along[b] : candidates[a] < candidates[b];
    });
    places.resize(std::min<std::size_t>(places.size(), count));
    for (std::uint32_t& place : places) place = candidates[place];
    return places;
}

// Of some candidates, or of all where none of those helps.
std::vector<std::uint32_t> Trainer::best(const CubatureSelection& selection, std::uint32_t count) {
    const std::uint32_t all = problem_.candidates, some = settings_.candidatesPerStep == 0
                                                              ? all
                                                              : std::min(settings_.candidatesPerStep, all);
    std::vector<std::uint32_t> found = bestOf(drawn(selection, some), selection, count);
    if (found.empty() && some < all) found = bestOf(drawn(selection, all), selection, count);
    return found;
}

// Ends: each step lowers the error or makes a candidate useless for good.
void Trainer::grow(CubatureSelection& selection, double tolerance, std::uint32_t limit) {
    while (selection.error() > tolerance && selection.size() < limit) {
        const std::uint32_t count = std::min(settings_.elementsPerStep, limit - selection.size());
        const std::vector<std::uint32_t> found = best(selection, count);
        if (found.empty()) return;
        const double before = selection.error();
        for (const std::uint32_t candidate : found) selection.add(candidate);
        selection.solve();
        ++steps_;
        if (selection.error() < before) continue;
        for (const std::uint32_t candidate : found) useless_[candidate] = true;
    }
}

// Drops what is missed least while the tolerance allows it or the budget asks for it.
void Trainer::prune(CubatureSelection& selection) const {
    while (selection.size() > 1) {
        CubatureSelection fewer = selection;
        fewer.remove(selection.weakest());
        fewer.solve();
        const bool tooMany = settings_.maxElements > 0 && selection.size() > settings_.maxElements;
        if (!tooMany && fewer.error() > settings_.tolerance) return;
        selection = std::move(fewer);
    }
}

bool Trainer::exchange(CubatureSelection& selection) {
    CubatureSelection other = selection;
    grow(other, kFurther * settings_.tolerance, 2 * selection.size());
    prune(other);
    if (other.error() > settings_.tolerance || other.size() >= selection.size()) return false;
    selection = std::move(other);
    return true;
}

Cubature Trainer::train() {
    CubatureSelection selection(problem_);
    const std::uint32_t budget = settings_.maxElements;
    grow(selection, settings_.tolerance,
         budget == 0 ? problem_.candidates : std::min(problem_.candidates, budget + budget / 4));
    prune(selection);
    for (int round = 0; round < settings_.maxExchanges && selection.error() <= settings_.tolerance; ++round) {
        if (!exchange(selection)) break;
    }
    return selection.result(steps_);
}

void check(const CubatureProblem& problem, const CubatureSettings& settings) {
    SINEW_CHECK(problem.target.size() == problem.rows);
    if (!(settings.tolerance > 0 && settings.tolerance < 1)) {
        throw badInput("the cubature has the tolerance " + std::to_string(settings.tolerance) +
                           ", which is not between 0 and 1",
                       "Set a relative error between 0 and 1, for example 0.05.");
    }
    if (settings.elementsPerStep == 0) {
        throw badInput("the cubature adds no elements per step", "Set 1 or more elements per step.");
    }
    if (!std::all_of(problem.target.begin(), problem.target.end(),
                     [](double v) { return std::isfinite(v); })) {
        throw badInput("a training pose of the cubature has forces that are not finite",
                       "Remove training poses whose solve did not converge.");
    }
}

}  // namespace

Cubature trainCubature(const CubatureProblem& problem, const CubatureSettings& settings, const Jobs& jobs,
                       const ProgressCallback& progress) {
    check(problem, settings);
    report(progress, 0);
    Cubature cubature = Trainer(problem, settings, jobs, progress).train();
    report(progress, 1);
    return cubature;
}

double cubatureError(const CubatureProblem& problem, const Cubature& cubature) {
    std::vector<double> residual = problem.target, column(problem.rows);
    for (std::size_t i = 0; i < cubature.elements.size(); ++i) {
        problem.column(cubature.elements[i], column);
        for (std::size_t row = 0; row < residual.size(); ++row) {
            residual[row] -= cubature.weights[i] * column[row];
        }
    }
    const double square = orderedDot(problem.target, problem.target);
    return square > 0 ? std::sqrt(orderedDot(residual, residual) / square) : 0;
}

CubatureProblem equalPoses(CubatureProblem problem, std::uint32_t rowsPerPose) {
    SINEW_CHECK(rowsPerPose > 0 && problem.rows % rowsPerPose == 0);
    std::vector<double> lengths;
    for (std::size_t row = 0; row < problem.rows; row += rowsPerPose) {
        const auto pose = std::span<const double>(problem.target).subspan(row, rowsPerPose);
        lengths.push_back(std::sqrt(orderedDot(pose, pose)));
    }
    // Below, a pose's force is what rounding has left of others' that cancel.
    const double nothing = 1e-9 * *std::max_element(lengths.begin(), lengths.end());
    const auto scale = [lengths, nothing, rowsPerPose](std::span<double> column) {
        for (std::size_t row = 0; row < column.size(); ++row) {
            const double length = lengths[row / rowsPerPose];
            column[row] = length > nothing ? column[row] / length : 0;
        }
    };
    scale(problem.target);
    problem.column = [raw = std::move(problem.column), scale](std::uint32_t candidate,
                                                              std::span<double> column) {
        raw(candidate, column);
        scale(column);
    };
    return problem;
}

}  // namespace sinew::reduction
