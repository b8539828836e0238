#include "Offline/Tets/Linear/Galerkin.h"

#include <algorithm>

#include "Base/Check.h"
#include "Offline/Error.h"

namespace sinew::tets {

namespace {

constexpr std::uint32_t kCoarseGrain = 64;

// Collects the columns of one row after the other.
class RowBuilder {
  public:
    explicit RowBuilder(std::uint32_t columns) : slot_(columns, 0), stamp_(columns, 0) {}

    void start() {
        ++row_;
        columns_.clear();
    }
    void add(std::uint32_t column) {
        if (stamp_[column] == row_) return;
        stamp_[column] = row_;
        columns_.push_back(column);
    }
    void finish(Graph& graph) {
        std::sort(columns_.begin(), columns_.end());
        if (columns_.size() > std::numeric_limits<std::uint16_t>::max()) {
            throw Error(ErrorKind::Failed, "a coarse node has more than 65535 neighbours",
                        "Use a different number of tetrahedra, and report the problem: the volume mesh is "
                        "badly shaped.");
        }
        for (std::size_t i = 0; i < columns_.size(); ++i) slot_[columns_[i]] = static_cast<std::uint16_t>(i);
        graph.column.insert(graph.column.end(), columns_.begin(), columns_.end());
        graph.rowStart.push_back(static_cast<std::uint32_t>(graph.column.size()));
    }
    // Within the row just finished.
    std::uint16_t slot(std::uint32_t column) const { return slot_[column]; }

  private:
    std::vector<std::uint16_t> slot_;
    std::vector<std::uint32_t> stamp_;
    std::vector<std::uint32_t> columns_;
    std::uint32_t row_ = 0;
};

}  // namespace

Galerkin::Galerkin(std::shared_ptr<const Graph> fine, Prolongation prolongation)
    : fine_(std::move(fine)), p_(std::move(prolongation)) {
    transposeStart_.assign(p_.columns() + 1, 0);
    for (const std::uint32_t c : p_.node) ++transposeStart_[c + 1];
    for (std::uint32_t c = 0; c < p_.columns(); ++c) transposeStart_[c + 1] += transposeStart_[c];
    transposeRow_.resize(p_.node.size());
    transposeWeight_.resize(p_.node.size());
    std::vector<std::uint32_t> fill(transposeStart_.begin(), transposeStart_.end() - 1);
    for (std::uint32_t i = 0; i < p_.rows(); ++i) {
        for (std::uint32_t k = p_.rowStart[i]; k < p_.rowStart[i + 1]; ++k) {
            const std::uint32_t at = fill[p_.node[k]]++;
            transposeRow_[at] = i;
            transposeWeight_[at] = p_.weight[k];
        }
    }
    planHalfProduct();
    planCoarseRows();
}

void Galerkin::planHalfProduct() {
    RowBuilder builder(p_.columns());
    halfSlotStart_.push_back(0);
    for (std::uint32_t i = 0; i < fine_->rows(); ++i) {
        builder.start();
        for (const std::uint32_t j : fine_->row(i)) {
            for (std::uint32_t k = p_.rowStart[j]; k < p_.rowStart[j + 1]; ++k) builder.add(p_.node[k]);
        }
        builder.finish(half_);
        for (const std::uint32_t j : fine_->row(i)) {
            for (std::uint32_t k = p_.rowStart[j]; k < p_.rowStart[j + 1]; ++k) {
                halfSlot_.push_back(builder.slot(p_.node[k]));
            }
        }
        halfSlotStart_.push_back(static_cast<std::uint32_t>(halfSlot_.size()));
    }
}

void Galerkin::planCoarseRows() {
    auto coarse = std::make_shared<Graph>();
    RowBuilder builder(p_.columns());
    for (std::uint32_t r = 0; r < p_.columns(); ++r) {
        builder.start();
        for (std::uint32_t t = transposeStart_[r]; t < transposeStart_[r + 1]; ++t) {
            for (const std::uint32_t c : half_.row(transposeRow_[t])) builder.add(c);
        }
        builder.finish(*coarse);
        for (std::uint32_t t = transposeStart_[r]; t < transposeStart_[r + 1]; ++t) {
            coarseSlotStart_.push_back(coarseSlot_.size());
            for (const std::uint32_t c : half_.row(transposeRow_[t])) coarseSlot_.push_back(builder.slot(c));
        }
    }
    coarse_ = std::move(coarse);
}

template <class T>
void Galerkin::halfProduct(const BlockMatrix<T>& fine, std::vector<Mat3<T>>& half, const Jobs& jobs) const {
    parallelForRanges(jobs, fine.rows(), kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) {
            Mat3<T>* const row = half.data() + half_.rowStart[i];
            std::fill(row, row + half_.row(i).size(), Mat3<T>{});
            const std::uint16_t* slot = halfSlot_.data() + halfSlotStart_[i];
            for (std::uint32_t k = fine.graph->rowStart[i]; k < fine.graph->rowStart[i + 1]; ++k) {
                const std::uint32_t j = fine.graph->column[k];
                for (std::uint32_t c = p_.rowStart[j]; c < p_.rowStart[j + 1]; ++c) {
                    Mat3<T>& sum = row[*slot++];
                    sum = sum + fine.value[k] * static_cast<T>(p_.weight[c]);
                }
            }
        }
    });
}

