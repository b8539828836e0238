// Singular values and polar factors of 3×3 matrices, one matrix per lane, without branches or iterations.
//
// Deviation from McAdams et al. 2011, "Efficient elasticity for character skinning", §9.2 (quaternion Jacobi
// on S = AᵀA, then QR): the 3×3 problem is split into 1 + 2×2 with the closed form of the cubic, and the 2×2
// part is solved on A itself.
// 1. One eigenvalue of S is far from the other two, by at least √3 of their spread: the largest or the
// smallest.
//    It follows from the characteristic cubic, its eigenvector w from the adjugate of S − λI. The gap makes
//    both well-conditioned, whatever the other two eigenvalues do.
// 2. The left partner of w is Aw where w belongs to the largest singular value, and the cross product of the
//    images of w's complement where it belongs to the smallest. Either is far from zero.
// 3. What is left is A seen between the complements of both: a 2×2 matrix with an exact SVD.
// Only the couplings of w with its complement pass through S, and they are divided by a singular value of the
// order of the largest: the squared condition number of S does no harm.
//
// Square roots and divisions are the correctly rounded ones: the approximate ones differ between makers, and
// the same build must give the same bits on all of them. Numbers that are not finite make the mean of S's
// diagonal not finite, and through it every entry of the adjugate and so of the result.
#include "Math/Svd3Vectors.h"

#include "Math/Blocks.h"

