// Forces and stiffness of a domain from the few points that stand for all (An, Kim, James 2008, section 4). A
// row of a point's ∂F/∂q has modes in lanes, stresses are evaluated with points in lanes; in between 16
// points change places in a buffer that the first-level cache holds.
#include "Runtime/Tick/Lanes.h"
#include "Runtime/Tick/Panel.h"

#include "Math/Blocks.h"
#include "Runtime/Tick/KernelLayout.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {

void svd3(const Mat3Block* a, Mat3Block* u, Vec3Block* sigma, Mat3Block* v, std::size_t blocks);

namespace {

static_assert(kBlockLanes == kAssetLanes && kAssetLanes % kLanes == 0);

// Of one block: entry 3·column + row of 3×3 matrices, 16 of them side by side.
struct alignas(64) Nine {
    float at[9][kAssetLanes];
};

Mat3<Lane> loadMatrix(const Nine& from, std::size_t lane) {
    Mat3<Lane> m;
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) m(r, c) = Lane::load(from.at[3 * c + r] + lane);
    }
    return m;
}

void storeMatrix(const Mat3<Lane>& m, Nine& to, std::size_t lane) {
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) m(r, c).store(to.at[3 * c + r] + lane);
    }
}

// visit with the number of registers-of-modes as a constant.
template <class Visit>
void withModes(const CubatureTask& task, Visit&& visit) {
    switch (task.lanes / kModeLanes) {
        case 1:
            return visit.template operator()<1>();
        case 2:
            return visit.template operator()<2>();
        case 3:
            return visit.template operator()<3>();
        case 4:
            return visit.template operator()<4>();
        case 5:
            return visit.template operator()<5>();
        case 6:
            return visit.template operator()<6>();
        case 7:
            return visit.template operator()<7>();
        default:
            return visit.template operator()<8>();
    }
}
static_assert(kMaxRank == 8 * kModeLanes);

// visit(first point, how many) for 16 at a time.
template <class Visit>
void forEachBlock(const CubatureTask& task, Visit&& visit) {
    for (std::uint32_t first = 0; first < task.points; first += kAssetLanes)
        visit(first, task.points - first < kAssetLanes ? task.points - first : kAssetLanes);
}

// F = I + Σ_j ∂F/∂q_j q_j. Each dot product is left as four sums, which are added for all points at once.
template <std::uint32_t kModes>
void deformations(const CubatureTask& task, std::uint32_t first, std::uint32_t points, Nine& f) {
    alignas(64) float quarters[9][kAssetLanes][4];
    Modes q[kModes];
    for (std::uint32_t j = 0; j < kModes; ++j) q[j] = Modes::load(task.q + j * kModeLanes);
    for (std::uint32_t t = 0; t < kAssetLanes; ++t) {
        const float* const basis = task.basis + std::size_t{first + (t < points ? t : 0)} * 9 * task.stride;
        for (std::uint32_t row = 0; row < 9; ++row) {
            const float* const rows = basis + row * task.stride;
            Modes sum = Modes::load(rows) * q[0];
            for (std::uint32_t j = 1; j < kModes; ++j)
                sum.addProduct(Modes::load(rows + j * kModeLanes), q[j]);
            sum.storeQuarters(quarters[row][t]);
        }
    }
    for (std::uint32_t row = 0; row < 9; ++row) {
        const Register rest = hn::Set(Tag(), row % 4 == 0 ? 1.0f : 0.0f);
        for (std::size_t lane = 0; lane < kAssetLanes; lane += kLanes) {
            Register a, b, c, d;
            hn::LoadInterleaved4(Tag(), quarters[row][lane], a, b, c, d);
            hn::Store(hn::Add(rest, hn::Add(hn::Add(a, b), hn::Add(c, d))), Tag(), f.at[row] + lane);
        }
    }
}

void deform(const CubatureTask& task, std::uint32_t first, std::uint32_t points, Nine& f) {
    withModes(task, [&]<std::uint32_t kModes>() { deformations<kModes>(task, first, points, f); });
}

template <class Energy>
Lane stressOf(const Mat3<Lane>& f, const Svd3<Lane>* svd, Lame<Lane> m, Mat3<Lane>& stress) {
    if constexpr (IsPolynomial<Energy, Lane>) {
        stress = Energy::stress(f, m);
        return Energy::energy(f, m);
    } else {
        const Principal<Lane> p = Energy::principal(svd->sigma, m);
        stress = svd->u * Mat3<Lane>::diagonal(p.stress) * transpose(svd->v);
        return p.energy;
    }
}

