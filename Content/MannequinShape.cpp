#include "MannequinShape.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

const MannequinLandmarks kMarks;

// Columns: along `axis`, then as close to `hint` as orthogonality allows.
struct Frame {
    Frame(Vec3d axisDirection, Vec3d hint) : axis(normalized(axisDirection)) {
        front = normalized(hint - axis * dot(hint, axis));
        side = cross(axis, front);
    }
    Vec3d axis, front, side;
};

Loft loftAlong(Vec3d origin, const Frame& f, double startCap, double endCap, std::vector<Section> sections) {
    return {origin, f.axis, f.side, f.front, startCap, endCap, std::move(sections)};
}

// side = +X, front = +Z, measured from the floor.
Loft upright(double startCap, double endCap, std::vector<Section> sections) {
    return {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}, startCap, endCap, std::move(sections)};
}

Shape trunk() {
    Shape s;
    // height, centre x z, half-widths: outer, inner, front, back, squareness
    s.add(upright(0.035, 0.03,
                  {{0.862, 0, -0.008, 0.070, 0.070, 0.060, 0.070, 0.0},
                   {0.900, 0, -0.006, 0.128, 0.128, 0.082, 0.092, 0.1},
                   {0.950, 0, -0.004, 0.160, 0.160, 0.096, 0.100, 0.2},
                   {1.010, 0, -0.002, 0.152, 0.152, 0.100, 0.092, 0.2},
                   {1.080, 0, -0.002, 0.134, 0.134, 0.098, 0.082, 0.2},
                   {1.130, 0, -0.004, 0.130, 0.130, 0.098, 0.082, 0.25},
                   {1.200, 0, -0.008, 0.141, 0.141, 0.105, 0.090, 0.25},
                   {1.280, 0, -0.012, 0.157, 0.157, 0.111, 0.100, 0.25},
                   {1.350, 0, -0.018, 0.160, 0.160, 0.105, 0.102, 0.25},
                   {1.410, 0, -0.026, 0.140, 0.140, 0.084, 0.092, 0.15},
                   {1.455, 0, -0.034, 0.092, 0.092, 0.056, 0.070, 0.0}}),
          0.01);
    s.add(Ball{{0.070, 1.318, 0.052}, {0.084, 0.066, 0.040}}, 0.06);                 // pectoral
    s.add(Ball{{0.080, 0.908, -0.062}, {0.076, 0.084, 0.058}}, 0.05);                // glute
    s.add(Ball{{0.078, 1.335, -0.080}, {0.066, 0.090, 0.036}}, 0.07);                // shoulder blade
    s.add(Bar{{0.018, 1.525, -0.045}, {0.150, 1.430, -0.032}, 0.034, 0.036}, 0.07);  // trapezius
    s.add(Bar{{0.022, 1.420, 0.022}, {0.165, 1.432, -0.008}, 0.022, 0.032}, 0.05);   // collar bone
    s.add(upright(0.03, 0.03,
                  {{1.440, 0, -0.032, 0.066, 0.066, 0.056, 0.058, 0.0},
                   {1.480, 0, -0.028, 0.058, 0.058, 0.054, 0.054, 0.0},
                   {1.530, 0, -0.018, 0.055, 0.055, 0.055, 0.052, 0.0},
                   {1.580, 0, -0.008, 0.055, 0.055, 0.055, 0.056, 0.0}}),
          0.05);  // neck
    return s;
}

Shape head() {
    Shape s;
    s.add(Ball{{0, 1.656, -0.012}, {0.075, 0.094, 0.096}}, 0.01);                   // skull
    s.add(Ball{{0, 1.622, 0.022}, {0.056, 0.086, 0.072}}, 0.05);                    // face
    s.add(Ball{{0, 1.551, 0.058}, {0.020, 0.020, 0.024}}, 0.05);                    // chin
    s.add(Bar{{0.048, 1.592, 0.000}, {0.010, 1.550, 0.054}, 0.013, 0.013}, 0.05);   // jaw
    s.add(Bar{{0.010, 1.667, 0.076}, {0.044, 1.665, 0.061}, 0.009, 0.008}, 0.035);  // brow
    s.carve(Ball{{0.034, 1.643, 0.100}, {0.024, 0.016, 0.017}}, 0.03);              // eye socket
    s.add(Bar{{0, 1.655, 0.083}, {0, 1.618, 0.099}, 0.007, 0.0095}, 0.022);         // nose
    s.add(Ball{{0, 1.584, 0.079}, {0.019, 0.009, 0.011}}, 0.02);                    // mouth
    s.add(Ball{{0.076, 1.634, -0.012}, {0.008, 0.029, 0.017}}, 0.014);              // ear
    return s;
}

