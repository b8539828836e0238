#include "Offline/Tets/Linear/Preconditioner.h"

namespace sinew::tets {

namespace {

constexpr std::uint32_t kEntryGrain = 16384;

class InDouble : public Preconditioner {
  public:
    explicit InDouble(const MultilevelPlan& plan) : levels_(plan) {}

    void update(const BlockMatrix<double>& a, const Jobs& jobs, const ProgressCallback& progress) override {
        levels_.update(a, jobs, progress);
    }
    void apply(std::span<const Vec3d> r, std::span<Vec3d> z, const Jobs& jobs) override {
        levels_.apply(r, z, jobs);
    }

  private:
    Multilevel<double> levels_;
};

class InSingle : public Preconditioner {
  public:
    explicit InSingle(const MultilevelPlan& plan)
        : a_(zeroMatrix<float>(plan.graph)), r_(a_.rows()), z_(a_.rows()), levels_(plan) {}

    void update(const BlockMatrix<double>& a, const Jobs& jobs, const ProgressCallback& progress) override {
        parallelForRanges(jobs, static_cast<std::uint32_t>(a.value.size()), kEntryGrain,
                          [&](std::uint32_t begin, std::uint32_t end) {
                              for (std::uint32_t i = begin; i < end; ++i) {
                                  a_.value[i] = convert<float>(a.value[i]);
                              }
                          });
        levels_.update(a_, jobs, progress);
    }
    void apply(std::span<const Vec3d> r, std::span<Vec3d> z, const Jobs& jobs) override {
        const auto rows = static_cast<std::uint32_t>(r.size());
        parallelForRanges(jobs, rows, kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t i = begin; i < end; ++i) r_[i] = convert<float>(r[i]);
        });
        levels_.apply(r_, z_, jobs);
        parallelForRanges(jobs, rows, kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t i = begin; i < end; ++i) z[i] = convert<double>(z_[i]);
        });
    }

  private:
    BlockMatrix<float> a_;
    std::vector<Vec3f> r_, z_;
    Multilevel<float> levels_;
};

}  // namespace

std::unique_ptr<Preconditioner> makePreconditioner(const MultilevelPlan& plan, Precision precision) {
    if (precision == Precision::Double) return std::make_unique<InDouble>(plan);
    return std::make_unique<InSingle>(plan);
}

}  // namespace sinew::tets