struct BlockSvd {
    Mat3Block u, v;
    Vec3Block sigma;
};

void decompose(const Nine& f, BlockSvd& svd) {
    static_assert(sizeof(Nine) == sizeof(Mat3Block));
    svd3(reinterpret_cast<const Mat3Block*>(&f), &svd.u, &svd.sigma, &svd.v, 1);
}

Svd3<Lane> loadSvd(const BlockSvd& from, std::size_t lane) {
    Svd3<Lane> svd;
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) {
            svd.u(r, c) = Lane::load(from.u.at[c][r] + lane);
            svd.v(r, c) = Lane::load(from.v.at[c][r] + lane);
        }
        svd.sigma[c] = Lane::load(from.sigma.at[c] + lane);
    }
    return svd;
}

// F becomes weight · P(F). Returns the energy, lane by lane.
template <class Energy>
Lane stresses(const AssetCubature& block, Nine& f) {
    [[maybe_unused]] BlockSvd decomposed;
    if constexpr (!IsPolynomial<Energy, Lane>) decompose(f, decomposed);
    Lane energy;
    for (std::size_t lane = 0; lane < kAssetLanes; lane += kLanes) {
        const Lane weight = Lane::load(block.weight + lane);
        const Lame<Lane> m{Lane::load(block.mu + lane), Lane::load(block.lambda + lane)};
        Svd3<Lane> svd;
        if constexpr (!IsPolynomial<Energy, Lane>) svd = loadSvd(decomposed, lane);
        Mat3<Lane> stress;
        energy += weight * stressOf<Energy>(loadMatrix(f, lane), &svd, m, stress);
        storeMatrix(stress * weight, f, lane);
    }
    return energy;
}

// visit(record) for the fibres of a block.
template <class Visit>
void forEachFibres(const CubatureTask& task, std::uint32_t firstPoint, Visit&& visit) {
    const std::uint32_t block = task.firstBlock + firstPoint / kAssetLanes;
    std::uint32_t i = 0;
    while (i < task.fibreRecords && task.fibres[i].block < block) ++i;
    for (; i < task.fibreRecords && task.fibres[i].block == block; ++i) visit(task.fibres[i]);
}

Vec3<Lane> directionOf(const AssetFibres& fibres, std::size_t lane) {
    return {Lane::load(fibres.direction[0] + lane), Lane::load(fibres.direction[1] + lane),
            Lane::load(fibres.direction[2] + lane)};
}

FibreResponse<Lane> responseOf(const AssetFibres& fibres, const Vec3<Lane>& y, std::size_t lane) {
    return fibreResponse(y,
                         FibreLaw<Lane>{Lane::load(fibres.stiffness + lane), Lane::load(fibres.toe + lane)});
}

// Adds weight · P(F) of one fibre per point, P = T F w wᵀ. Returns the energy, lane by lane.
Lane addFibreStresses(const AssetCubature& block, const AssetFibres& fibres, const Nine& f, Nine& stress) {
    Lane energy;
    for (std::size_t lane = 0; lane < kAssetLanes; lane += kLanes) {
        const Lane weight = Lane::load(block.weight + lane);
        const Vec3<Lane> w = directionOf(fibres, lane), y = loadMatrix(f, lane) * w;
        const FibreResponse<Lane> r = responseOf(fibres, y, lane);
        energy += weight * r.energy;
        storeMatrix(loadMatrix(stress, lane) + outer(y * (weight * r.tension), w), stress, lane);
    }
    return energy;
}

// Even and odd rows are summed apart: one sum alone would wait for itself.
template <std::uint32_t kModes>
void addForces(const CubatureTask& task, std::uint32_t first, std::uint32_t points, const Nine& stress) {
    Modes even[kModes], odd[kModes];
    for (std::uint32_t t = 0; t < points; ++t) {
        const float* const basis = task.basis + std::size_t{first + t} * 9 * task.stride;
        for (std::uint32_t row = 0; row < 9; ++row) {
            const Modes p = Modes::all(stress.at[row][t]);
            Modes(&sum)[kModes] = row % 2 == 0 ? even : odd;
            for (std::uint32_t j = 0; j < kModes; ++j) {
                sum[j].addProduct(Modes::load(basis + row * task.stride + j * kModeLanes), p);
            }
        }
    }
    for (std::uint32_t j = 0; j < kModes; ++j) {
        float* const to = task.force + j * kModeLanes;
        (Modes::load(to) + (even[j] + odd[j])).store(to);
    }
}