Shape arm() {
    Shape s;
    const Frame upper(kMarks.elbow - kMarks.shoulder, {0, 0, 1});
    const double upperLength = length(kMarks.elbow - kMarks.shoulder);
    // side is up and outwards, front is forwards
    s.add(loftAlong(kMarks.shoulder, upper, 0.05, 0.03,
                    {{-0.01, 0, 0, 0.054, 0.054, 0.056, 0.056, 0},
                     {0.06, 0, 0, 0.050, 0.052, 0.055, 0.054, 0},
                     {0.13, 0, 0.002, 0.044, 0.046, 0.052, 0.049, 0},
                     {0.20, 0, 0, 0.039, 0.040, 0.046, 0.044, 0},
                     {upperLength, 0, 0, 0.036, 0.036, 0.039, 0.041, 0}}),
          0.02);
    s.add(Ball{kMarks.shoulder + Vec3d{0.014, -0.008, 0.002}, {0.060, 0.060, 0.062}}, 0.06);  // deltoid
    const Frame fore(kMarks.wrist - kMarks.elbow, {0, 0, 1});
    const double foreLength = length(kMarks.wrist - kMarks.elbow);
    s.add(loftAlong(kMarks.elbow, fore, 0.03, 0.03,
                    {{0.00, 0, 0, 0.036, 0.036, 0.040, 0.040, 0},
                     {0.05, 0, 0.003, 0.040, 0.039, 0.044, 0.040, 0},
                     {0.10, 0, 0.003, 0.037, 0.036, 0.043, 0.037, 0},
                     {0.17, 0, 0.001, 0.029, 0.028, 0.035, 0.031, 0.1},
                     {foreLength, 0, 0, 0.022, 0.022, 0.029, 0.028, 0.2}}),
          0.03);
    return s;
}

Shape hand() {
    Shape s;
    const Frame palm(kMarks.knuckles - kMarks.wrist, {0, 0, 1});
    const double palmLength = length(kMarks.knuckles - kMarks.wrist);
    s.add(loftAlong(kMarks.wrist, palm, 0.02, 0.02,
                    {{-0.01, 0, 0, 0.020, 0.020, 0.027, 0.026, 0.2},
                     {0.03, 0, 0, 0.019, 0.021, 0.038, 0.034, 0.3},
                     {0.07, 0, 0, 0.017, 0.019, 0.043, 0.040, 0.4},
                     {palmLength, 0, 0, 0.016, 0.017, 0.043, 0.041, 0.4}}),
          0.01);
    const Frame mitt(kMarks.fingertips - kMarks.knuckles, {0, 0, 1});
    const double mittLength = length(kMarks.fingertips - kMarks.knuckles);
    s.add(loftAlong(kMarks.knuckles, mitt, 0.02, 0.018,
                    {{0.00, 0, 0, 0.015, 0.016, 0.042, 0.040, 0.4},
                     {0.04, 0, 0.001, 0.013, 0.014, 0.038, 0.037, 0.4},
                     {mittLength - 0.018, 0, 0.002, 0.010, 0.011, 0.027, 0.028, 0.3}}),
          0.015);
    const Vec3d base = kMarks.wrist + Vec3d{0.010, -0.024, 0.030};
    const Vec3d middle = base + Vec3d{0.020, -0.036, 0.034};
    s.add(Bar{base, middle, 0.017, 0.014}, 0.025);
    s.add(Bar{middle, middle + Vec3d{0.024, -0.030, 0.012}, 0.014, 0.011}, 0.012);
    return s;
}