namespace sinew::SINEW_KERNEL_NAMESPACE {
namespace {

// AᵀA = mean·I + the symmetric matrix with these entries.
struct Spectrum {
    Lanes xx, yy, zz, xy, xz, yz;
    Lanes spread2;  // of the eigenvalues about their mean
    Lanes det;
};

HWY_INLINE Spectrum spectrumOf(const Matrix& a) {
    const Lanes xx0 = dot(a.x, a.x), yy0 = dot(a.y, a.y), zz0 = dot(a.z, a.z);
    const Lanes xy = dot(a.x, a.y), xz = dot(a.x, a.z), yz = dot(a.y, a.z);
    const Lanes mean = (xx0 + yy0 + zz0) * set(1.0f / 3.0f);
    const Lanes xx = xx0 - mean, yy = yy0 - mean, zz = zz0 - mean;
    const Lanes off = mulAdd(yz, yz, mulAdd(xz, xz, xy * xy)), on = mulAdd(zz, zz, mulAdd(yy, yy, xx * xx));
    const Lanes spread2 = mulAdd(off, set(1.0f / 3.0f), mulAdd(on, set(1.0f / 6.0f), set(1e-24f)));
    const Lanes mixed = minor(xz, minor(xy, yz, xz, yy), xy, minor(xy, zz, xz, yz));
    return {xx, yy, zz, xy, xz, yz, spread2, mulAdd(xx, minor(yy, zz, yz, yz), mixed)};
}

// The eigenvalue that is alone, from the mean, and a number whose sign says on which side it is.
struct Root {
    Lanes value, side;
};

// 2cos(acos(t)/3), t from 0 to 1: the root of x³ − 3x = 2t above √3. Minimax, error 1.4e-7.
HWY_INLINE Lanes upperRoot(Lanes t) {
    Lanes p = mulAdd(set(-0.00208768978f), t, set(0.0102269177f));
    p = mulAdd(p, t, set(-0.0251543858f));
    p = mulAdd(p, t, set(0.0476091072f));
    p = mulAdd(p, t, set(-0.0959635596f));
    p = mulAdd(p, t, set(0.333318527f));
    return mulAdd(p, t, set(1.73205095f));
}

HWY_INLINE Root isolatedRoot(const Spectrum& s) {
    const Lanes spread = hn::Sqrt(s.spread2);
    // Adding nought turns -0 into +0: the root's sign and the later comparison must agree on the side.
    const Lanes side = set(0.5f) * s.det / (spread * spread * spread) + set(0.0f);
    return {withSign(upperRoot(hn::Min(hn::Abs(side), set(1.0f))) * spread, side), side};
}

// Not of unit length. The adjugate is a positive multiple of w wᵀ, of which the column with the largest
// diagonal is taken; where S is a multiple of the identity any w will do.
HWY_INLINE Vector isolatedEigenvector(const Spectrum& s, const Root& root) {
    const Lanes x = s.xx - root.value, y = s.yy - root.value, z = s.zz - root.value;
    const Lanes xx = minor(y, z, s.yz, s.yz) + set(1e-16f), yy = minor(x, z, s.xz, s.xz);
    const Lanes zz = minor(x, y, s.xy, s.xy), xy = minor(s.xz, s.yz, s.xy, z);
    const Lanes xz = minor(s.xy, s.yz, s.xz, y), yz = minor(s.xy, s.xz, s.yz, x);
    const Vector xOrY = select(yy > xx, {xy, yy, yz}, {xx, xy, xz});
    return select(zz > hn::Max(xx, yy), {xz, yz, zz}, xOrY);
}

// A times the right frame, and the direction of the left frame's axis.
struct Images {
    Vector axis, first, second, partner;
};

HWY_INLINE Images imagesOf(const Matrix& a, const Frame& right, Mask largest) {
    const Vector axis = a * right.axis, first = a * right.first, second = a * right.second;
    Vector partner = select(largest, axis, cross(first, second));
    partner.x = partner.x + set(1e-16f);  // decides only where A is zero
    return {axis, first, second, partner};
}

// Twice A between the two planes: e·identity + h·quarter turn + f·diag(1, −1) + g·exchange.
struct Block2 {
    Lanes e, f, g, h;
};

HWY_INLINE Block2 blockOf(const Frame& left, const Images& images) {
    const Lanes m11 = dot(left.first, images.first), m12 = dot(left.first, images.second);
    const Lanes m21 = dot(left.second, images.first), m22 = dot(left.second, images.second);
    // The bias gives a block without a rotation an angle. It is nothing beside singular values of the order
    // of one, and far above the bias of anglesOf, so that an angle that comes from it is exact too.
    const Lanes e = m11 + m22;
    return {e + withSign(set(1e-9f), e), m11 - m22, m21 + m12, m21 - m12};
}

// The block is q·rotation + r·reflection: its singular values are (q ± r)/2, the angles of its singular
// vectors half the sum and half the difference of the angles of both. re + i·im has the difference as its
// angle.
struct Angles {
    Lanes q, r, re, im;
    Lanes big, size, quotient;  // of the half angle: the larger of cosine and sine, both, 1/(size·q)
};

HWY_INLINE Angles anglesOf(const Block2& b) {
    const Lanes q = hn::Sqrt(mulAdd(b.e, b.e, b.h * b.h)), r = hn::Sqrt(mulAdd(b.f, b.f, b.g * b.g));
    const Lanes re = mulAdd(b.f, b.e, b.g * b.h), im = minor(b.g, b.e, b.f, b.h);
    const Lanes big = mulAdd(q, r, hn::Abs(re)) + set(1e-18f), size = hn::Sqrt(mulAdd(big, big, im * im));
    return {q, r, re, im, big, size, set(1.0f) / (size * q)};
}

struct Rotations {
    Rotation right, left;
};

HWY_INLINE Rotations rotationsOf(const Block2& b, const Angles& a) {
    const Mask narrow = a.re >= set(0.0f);
    const Lanes scale = a.quotient * a.q;
    const Rotation right{scale * hn::IfThenElse(narrow, a.big, hn::Abs(a.im)),
                         scale * hn::IfThenElse(narrow, a.im, withSign(a.big, a.im))};
    const Lanes turn = a.quotient * a.size, c = b.e * turn, s = b.h * turn;
    return {right, {negMulAdd(s, right.s, c * right.c), mulAdd(s, right.c, c * right.s)}};
}

// One register of matrices on its way.
struct Work {
    std::size_t block, lane;
    Scaling scale;
    Matrix a;
    Spectrum spectrum;
    Root root;
    Mask largest;
    Vector direction;
    Sizes rightSizes, leftSizes;
    Frame right, left;
    Images images;
    Block2 plane;
    Angles angles;
};

HWY_INLINE void start(Work& w, const Mat3Block* a, std::size_t index) {
    constexpr std::size_t kPerBlock = kBlockLanes / kLanes;
    w.block = index / kPerBlock;
    w.lane = index % kPerBlock * kLanes;
    const auto& at = a[w.block].at;
    const Matrix raw{load(at[0], w.lane), load(at[1], w.lane), load(at[2], w.lane)};
    w.scale = scalingOf(raw);
    w.a = raw * w.scale.down;
    w.spectrum = spectrumOf(w.a);
}

// Step by step for all of them, because each step is a chain of dependent operations: while one register's
// chain waits for a square root, the processor finds the next register's in its window.
template <class... Works>
HWY_INLINE void splitTogether(Works&... w) {
    ((w.root = isolatedRoot(w.spectrum)), ...);
    ((w.largest = w.root.side >= set(0.0f), w.direction = isolatedEigenvector(w.spectrum, w.root)), ...);
    ((w.rightSizes = sizesOf(w.direction)), ...);
    ((w.right = frameAlong(w.direction, w.rightSizes)), ...);
    ((w.images = imagesOf(w.a, w.right, w.largest)), ...);
    ((w.leftSizes = sizesOf(w.images.partner)), ...);
    ((w.left = frameAlong(w.images.partner, w.leftSizes)), ...);
    ((w.plane = blockOf(w.left, w.images)), ...);
}

// The columns in the order of the singular values: a cyclic exchange, which keeps the determinant.
HWY_INLINE void storeFrame(Mask axisFirst, const Frame& f, float (*at)[3][kBlockLanes], std::size_t lane) {
    store(select(axisFirst, f.axis, f.first), at[0], lane);
    store(select(axisFirst, f.first, f.second), at[1], lane);
    store(select(axisFirst, f.second, f.axis), at[2], lane);
}

// Rounding may leave nearly equal values out of order by as much; then the values alone are exchanged.
HWY_INLINE Vector ordered(const Vector& v) {
    const Lanes high = hn::Max(v.x, v.y), low = hn::Min(v.x, v.y), last = hn::Abs(v.z);
    return {hn::Max(high, last), hn::Max(low, hn::Min(high, last)), withSign(hn::Min(low, last), v.z)};
}

struct SvdOut {
    Mat3Block* u;
    Vec3Block* sigma;
    Mat3Block* v;