template <class Energy>
float forces(const CubatureTask& task) {
    for (std::uint32_t j = 0; j < task.lanes; j += kModeLanes) Modes().store(task.force + j);
    Lane energy;
    forEachBlock(task, [&](std::uint32_t first, std::uint32_t points) {
        Nine f, deformed;
        deform(task, first, points, f);
        if (task.fibreRecords > 0) deformed = f;
        energy += stresses<Energy>(task.blocks[first / kAssetLanes], f);
        forEachFibres(task, first, [&](const AssetFibres& fibres) {
            energy += addFibreStresses(task.blocks[first / kAssetLanes], fibres, deformed, f);
        });
        withModes(task, [&]<std::uint32_t kModes>() { addForces<kModes>(task, first, points, f); });
    });
    return hn::GetLane(hn::SumOfLanes(Tag(), energy.value));
}

// Rows whose squares, with their signs, add up to weight · H: √|λ| of each of the Hessian's eigenvectors.
struct alignas(64) Factors {
    float at[9][9][kAssetLanes];
    float sign[9][kAssetLanes];  // −1, 0 or 1
};

HWY_INLINE void storeFactor(const Mat3<Lane>& m, Lane eigenvalue, Lane weight, Factors& factors, int index,
                            std::size_t lane) {
    const Lane scaled = weight * eigenvalue, none(0);
    const Lane size = sqrt(select(scaled < none, -scaled, scaled));
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) (m(r, c) * size).store(factors.at[index][3 * c + r] + lane);
    }
    select(scaled < none, Lane(-1), select(scaled > none, Lane(1), none)).store(factors.sign[index] + lane);
}

template <class Energy>
void factorLanes(const AssetCubature& block, const Svd3<Lane>& svd, Factors& factors, std::size_t lane) {
    const Lane weight = Lane::load(block.weight + lane), half(0.5);
    const Lame<Lane> m{Lane::load(block.mu + lane), Lane::load(block.lambda + lane)};
    const Principal<Lane> p = Energy::principal(svd.sigma, m);
    const Eigen3<Lane> stretch = eigenOf(p.stretch, 4);
    Mat3<Lane> axes[3];
    for (int i = 0; i < 3; ++i) axes[i] = outer(svd.u.column[i], svd.v.column[i]);
    for (int k = 0; k < 3; ++k) {
        const Vec3<Lane>& v = stretch.vectors.column[k];
        storeFactor(axes[0] * v.x + axes[1] * v.y + axes[2] * v.z, stretch.values[k], weight, factors, k,
                    lane);
    }
    for (int k = 0; k < 3; ++k) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        const Mat3<Lane> ij = outer(svd.u.column[i], svd.v.column[j]);
        const Mat3<Lane> ji = outer(svd.u.column[j], svd.v.column[i]);
        storeFactor(ij + ji, p.shear[k] * half, weight, factors, 3 + k, lane);
        storeFactor(ij - ji, p.torque[k] * half, weight, factors, 6 + k, lane);
    }
}

// Rows of modes, those to be added from the front, those to be subtracted from the back.
struct Panel {
    static constexpr std::uint32_t kRows = 9 * kAssetLanes;
    alignas(64) float at[kRows * kMaxRank];
    std::uint32_t added, subtracted;
};

// One point's factors times its ∂F/∂q.
void appendRows(const float* basis, const CubatureTask& task, const Factors& factors, std::uint32_t point,
                Panel& panel) {
    float* to[9];
    std::uint32_t from[9], rows = 0;
    for (std::uint32_t a = 0; a < 9; ++a) {
        const float sign = factors.sign[a][point];
        if (sign == 0 || (sign < 0 && task.definite)) continue;
        const std::uint32_t row = sign > 0 ? panel.added++ : Panel::kRows - ++panel.subtracted;
        to[rows] = panel.at + row * task.lanes;
        from[rows++] = a;
    }
    for (std::uint32_t j = 0; j < task.lanes; j += kModeLanes) {
        Modes b[9];
        for (std::uint32_t i = 0; i < 9; ++i) b[i] = Modes::load(basis + i * task.stride + j);
        for (std::uint32_t k = 0; k < rows; ++k) {
            const auto& factor = factors.at[from[k]];
            Modes sum = b[0] * Modes::all(factor[0][point]);
            for (std::uint32_t i = 1; i < 9; ++i) sum.addProduct(b[i], Modes::all(factor[i][point]));
            sum.store(to[k] + j);
        }
    }
}

