// The steps of a block Cholesky factorisation A = RᵀR and of solving with it, block by block.
#include "Runtime/Tick/Panel.h"

#include "Runtime/Tick/KernelLayout.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {
namespace {

// row −= factor · other, from one register of modes on.
HWY_INLINE void subtractRow(float* row, float factor, const float* other, std::uint32_t from,
                            std::uint32_t lanes) {
    const Modes f = Modes::all(factor);
    for (std::uint32_t j = from; j < lanes; j += kModeLanes) {
        Modes sum = Modes::load(row + j);
        sum.subtractProduct(f, Modes::load(other + j));
        sum.store(row + j);
    }
}

HWY_INLINE void scaleRow(float* row, float factor, std::uint32_t from, std::uint32_t lanes) {
    const Modes f = Modes::all(factor);
    for (std::uint32_t j = from; j < lanes; j += kModeLanes) (Modes::load(row + j) * f).store(row + j);
}

// Rows `first` to first + 7 of R, those above it known and what they do to these already taken off.
bool factorEight(float* square, std::uint32_t first, std::uint32_t lanes) {
    for (std::uint32_t i = first; i < first + kModeLanes; ++i) {
        float* const row = square + i * lanes;
        const float pivot = row[i];
        if (!(pivot > kMinPivot)) return false;
        const float inverse = 1.0f / __builtin_sqrtf(pivot);
        scaleRow(row, inverse, first, lanes);
        for (std::uint32_t l = i + 1; l < first + kModeLanes; ++l) {
            subtractRow(square + l * lanes, row[l], row, first, lanes);
        }
        for (std::uint32_t j = first; j < i; ++j) row[j] = 0;
        row[i] = inverse;
    }
    return true;
}

}  // namespace

bool factorBlock(float* square, std::uint32_t lanes) {
    for (std::uint32_t first = 0; first < lanes; first += kModeLanes) {
        addRowsOfTiles<Sign::Minus>(square + first, lanes, square, lanes, first, first / kModeLanes,
                                    lanes / kModeLanes, square + first * lanes, lanes);
        if (!factorEight(square, first, lanes)) return false;
    }
    return true;
}

void divideBlock(const float* factor, std::uint32_t lanes, float* block, std::uint32_t width) {
    for (std::uint32_t first = 0; first < lanes; first += kModeLanes) {
        addRowsOfTiles<Sign::Minus>(factor + first, lanes, block, width, first, 0, width / kModeLanes,
                                    block + first * width, width);
        for (std::uint32_t i = first; i < first + kModeLanes; ++i) {
            scaleRow(block + i * width, factor[i * lanes + i], 0, width);
            for (std::uint32_t l = i + 1; l < first + kModeLanes; ++l) {
                subtractRow(block + l * width, factor[i * lanes + l], block + i * width, 0, width);
            }
        }
    }
}

void subtractBlock(const float* a, std::uint32_t lanesA, const float* b, std::uint32_t lanesB,
                   std::uint32_t rows, float* to) {
    addProduct<Sign::Minus>(a, lanesA, b, lanesB, rows, to);
}

void subtractSquareBlock(const float* a, std::uint32_t lanes, std::uint32_t rows, float* to) {
    addSquare<Sign::Minus>(a, rows, lanes, to);
}

void addSquareBlock(const float* a, std::uint32_t lanes, std::uint32_t rows, float* to) {
    addSquare<Sign::Plus>(a, rows, lanes, to);
}

void forwardBlock(const float* factor, std::uint32_t lanes, float* x) {
    for (std::uint32_t i = 0; i < lanes; ++i) {
        const float value = x[i] * factor[i * lanes + i];
        subtractRow(x, value, factor + i * lanes, i / kModeLanes * kModeLanes, lanes);
        x[i] = value;
    }
}

void backwardBlock(const float* factor, std::uint32_t lanes, float* x) {
    for (std::uint32_t i = lanes; i-- > 0;) {
        const float* const row = factor + i * lanes;
        const float own = x[i];
        x[i] = 0;
        Modes sum;
        for (std::uint32_t j = i / kModeLanes * kModeLanes; j < lanes; j += kModeLanes) {
            sum.addProduct(Modes::load(row + j), Modes::load(x + j));
        }
        x[i] = (own - sum.sum()) * row[i];
    }
}

void addTransposed(const float* block, std::uint32_t stride, std::uint32_t rows, std::uint32_t width,
                   const float* x, float scale, float* y) {
    for (std::uint32_t j = 0; j < width; j += kModeLanes) {
        Modes even, odd;
        for (std::uint32_t i = 0; i + 1 < rows; i += 2) {
            even.addProduct(Modes::all(x[i]), Modes::load(block + i * stride + j));
            odd.addProduct(Modes::all(x[i + 1]), Modes::load(block + (i + 1) * stride + j));
        }
        if (rows % 2 != 0)
            even.addProduct(Modes::all(x[rows - 1]), Modes::load(block + (rows - 1) * stride + j));
        Modes sum = Modes::load(y + j);
        sum.addProduct(Modes::all(scale), even + odd);
        sum.store(y + j);
    }
}

void addTimes(const float* block, std::uint32_t stride, std::uint32_t rows, std::uint32_t width,
              const float* x, float scale, float* y) {
    for (std::uint32_t i = 0; i < rows; ++i) {
        Modes sum;
        for (std::uint32_t j = 0; j < width; j += kModeLanes) {
            sum.addProduct(Modes::load(block + i * stride + j), Modes::load(x + j));
        }
        y[i] += scale * sum.sum();
    }
}

void weightedSum(const WeightedArrays& arrays, std::uint32_t count, float* to) {
    for (std::uint32_t j = 0; j < count; j += kModeLanes) {
        Modes sum = Modes::load(arrays.array[0] + j) * Modes::all(arrays.weight[0]);
        for (std::uint32_t k = 1; k < arrays.count; ++k) {
            sum.addProduct(Modes::load(arrays.array[k] + j), Modes::all(arrays.weight[k]));
        }
        sum.store(to + j);
    }
}

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