    HWY_INLINE void finish(const Work& w) const {
        const Rotations turn = rotationsOf(w.plane, w.angles);
        storeFrame(w.largest, turned(w.right, turn.right), v[w.block].at, w.lane);
        storeFrame(w.largest, turned(w.left, turn.left), u[w.block].at, w.lane);
        const Lanes axis = dot(w.left.axis, w.images.axis), half = set(0.5f);
        const Lanes first = (w.angles.q + w.angles.r) * half, second = (w.angles.q - w.angles.r) * half;
        const Vector values = select(w.largest, {axis, first, second}, {first, second, axis});
        store(ordered(values) * w.scale.up, sigma[w.block].at, w.lane);
    }

    template <class... Works>
    HWY_INLINE void finishTogether(Works&... w) const {
        ((w.angles = anglesOf(w.plane)), ...);
        (finish(w), ...);
    }
};

// R = U Vᵀ needs only the rotation that is in the block, not its singular vectors.
template <bool kWithStretch>
struct PolarOut {
    Mat3Block* rotation;
    Mat3Block* stretch;

    HWY_INLINE void finish(const Work& w) const {
        const Lanes inverse = w.angles.quotient;
        const Frame left = turned(w.left, {w.plane.e * inverse, w.plane.h * inverse});
        const Matrix r = outerProducts(left, w.right);
        storeMatrix(r, rotation[w.block].at, w.lane);
        if constexpr (!kWithStretch) return;
        const Lanes xy = dot(r.x, w.a.y), xz = dot(r.x, w.a.z), yz = dot(r.y, w.a.z);
        const Matrix s{{dot(r.x, w.a.x), xy, xz}, {xy, dot(r.y, w.a.y), yz}, {xz, yz, dot(r.z, w.a.z)}};
        storeMatrix(s * w.scale.up, stretch[w.block].at, w.lane);
    }

    template <class... Works>
    HWY_INLINE void finishTogether(Works&... w) const {
        ((w.angles.q = hn::Sqrt(mulAdd(w.plane.e, w.plane.e, w.plane.h * w.plane.h))), ...);
        ((w.angles.quotient = set(1.0f) / w.angles.q), ...);
        (finish(w), ...);
    }
};

template <class Out>
HWY_INLINE void decompose(const Mat3Block* a, std::size_t blocks, const Out& out) {
    const std::size_t count = blocks * (kBlockLanes / kLanes);
    std::size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        Work w0, w1, w2, w3;
        start(w0, a, i), start(w1, a, i + 1), start(w2, a, i + 2), start(w3, a, i + 3);
        splitTogether(w0, w1, w2, w3);
        out.finishTogether(w0, w1, w2, w3);
    }
    for (; i < count; ++i) {
        Work w;
        start(w, a, i);
        splitTogether(w);
        out.finishTogether(w);
    }
}

}  // namespace

void svd3(const Mat3Block* a, Mat3Block* u, Vec3Block* sigma, Mat3Block* v, std::size_t blocks) {
    decompose(a, blocks, SvdOut{u, sigma, v});
}

void polar3(const Mat3Block* a, Mat3Block* rotation, Mat3Block* stretch, std::size_t blocks) {
    if (stretch == nullptr) return decompose(a, blocks, PolarOut<false>{rotation, stretch});
    decompose(a, blocks, PolarOut<true>{rotation, stretch});
}

}  // namespace sinew::SINEW_KERNEL_NAMESPACE