// Roots of the stiffness of one fibre per point, times the weights of the points: across² I + beyond² axis
// axisᵀ over y = F w. Fibres that only pull are at least as stiff along themselves as across.
struct FibreFactors {
    alignas(64) float across[kAssetLanes], beyond[kAssetLanes], axis[3][kAssetLanes];
};

void findFibreFactors(const AssetCubature& block, const AssetFibres& fibres, const Nine& f,
                      FibreFactors& to) {
    for (std::size_t lane = 0; lane < kAssetLanes; lane += kLanes) {
        const Lane weight = Lane::load(block.weight + lane);
        const FibreResponse<Lane> r =
            definite(responseOf(fibres, loadMatrix(f, lane) * directionOf(fibres, lane), lane));
        sqrt(weight * r.across).store(to.across + lane);
        sqrt(weight * detail::notNegative(r.along - r.across)).store(to.beyond + lane);
        for (int i = 0; i < 3; ++i) r.axis[i].store(to.axis[i] + lane);
    }
}

// Four rows per fibre whose squares are its stiffness: the three of ∂y/∂q, and the one along its axis.
struct FibreRows {
    alignas(64) float at[4 * kAssetLanes * kMaxRank];
    std::uint32_t count = 0;
};

void appendFibreRows(const float* basis, const CubatureTask& task, const AssetFibres& fibres,
                     const FibreFactors& by, std::uint32_t point, FibreRows& to) {
    if (by.across[point] == 0 && by.beyond[point] == 0) return;
    const Modes across = Modes::all(by.across[point]), beyond = Modes::all(by.beyond[point]);
    float* const rows = to.at + to.count * task.lanes;
    for (std::uint32_t j = 0; j < task.lanes; j += kModeLanes) {
        Modes axial;
        for (std::uint32_t r = 0; r < 3; ++r) {
            Modes y;
            for (std::uint32_t c = 0; c < 3; ++c) {
                y.addProduct(Modes::load(basis + (3 * c + r) * task.stride + j),
                             Modes::all(fibres.direction[c][point]));
            }
            axial.addProduct(y, Modes::all(by.axis[0][point]));
            (y * across).store(rows + r * task.lanes + j);
        }
        (axial * beyond).store(rows + 3 * task.lanes + j);
    }
    to.count += 4;
}

void addFibreStiffness(const CubatureTask& task, std::uint32_t first, std::uint32_t points, const Nine& f) {
    forEachFibres(task, first, [&](const AssetFibres& fibres) {
        FibreFactors factors;
        FibreRows rows;
        findFibreFactors(task.blocks[first / kAssetLanes], fibres, f, factors);
        for (std::uint32_t t = 0; t < points; ++t) {
            appendFibreRows(task.basis + std::size_t{first + t} * 9 * task.stride, task, fibres, factors, t,
                            rows);
        }
        addSquare<Sign::Plus>(rows.at, rows.count, task.lanes, task.stiffness);
    });
}

template <class Energy>
void stiffness(const CubatureTask& task) {
    Panel panel;
    clearSquare(task.stiffness, task.lanes);
    forEachBlock(task, [&](std::uint32_t first, std::uint32_t points) {
        Nine f;
        BlockSvd decomposed;
        Factors factors;
        deform(task, first, points, f);
        decompose(f, decomposed);
        for (std::size_t lane = 0; lane < kAssetLanes; lane += kLanes) {
            factorLanes<Energy>(task.blocks[first / kAssetLanes], loadSvd(decomposed, lane), factors, lane);
        }
        panel.added = panel.subtracted = 0;
        for (std::uint32_t t = 0; t < points; ++t) {
            appendRows(task.basis + std::size_t{first + t} * 9 * task.stride, task, factors, t, panel);
        }
        const float* const back = panel.at + (Panel::kRows - panel.subtracted) * task.lanes;
        addSquare<Sign::Plus>(panel.at, panel.added, task.lanes, task.stiffness);
        if (panel.subtracted > 0) addSquare<Sign::Minus>(back, panel.subtracted, task.lanes, task.stiffness);
        if (task.fibreRecords > 0) addFibreStiffness(task, first, points, f);
    });
    mirrorUpper(task.stiffness, task.lanes);
}

// Of one block, times the weights of its points.
struct Curvatures {
    Nine f;  // F · pressure
    Nine g;  // cof F · √bulk
    alignas(64) float plain[kAssetLanes];
};