Shape leg() {
    Shape s;
    s.add(upright(0.02, 0.05,
                  {{0.070, 0.125, -0.028, 0.030, 0.030, 0.034, 0.034, 0},
                   {0.105, 0.125, -0.028, 0.029, 0.029, 0.033, 0.033, 0},
                   {0.160, 0.124, -0.025, 0.032, 0.032, 0.034, 0.034, 0},
                   {0.240, 0.122, -0.020, 0.042, 0.040, 0.040, 0.045, 0},
                   {0.320, 0.120, -0.014, 0.051, 0.047, 0.046, 0.058, 0},
                   {0.385, 0.118, -0.010, 0.053, 0.049, 0.048, 0.061, 0},
                   {0.450, 0.115, -0.003, 0.049, 0.047, 0.050, 0.053, 0},
                   {0.500, 0.113, 0.003, 0.051, 0.049, 0.053, 0.048, 0},
                   {0.560, 0.111, 0.004, 0.055, 0.053, 0.059, 0.055, 0},
                   {0.650, 0.108, 0.006, 0.066, 0.063, 0.072, 0.068, 0},
                   {0.750, 0.105, 0.005, 0.076, 0.077, 0.082, 0.078, 0},
                   {0.840, 0.101, 0.000, 0.081, 0.085, 0.087, 0.088, 0},
                   {0.930, 0.096, -0.004, 0.074, 0.086, 0.083, 0.088, 0},
                   {1.010, 0.086, -0.004, 0.064, 0.080, 0.074, 0.074, 0}}),
          0.01);
    s.add(Ball{{0.113, 0.508, 0.036}, {0.030, 0.036, 0.024}}, 0.025);  // knee cap
    return s;
}

Shape foot() {
    Shape s;
    // side is up, front is outwards
    const Vec3d heel{0.122, 0, -0.060};
    const Frame f(Vec3d{kMarks.toe.x - 0.122, 0, kMarks.toe.z + 0.060}, {1, 0, 0});
    s.add(Loft{heel,
               f.axis,
               {0, 1, 0},
               f.front,
               0.022,
               0.022,
               {{0.000, 0.030, 0, 0.030, 0.040, 0.026, 0.026, 0.1},
                {0.040, 0.034, 0, 0.042, 0.040, 0.030, 0.030, 0.1},
                {0.090, 0.034, 0, 0.042, 0.040, 0.033, 0.032, 0.1},
                {0.140, 0.026, 0.001, 0.034, 0.034, 0.041, 0.038, 0.2},
                {0.180, 0.020, 0.001, 0.025, 0.030, 0.045, 0.042, 0.3},
                {0.215, 0.017, -0.002, 0.019, 0.026, 0.042, 0.040, 0.4},
                {0.235, 0.015, -0.005, 0.014, 0.022, 0.034, 0.034, 0.4}}},
          0.02);
    s.add(Bar{{0.125, 0.110, -0.026}, {0.128, 0.055, 0.030}, 0.028, 0.026}, 0.04);  // instep
    s.cutBelow(0, 0.014);
    return s;
}

double smoothStep(double from, double to, double x) {
    const double t = std::clamp((x - from) / (to - from), 0.0, 1.0);
    return t * t * (3 - 2 * t);
}

}  // namespace

Shape mannequinShape() {
    Shape arms = arm();
    arms.join(hand(), 0.02);
    Shape legs = leg();
    legs.join(foot(), 0.03);
    Shape body = trunk();
    body.join(head(), 0.03);
    body.join(legs, 0.06);
    body.join(arms, 0.05);
    body.mirror(0.006);
    return body;
}

double mannequinSizing(Vec3d p) {
    const double body = 0.0175;
    const double face = smoothStep(1.50, 1.56, p.y) * (1 - 0.25 * (1 - smoothStep(-0.03, 0.03, p.z)));
    const double hand = smoothStep(0.50, 0.58, p.x);
    const double foot = 1 - smoothStep(0.06, 0.16, p.y);
    const double fine = std::max({face, hand, foot * 0.8});
    return body + (0.0085 - body) * fine;
}

}  // namespace sinew
