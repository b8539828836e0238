#include "Support/Truth/Cases.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "Base/Check.h"

namespace sinew::truth {

namespace {

constexpr double kMillimetre = 1e-3;
constexpr double kOnPlane = 1e-9;  // metres

bool near(double a, double b) {
    return std::abs(a - b) < kOnPlane;
}

std::function<bool(Vec3d)> onPlane(int axis, double at) {
    return [=](Vec3d p) { return near(p[axis], at); };
}

Vec3d stay(Vec3d p) {
    return p;
}

std::string shortened(double number) {
    std::string text = std::to_string(number);
    text.erase(text.find_last_not_of('0') + 1);
    return text;
}

// One component of the displacement of a point; all in millimetres.
Sought displacement(const std::string& name, Vec3d point, int axis, double truth, double tolerance) {
    const Vec3d rest = point * kMillimetre;
    return {name, [=](const Solution& s) { return s.position(rest)[axis] - rest[axis]; }, truth * kMillimetre,
            tolerance * kMillimetre};
}

Sought position(const std::string& name, Vec3d point, int axis, double truth, double tolerance) {
    return {name, [=](const Solution& s) { return s.position(point * kMillimetre)[axis]; },
            truth * kMillimetre, tolerance * kMillimetre};
}

Sought energy(double truth, double tolerance) {
    return {"energy", [](const Solution& s) { return s.energy; }, truth, tolerance};
}

template <class Row, std::size_t N, class IsIt>
const Row& rowOf(const std::array<Row, N>& rows, IsIt&& isIt) {
    const auto at = std::find_if(rows.begin(), rows.end(), isIt);
    SINEW_CHECK(at != rows.end());
    return *at;
}

// A bar 300 mm long and 50 mm wide and high, clamped at x = 0.
Case clampedBar(double young, double poisson) {
    Case c;
    c.shape = box(Vec3d{0, -25, -25} * kMillimetre, Vec3d{300, 25, 25} * kMillimetre);
    c.divisions[0].across = 6;
    c.flesh.young = young;
    c.flesh.poisson = poisson;
    c.supports = {{onPlane(0, 0), stay}};
    return c;
}

constexpr Vec3d kGravity{0, 0, -9.81};

}  // namespace

Case cooksMembrane(double poisson) {
    struct Row {
        double poisson, cornerY, toleranceY, cornerX, toleranceX, middleY, toleranceMiddle;
    };
    constexpr std::array<Row, 5> kRows{{{0.3, 13.588, 0.004, -13.86, 0.02, 14.512, 0.004},
                                        {0.45, 12.104, 0.006, -11.50, 0.015, 12.716, 0.008},
                                        {0.49, 11.630, 0.008, -10.80, 0.015, 12.155, 0.010},
                                        {0.499, 11.519, 0.008, -10.635, 0.015, 12.025, 0.012},
                                        {0.4999, 11.508, 0.008, -10.62, 0.015, 12.012, 0.014}}};
    const Row& row = rowOf(kRows, [&](const Row& r) { return r.poisson == poisson; });
    constexpr double kMu = 0.4225e6, kThick = 2;  // Pa, mm
    Case c;
    c.name = "T1 " + shortened(poisson);
    const std::array<Vec3d, 4> corners{{{0, 0, 0}, {48, 44, 0}, {0, 44, 0}, {48, 60, 0}}};
    for (std::size_t i = 0; i < 8; ++i) {
        c.shape.corner[i] = (corners[i % 4] + Vec3d{0, 0, i < 4 ? 0 : kThick}) * kMillimetre;
    }
    c.divisions[2].fixed = 1;
    c.flesh.young = 2 * kMu * (1 + poisson);
    c.flesh.poisson = poisson;
    c.supports = {{onPlane(0, 0), stay}, {[](Vec3d) { return true; }, stay, {false, false, true}}};
    c.tractions = {{onPlane(0, 48 * kMillimetre), {0, 1e6 / 16, 0}}};
    c.sought = {displacement("corner y", {48, 60, 0}, 1, row.cornerY, row.toleranceY),
                displacement("corner x", {48, 60, 0}, 0, row.cornerX, row.toleranceX),
                displacement("middle y", {48, 52, 0}, 1, row.middleY, row.toleranceMiddle)};
    return c;
}

Case twistedBar(int degrees) {
    SINEW_CHECK(degrees == 90 || degrees == 180);
    const double angle = degrees * std::numbers::pi / 180, length = 0.4;
    const auto turned = [=](Vec3d p) {
        const double a = angle * p.z / length;
        return Vec3d{p.x * std::cos(a) - p.y * std::sin(a), p.x * std::sin(a) + p.y * std::cos(a), p.z};
    };
    Case c;
    c.name = "T2 " + std::to_string(degrees);
    c.shape = box({-0.05, -0.05, 0}, {0.05, 0.05, length});
    c.divisions[2].across = 4;
    c.supports = {{onPlane(2, 0), stay}, {onPlane(2, length), turned}};
    c.start = turned;
    const auto torque = [](const Solution& s) { return s.supports[1].torque.z; };
    const auto push = [](const Solution& s) { return s.supports[1].force.z; };
    if (degrees == 90) {
        c.sought = {energy(0.45429, 2e-5),
                    {"torque", torque, 0.58046, 2e-5},
                    {"axial force", push, -0.4526, 5e-4},
                    position("edge at 1/4, x", {50, 50, 100}, 0, 27.202, 0.002),
                    position("edge at 1/4, y", {50, 50, 100}, 1, 65.065, 0.002),
                    position("face at 1/4, y", {50, 0, 100}, 1, 18.962, 0.002),
                    position("edge at 1/2, y", {50, 50, 200}, 1, 70.524, 0.002)};
    } else {
        c.sought = {energy(1.8339, 1e-4),
                    {"torque", torque, 1.1798, 1e-4},
                    {"axial force", push, -2.130, 2e-3},
                    position("edge at 1/4, y", {50, 50, 100}, 1, 69.975, 0.02),
                    position("face at 1/4, x", {50, 0, 100}, 0, 35.401, 0.005),
                    position("edge at 1/2, y", {50, 50, 200}, 1, 49.484, 0.003),
                    position("face at 1/2, y", {50, 0, 200}, 1, 49.800, 0.006)};
    }
    return c;
}

Case cantilever(double young, double poisson) {
    struct Row {
        double young, poisson, x, z, toleranceX, toleranceZ, topZ, middleZ, energy, toleranceEnergy;
    };
    constexpr std::array<Row, 4> kRows{
        {{300e3, 0.45, -35.37, -134.97, 0.06, 0.12, -139.46, -50.59, 0.1908, 2e-4},
         {300e3, 0.49, -35.00, -134.3, 0.09, 0.2, -138.77, -50.24, 0.1898, 3e-4},
         {1e6, 0.45, -4.008, -46.67, 0.007, 0.04, -47.18, -16.94, 0.06914, 1e-4},
         {1e6, 0.49, -3.95, -46.33, 0.01, 0.09, -46.84, -16.78, 0.06856, 2e-4}}};
    const Row& row = rowOf(kRows, [&](const Row& r) { return r.young == young && r.poisson == poisson; });
    Case c = clampedBar(young, poisson);
    c.name = "T3 " + std::to_string(static_cast<int>(young / 1e3)) + " kPa " + shortened(poisson);
    c.gravity = kGravity;
    c.sought = {displacement("tip z", {300, 0, 0}, 2, row.z, row.toleranceZ),
                displacement("tip x", {300, 0, 0}, 0, row.x, row.toleranceX),
                displacement("top z", {300, 0, 25}, 2, row.topZ, 2 * row.toleranceZ),
                displacement("middle z", {150, 0, 0}, 2, row.middleZ, row.toleranceZ),
                energy(row.energy, row.toleranceEnergy)};
    return c;
}

Case pressedBlock(double poisson, int millimetres) {
    constexpr std::array<double, 5> kPlaces{5, 10, 20, 30, 40};
    struct Row {
        double poisson;
        int depth;
        double force, tolerance;
        std::array<double, 5> z;  // at kPlaces
    };
    constexpr std::array<Row, 4> kRows{{{0.45, 5, 2.803, 0.004, {-4.347, -2.410, -0.701, -0.322, -0.171}},
                                        {0.45, 10, 8.122, 0.010, {-9.256, -7.093, -2.154, -0.944, -0.492}},
                                        {0.49, 5, 2.916, 0.006, {-4.320, -2.325, -0.676, -0.307, -0.168}},
                                        {0.49, 10, 8.414, 0.012, {-9.207, -6.921, -2.044, -0.885, -0.478}}}};
    const Row& row =
        rowOf(kRows, [&](const Row& r) { return r.poisson == poisson && r.depth == millimetres; });
    constexpr double kHigh = 60, kRadius = 20, kStiff = 1e9;  // mm, mm, Pa/m
    Case c;
    c.name = "T4 " + shortened(poisson) + ", " + std::to_string(millimetres) + " mm";
    c.shape = box(Vec3d{-60, -60, 0} * kMillimetre, Vec3d{60, 60, kHigh} * kMillimetre);
    c.divisions[2].across = 0.5;
    c.flesh.poisson = poisson;
    c.supports = {{onPlane(2, 0), stay}};
    c.spheres = {{onPlane(2, kHigh * kMillimetre), Vec3d{0, 0, kHigh + kRadius - millimetres} * kMillimetre,
                  kRadius * kMillimetre, kStiff}};
    c.sought = {{"force", [](const Solution& s) { return -s.sphere.force.z; }, row.force, row.tolerance}};
    for (std::size_t i = 0; i < kPlaces.size(); ++i) {
        c.sought.push_back(displacement("z at " + std::to_string(static_cast<int>(kPlaces[i])) + " mm",
                                        {kPlaces[i], 0, kHigh}, 2, row.z[i], 0.008));
    }
    return c;
}

Case stiffCore(double poisson) {
    SINEW_CHECK(poisson == 0.45 || poisson == 0.49);
    const bool softer = poisson == 0.45;
    Case c = clampedBar(30e3, poisson);
    c.name = "T7 " + shortened(poisson);
    c.divisions[1].breaks = c.divisions[2].breaks = {0.3, 0.7};
    c.stiffer = [](Vec3d p) { return std::abs(p.y) < 0.01 && std::abs(p.z) < 0.01 ? 100.0 : 1.0; };
    c.gravity = kGravity;
    c.sought = {displacement("tip z", {300, 0, 0}, 2, softer ? -223.5 : -223.1, softer ? 0.25 : 0.5),
                displacement("tip x", {300, 0, 0}, 0, softer ? -119.15 : -118.7, softer ? 0.25 : 0.5),
                displacement("middle z", {150, 0, 0}, 2, softer ? -89.15 : -88.9, 0.5)};
    return c;
}

Case vibratingBar() {
    Case c = clampedBar(30e3, 0.45);
    c.name = "T6";
    return c;
}

const std::vector<double>& slowestFrequencies() {
    static const std::vector<double> hertz{0.4886, 0.4886, 2.4690, 2.7137, 2.7137, 4.6148,
                                           6.6154, 6.6154, 7.4065, 11.197, 11.197, 12.342};
    return hertz;
}

const std::vector<Uniaxial>& uniaxialStates() {
    static const std::vector<Uniaxial> states{
        {MaterialKind::Corotated, 0.3, 0.6, 1.12000000, -12000.000000},
        {MaterialKind::Corotated, 0.3, 0.8, 1.06000000, -6000.000000},
        {MaterialKind::Corotated, 0.3, 1.2, 0.94000000, 6000.000000},
        {MaterialKind::Corotated, 0.3, 1.5, 0.85000000, 15000.000000},
        {MaterialKind::Corotated, 0.3, 2.0, 0.70000000, 30000.000000},
        {MaterialKind::StableNeoHookean, 0.3, 0.6, 1.10554160, -16581.196581},
        {MaterialKind::StableNeoHookean, 0.3, 0.8, 1.06066017, -6995.192308},
        {MaterialKind::StableNeoHookean, 0.3, 1.2, 0.94280904, 5299.145299},
        {MaterialKind::StableNeoHookean, 0.3, 1.5, 0.86922699, 11495.726496},
        {MaterialKind::StableNeoHookean, 0.3, 2.0, 0.77459667, 19615.384615},
        {MaterialKind::MooneyRivlin, 0.3, 0.6, 1.09026568, -16687.844018},
        {MaterialKind::MooneyRivlin, 0.3, 0.8, 1.05751747, -7103.298473},
        {MaterialKind::MooneyRivlin, 0.3, 1.2, 0.94094996, 5180.016206},
        {MaterialKind::MooneyRivlin, 0.3, 1.5, 0.86091606, 10855.336705},
        {MaterialKind::MooneyRivlin, 0.3, 2.0, 0.75337080, 17661.684554},
        {MaterialKind::Corotated, 0.45, 0.6, 1.18000000, -12000.000000},
        {MaterialKind::Corotated, 0.45, 0.8, 1.09000000, -6000.000000},
        {MaterialKind::Corotated, 0.45, 1.2, 0.91000000, 6000.000000},
        {MaterialKind::Corotated, 0.45, 1.5, 0.77500000, 15000.000000},
        {MaterialKind::Corotated, 0.45, 2.0, 0.55000000, 30000.000000},
        {MaterialKind::StableNeoHookean, 0.45, 0.6, 1.24721913, -20613.026820},
        {MaterialKind::StableNeoHookean, 0.45, 0.8, 1.10397011, -7483.836207},
        {MaterialKind::StableNeoHookean, 0.45, 1.2, 0.92044675, 5110.153257},
        {MaterialKind::StableNeoHookean, 0.45, 1.5, 0.82999331, 10766.283525},
        {MaterialKind::StableNeoHookean, 0.45, 2.0, 0.72456884, 17974.137931},
        {MaterialKind::MooneyRivlin, 0.45, 0.6, 1.23770550, -22892.321381},
        {MaterialKind::MooneyRivlin, 0.45, 0.8, 1.10259534, -7846.091010},
        {MaterialKind::MooneyRivlin, 0.45, 1.2, 0.91980769, 4923.219398},
        {MaterialKind::MooneyRivlin, 0.45, 1.5, 0.82734941, 9944.947978},
        {MaterialKind::MooneyRivlin, 0.45, 2.0, 0.71827820, 15840.189362},
        {MaterialKind::Corotated, 0.49, 0.6, 1.19600000, -12000.000000},
        {MaterialKind::Corotated, 0.49, 0.8, 1.09800000, -6000.000000},
        {MaterialKind::Corotated, 0.49, 1.2, 0.90200000, 6000.000000},
        {MaterialKind::Corotated, 0.49, 1.5, 0.75500000, 15000.000000},
        {MaterialKind::Corotated, 0.49, 2.0, 0.51000000, 30000.000000},
        {MaterialKind::StableNeoHookean, 0.49, 0.6, 1.28235894, -21551.081283},
        {MaterialKind::StableNeoHookean, 0.49, 0.8, 1.11523540, -7597.525168},
        {MaterialKind::StableNeoHookean, 0.49, 1.2, 0.91439111, 5066.181954},
        {MaterialKind::StableNeoHookean, 0.49, 1.5, 0.81921372, 10596.569724},
        {MaterialKind::StableNeoHookean, 0.49, 2.0, 0.71063352, 17592.281879},
        {MaterialKind::MooneyRivlin, 0.49, 0.6, 1.28014316, -24882.128015},
        {MaterialKind::MooneyRivlin, 0.49, 0.8, 1.11492887, -8050.075487},
        {MaterialKind::MooneyRivlin, 0.49, 1.2, 0.91425398, 4860.309049},
        {MaterialKind::MooneyRivlin, 0.49, 1.5, 0.81865438, 9728.510807},
        {MaterialKind::MooneyRivlin, 0.49, 2.0, 0.70932134, 15415.256075}};
    return states;
}

// The free sides are held where uniaxial stress would bring them, so their forces are 0.
Case stretchedCube(const Uniaxial& state) {
    constexpr double kSide = 0.1;
    const auto stretched = [=](Vec3d p) {
        return Vec3d{p.x * state.stretch, p.y * state.lateral, p.z * state.lateral};
    };
    const auto onSurface = [](Vec3d p) {
        const auto atEnd = [](double x) { return near(x, 0) || near(x, kSide); };
        return atEnd(p.x) || atEnd(p.y) || atEnd(p.z);
    };
    Case c;
    c.name = "uniaxial " + shortened(state.poisson) + " " + shortened(state.stretch);
    c.shape = box({0, 0, 0}, {kSide, kSide, kSide});
    c.flesh.kind = state.kind;
    c.flesh.poisson = state.poisson;
    c.supports = {{onPlane(0, kSide), stretched}, {onSurface, stretched}};
    c.start = stretched;
    c.sought = {{"nominal stress", [](const Solution& s) { return s.supports[0].force.x / (kSide * kSide); },
                 state.stress, 1e-6}};
    return c;
}

Case stretchedFibres(const Uniaxial& state, FibreLaw<double> law) {
    Case c = stretchedCube(state);
    c.fibred = {{{1, 0, 0}, law}};
    // Across the fibres nothing changes, so that the state of the flesh is still one of uniaxial stress.
    const double strain = state.stretch - 1;
    c.sought[0].truth += strain <= 0        ? 0
                         : strain < law.toe ? law.stiffness * strain * strain / (2 * law.toe)
                                            : law.stiffness * (strain - law.toe / 2);
    return c;
}

Case barWithSkin() {
    Case c = clampedBar(100e3, 0.45);
    c.name = "skin";
    c.gravity = kGravity;
    c.skin = {.thickness = 0.002, .young = 1e6, .toe = 0.01};
    c.sought = {displacement("tip z", {300, 0, 0}, 2, 0, 0), displacement("tip x", {300, 0, 0}, 0, 0, 0)};
    return c;
}

}  // namespace sinew::truth