template <class Energy>
void findCurvatures(const AssetCubature& block, const Nine& deformed, Curvatures& to) {
    for (std::size_t lane = 0; lane < kAssetLanes; lane += kLanes) {
        const Lane weight = Lane::load(block.weight + lane);
        const Lame<Lane> m{Lane::load(block.mu + lane), Lane::load(block.lambda + lane)};
        const Mat3<Lane> f = loadMatrix(deformed, lane);
        const Curvature<Lane> c = Energy::curvature(determinant(f), m);
        storeMatrix(f * (weight * c.pressure), to.f, lane);
        storeMatrix(cofactor(f) * sqrt(weight * c.bulk), to.g, lane);
        (weight * c.plain).store(to.plain + lane);
    }
}

// Rows of H · ∂F/∂q but for what is of rank one, and of that the root.
struct CurvedRows {
    alignas(64) float at[9 * kAssetLanes * kMaxRank];
    alignas(64) float root[kAssetLanes * kMaxRank];
};

// The change of a column of cof F: f₊ × b₋ − f₋ × b₊, with the columns after it and before it.
HWY_INLINE void addCofactorChange(const Modes (&b)[9], const Curvatures& by, std::uint32_t point, int column,
                                  Modes (&sum)[3]) {
    const int next = 3 * ((column + 1) % 3), last = 3 * ((column + 2) % 3);
    for (int r = 0; r < 3; ++r) {
        const int up = (r + 1) % 3, down = (r + 2) % 3;
        sum[r].addProduct(b[last + down], Modes::all(by.f.at[next + up][point]));
        sum[r].subtractProduct(b[last + up], Modes::all(by.f.at[next + down][point]));
        sum[r].subtractProduct(b[next + down], Modes::all(by.f.at[last + up][point]));
        sum[r].addProduct(b[next + up], Modes::all(by.f.at[last + down][point]));
    }
}

void appendCurved(const float* basis, const CubatureTask& task, const Curvatures& by, std::uint32_t point,
                  CurvedRows& to) {
    float* const rows = to.at + std::size_t{9} * point * task.lanes;
    const Modes plain = Modes::all(by.plain[point]);
    for (std::uint32_t j = 0; j < task.lanes; j += kModeLanes) {
        Modes b[9], root;
        for (std::uint32_t i = 0; i < 9; ++i) {
            b[i] = Modes::load(basis + i * task.stride + j);
            root.addProduct(b[i], Modes::all(by.g.at[i][point]));
        }
        root.store(to.root + point * task.lanes + j);
        for (int column = 0; column < 3; ++column) {
            Modes sum[3];
            for (int r = 0; r < 3; ++r) sum[r].addProduct(b[3 * column + r], plain);
            addCofactorChange(b, by, point, column, sum);
            for (int r = 0; r < 3; ++r)
                sum[r].store(rows +
                             (3 * static_cast<std::uint32_t>(column) + static_cast<std::uint32_t>(r)) *
                                 task.lanes +
                             j);
        }
    }
}

// The true stiffness, definite or not.
template <class Energy>
void curvedStiffness(const CubatureTask& task) {
    CurvedRows rows;
    clearSquare(task.stiffness, task.lanes);
    forEachBlock(task, [&](std::uint32_t first, std::uint32_t points) {
        const float* const basis = task.basis + std::size_t{first} * 9 * task.stride;
        Nine f;
        Curvatures curvatures;
        deform(task, first, points, f);
        findCurvatures<Energy>(task.blocks[first / kAssetLanes], f, curvatures);
        for (std::uint32_t t = 0; t < points; ++t)
            appendCurved(basis + std::size_t{9} * t * task.stride, task, curvatures, t, rows);
        addSymmetric<Sign::Plus>(basis, task.stride, rows.at, task.lanes, 9 * points, task.lanes,
                                 task.stiffness);
        addSquare<Sign::Plus>(rows.root, points, task.lanes, task.stiffness);
        if (task.fibreRecords > 0) addFibreStiffness(task, first, points, f);
    });
    mirrorUpper(task.stiffness, task.lanes);
}

}  // namespace

float cubatureForces(const CubatureTask& task) {
    return withMaterial<Lane>(static_cast<MaterialKind>(task.material),
                              [&](auto energy) { return forces<decltype(energy)>(task); });
}

void cubatureStiffness(const CubatureTask& task) {
    withMaterial<Lane>(static_cast<MaterialKind>(task.material), [&](auto energy) {
        using Energy = decltype(energy);
        if constexpr (HasCurvature<Energy, Lane>) {
            if (!task.definite) return curvedStiffness<Energy>(task);
        }
        stiffness<Energy>(task);
    });
}

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