template <class T>
void Galerkin::product(const BlockMatrix<T>& fine, BlockMatrix<T>& coarse, const Jobs& jobs) {
    SINEW_CHECK(fine.graph == fine_ && coarse.graph == coarse_);
    std::vector<Mat3<T>> half(half_.column.size());
    halfProduct(fine, half, jobs);
    parallelForRanges(jobs, coarse.rows(), kCoarseGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t r = begin; r < end; ++r) {
            Mat3<T>* const row = coarse.value.data() + coarse_->rowStart[r];
            std::fill(row, row + coarse_->row(r).size(), Mat3<T>{});
            for (std::uint32_t t = transposeStart_[r]; t < transposeStart_[r + 1]; ++t) {
                const std::uint32_t i = transposeRow_[t];
                const T weight = static_cast<T>(transposeWeight_[t]);
                const std::uint16_t* slot = coarseSlot_.data() + coarseSlotStart_[t];
                for (std::uint32_t k = half_.rowStart[i]; k < half_.rowStart[i + 1]; ++k) {
                    Mat3<T>& sum = row[*slot++];
                    sum = sum + half[k] * weight;
                }
            }
        }
    });
}

template <class T>
void Galerkin::restrictTo(std::span<const Vec3<T>> fine, std::span<Vec3<T>> coarse, const Jobs& jobs) const {
    parallelForRanges(jobs, p_.columns(), kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t r = begin; r < end; ++r) {
            Vec3<T> sum;
            for (std::uint32_t t = transposeStart_[r]; t < transposeStart_[r + 1]; ++t) {
                sum += fine[transposeRow_[t]] * static_cast<T>(transposeWeight_[t]);
            }
            coarse[r] = sum;
        }
    });
}

template <class T>
void Galerkin::addProlonged(std::span<const Vec3<T>> coarse, std::span<Vec3<T>> fine,
                            const Jobs& jobs) const {
    parallelForRanges(jobs, p_.rows(), kNodeGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t i = begin; i < end; ++i) {
            for (std::uint32_t k = p_.rowStart[i]; k < p_.rowStart[i + 1]; ++k) {
                fine[i] += coarse[p_.node[k]] * static_cast<T>(p_.weight[k]);
            }
        }
    });
}

template void Galerkin::product(const BlockMatrix<float>&, BlockMatrix<float>&, const Jobs&);
template void Galerkin::product(const BlockMatrix<double>&, BlockMatrix<double>&, const Jobs&);
template void Galerkin::restrictTo(std::span<const Vec3f>, std::span<Vec3f>, const Jobs&) const;
template void Galerkin::restrictTo(std::span<const Vec3d>, std::span<Vec3d>, const Jobs&) const;
template void Galerkin::addProlonged(std::span<const Vec3f>, std::span<Vec3f>, const Jobs&) const;
template void Galerkin::addProlonged(std::span<const Vec3d>, std::span<Vec3d>, const Jobs&) const;

}  // namespace sinew::tets
