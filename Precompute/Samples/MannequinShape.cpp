#include "Samples/MannequinShape.h"

#include <algorithm>
#include <cmath>

namespace sinew {

namespace {

const MannequinLandmarks kLandmarks;

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
                   {0.900, 0, -0.006, 0.126, 0.126, 0.082, 0.090, 0.1},
                   {0.950, 0, -0.004, 0.156, 0.156, 0.094, 0.096, 0.2},
                   {1.010, 0, -0.002, 0.150, 0.150, 0.094, 0.088, 0.2},
                   {1.060, 0, -0.002, 0.140, 0.140, 0.091, 0.079, 0.2},
                   {1.110, 0, -0.003, 0.135, 0.135, 0.090, 0.078, 0.2},
                   {1.160, 0, -0.006, 0.138, 0.138, 0.095, 0.084, 0.2},
                   {1.220, 0, -0.010, 0.148, 0.148, 0.105, 0.092, 0.25},
                   {1.290, 0, -0.013, 0.161, 0.161, 0.110, 0.099, 0.25},
                   {1.350, 0, -0.018, 0.164, 0.164, 0.103, 0.101, 0.25},
                   {1.410, 0, -0.026, 0.142, 0.142, 0.084, 0.092, 0.15},
                   {1.455, 0, -0.034, 0.088, 0.088, 0.054, 0.068, 0.0}}),
          0.01);
    s.add(Ball{{0.078, 1.334, 0.050}, {0.084, 0.056, 0.040}}, 0.05);                 // pectoral
    s.add(Bar{{0.034, 1.212, 0.074}, {0.094, 1.160, 0.048}, 0.017, 0.010}, 0.05);    // rib arch
    s.add(Ball{{0.036, 1.050, 0.062}, {0.040, 0.120, 0.034}}, 0.04);                 // abdomen
    s.add(Ball{{0.132, 1.290, -0.040}, {0.036, 0.110, 0.050}}, 0.07);                // latissimus
    s.add(Ball{{0.080, 0.906, -0.062}, {0.076, 0.082, 0.060}}, 0.045);               // glute
    s.add(Ball{{0.078, 1.335, -0.080}, {0.066, 0.090, 0.036}}, 0.06);                // shoulder blade
    s.add(Bar{{0.020, 1.505, -0.048}, {0.180, 1.442, -0.030}, 0.026, 0.024}, 0.06);  // trapezius
    s.add(Bar{{0.020, 1.424, 0.018}, {0.182, 1.438, -0.010}, 0.015, 0.024}, 0.05);   // collar bone
    s.add(upright(0.03, 0.03,
                  {{1.440, 0, -0.032, 0.058, 0.058, 0.052, 0.056, 0.0},
                   {1.480, 0, -0.028, 0.052, 0.052, 0.051, 0.052, 0.0},
                   {1.530, 0, -0.018, 0.049, 0.049, 0.051, 0.050, 0.0},
                   {1.580, 0, -0.008, 0.049, 0.049, 0.051, 0.056, 0.0}}),
          0.04);                                                                     // neck
    s.add(Bar{{0.042, 1.575, -0.020}, {0.014, 1.436, 0.016}, 0.008, 0.009}, 0.025);  // mastoid
    return s;
}

Shape head() {
    Shape s;
    s.add(Ball{{0, 1.660, -0.014}, {0.076, 0.090, 0.098}}, 0.01);  // skull
    s.add(upright(0.016, 0.03,
                  {{1.546, 0, 0.052, 0.020, 0.020, 0.026, 0.030, 0.3},
                   {1.566, 0, 0.040, 0.036, 0.036, 0.040, 0.040, 0.3},
                   {1.590, 0, 0.026, 0.049, 0.049, 0.053, 0.040, 0.2},
                   {1.620, 0, 0.016, 0.058, 0.058, 0.066, 0.040, 0.2},
                   {1.650, 0, 0.010, 0.062, 0.062, 0.072, 0.040, 0.2},
                   {1.690, 0, 0.006, 0.058, 0.058, 0.072, 0.040, 0.2}}),
          0.03);                                                                      // face
    s.add(Bar{{0.053, 1.596, -0.004}, {0.014, 1.552, 0.056}, 0.011, 0.011}, 0.03);    // jaw
    s.add(Ball{{0, 1.549, 0.066}, {0.016, 0.013, 0.014}}, 0.02);                      // chin
    s.add(Ball{{0.046, 1.628, 0.044}, {0.012, 0.009, 0.018}}, 0.045);                 // cheek bone
    s.add(Bar{{0.010, 1.664, 0.078}, {0.046, 1.663, 0.058}, 0.008, 0.007}, 0.025);    // brow
    s.carve(Ball{{0.031, 1.643, 0.096}, {0.019, 0.012, 0.022}}, 0.02);                // eye socket
    s.add(Ball{{0.031, 1.642, 0.063}, {0.017, 0.012, 0.016}}, 0.006);                 // eye
    s.add(Bar{{0, 1.654, 0.083}, {0, 1.615, 0.100}, 0.006, 0.008}, 0.016);            // nose
    s.add(Ball{{0.009, 1.611, 0.090}, {0.008, 0.007, 0.010}}, 0.010);                 // nostril
    s.add(Ball{{0, 1.5905, 0.073}, {0.022, 0.0075, 0.013}}, 0.006);                   // upper lip
    s.add(Ball{{0, 1.5765, 0.072}, {0.019, 0.0075, 0.012}}, 0.006);                   // lower lip
    s.add(Bar{{0.074, 1.652, -0.018}, {0.070, 1.620, -0.008}, 0.015, 0.010}, 0.010);  // ear
    return s;
}

Shape arm() {
    Shape s;
    const Frame upper(kLandmarks.elbow - kLandmarks.shoulder, {0, 0, 1});
    const double upperLength = length(kLandmarks.elbow - kLandmarks.shoulder);
    // side is down and inwards, front is forwards
    s.add(loftAlong(kLandmarks.shoulder, upper, 0.05, 0.03,
                    {{0.02, 0, 0, 0.050, 0.046, 0.052, 0.052, 0},
                     {0.07, 0, 0, 0.048, 0.048, 0.054, 0.054, 0},
                     {0.12, 0, 0.001, 0.045, 0.046, 0.053, 0.052, 0},
                     {0.16, 0, 0.002, 0.043, 0.041, 0.051, 0.050, 0},
                     {0.22, 0, 0, 0.038, 0.036, 0.043, 0.043, 0},
                     {upperLength, 0, 0, 0.035, 0.034, 0.038, 0.040, 0}}),
          0.02);
    s.add(Ball{kLandmarks.shoulder + Vec3d{0.014, -0.014, 0.002}, {0.056, 0.052, 0.060}}, 0.04);  // deltoid
    s.add(Bar{kLandmarks.shoulder + Vec3d{0.028, -0.022, 0.002},
              kLandmarks.shoulder + Vec3d{0.090, -0.080, 0.002}, 0.042, 0.032},
          0.03);
    const Frame fore(kLandmarks.wrist - kLandmarks.elbow, {0, 0, 1});
    const double foreLength = length(kLandmarks.wrist - kLandmarks.elbow);
    s.add(loftAlong(kLandmarks.elbow, fore, 0.03, 0.03,
                    {{0.00, 0, 0, 0.035, 0.034, 0.039, 0.040, 0},
                     {0.055, 0, 0.003, 0.040, 0.040, 0.046, 0.041, 0},
                     {0.10, 0, 0.003, 0.037, 0.037, 0.043, 0.038, 0},
                     {0.16, 0, 0.001, 0.029, 0.028, 0.034, 0.031, 0.1},
                     {0.21, 0, 0, 0.022, 0.022, 0.028, 0.027, 0.2},
                     {foreLength, 0, 0, 0.020, 0.020, 0.028, 0.027, 0.3}}),
          0.03);
    return s;
}

Shape hand() {
    Shape s;
    const Frame palm(kLandmarks.knuckles - kLandmarks.wrist, {0, 0, 1});
    const double palmLength = length(kLandmarks.knuckles - kLandmarks.wrist);
    s.add(loftAlong(kLandmarks.wrist, palm, 0.02, 0.02,
                    {{-0.01, 0, 0, 0.019, 0.019, 0.027, 0.026, 0.3},
                     {0.03, 0, 0, 0.021, 0.019, 0.038, 0.035, 0.3},
                     {0.07, 0, 0, 0.020, 0.017, 0.044, 0.043, 0.3},
                     {palmLength, 0, 0, 0.018, 0.016, 0.045, 0.044, 0.3}}),
          0.01);
    const Frame mitt(kLandmarks.fingertips - kLandmarks.knuckles, {0, 0, 1});
    const double mittLength = length(kLandmarks.fingertips - kLandmarks.knuckles);
    s.add(loftAlong(kLandmarks.knuckles, mitt, 0.02, 0.030,
                    {{0.00, 0, 0, 0.016, 0.015, 0.044, 0.043, 0.3},
                     {0.04, 0, 0.001, 0.014, 0.013, 0.041, 0.040, 0.2},
                     {mittLength - 0.030, 0, 0.002, 0.011, 0.011, 0.034, 0.034, 0.1}}),
          0.012);
    const Vec3d base = kLandmarks.wrist + Vec3d{0.006, -0.022, 0.030};
    const Vec3d middle = base + Vec3d{0.020, -0.040, 0.040};
    s.add(Bar{base, middle, 0.019, 0.014}, 0.025);  // thumb
    s.add(Bar{middle, middle + Vec3d{0.026, -0.034, 0.014}, 0.014, 0.011}, 0.012);
    return s;
}

Shape leg() {
    Shape s;
    s.add(upright(0.02, 0.05,
                  {{0.070, 0.125, -0.028, 0.028, 0.028, 0.032, 0.034, 0},
                   {0.105, 0.125, -0.028, 0.027, 0.027, 0.031, 0.033, 0},
                   {0.160, 0.124, -0.025, 0.030, 0.030, 0.033, 0.034, 0},
                   {0.230, 0.122, -0.020, 0.038, 0.037, 0.038, 0.044, 0},
                   {0.300, 0.120, -0.014, 0.050, 0.046, 0.044, 0.060, 0},
                   {0.365, 0.118, -0.010, 0.056, 0.052, 0.047, 0.067, 0},
                   {0.430, 0.115, -0.004, 0.050, 0.048, 0.048, 0.057, 0},
                   {0.490, 0.113, 0.002, 0.047, 0.046, 0.049, 0.047, 0},
                   {0.550, 0.111, 0.004, 0.052, 0.050, 0.056, 0.053, 0},
                   {0.640, 0.108, 0.006, 0.066, 0.062, 0.072, 0.068, 0},
                   {0.750, 0.105, 0.005, 0.079, 0.077, 0.084, 0.078, 0},
                   {0.840, 0.101, 0.000, 0.083, 0.085, 0.088, 0.086, 0},
                   {0.930, 0.096, -0.004, 0.074, 0.086, 0.083, 0.086, 0},
                   {1.010, 0.086, -0.004, 0.064, 0.080, 0.074, 0.074, 0}}),
          0.01);
    s.add(Ball{{0.082, 0.565, 0.030}, {0.022, 0.046, 0.028}}, 0.045);              // inner vastus
    s.add(Ball{{0.142, 0.590, 0.026}, {0.022, 0.060, 0.030}}, 0.045);              // outer vastus
    s.add(Ball{{0.113, 0.508, 0.036}, {0.025, 0.031, 0.026}}, 0.018);              // knee cap
    s.add(Bar{{0.113, 0.490, 0.036}, {0.115, 0.436, 0.034}, 0.012, 0.012}, 0.02);  // its tendon
    return s;
}

Shape foot() {
    Shape s;
    // side is up, front is outwards
    const Vec3d heel{0.122, 0, -0.060};
    const Frame f(Vec3d{kLandmarks.toe.x - 0.122, 0, kLandmarks.toe.z + 0.060}, {1, 0, 0});
    s.add(Loft{heel,
               f.axis,
               {0, 1, 0},
               f.front,
               0.026,
               0.024,
               {{0.000, 0.030, 0, 0.034, 0.040, 0.028, 0.028, 0.1},
                {0.040, 0.034, 0, 0.042, 0.040, 0.030, 0.030, 0.1},
                {0.090, 0.034, 0, 0.042, 0.040, 0.033, 0.032, 0.1},
                {0.140, 0.026, 0.001, 0.034, 0.034, 0.042, 0.038, 0.2},
                {0.180, 0.020, 0.001, 0.025, 0.030, 0.046, 0.043, 0.3},
                {0.215, 0.016, -0.002, 0.017, 0.026, 0.042, 0.040, 0.3},
                {0.238, 0.014, -0.008, 0.012, 0.022, 0.030, 0.030, 0.3}}},
          0.02);
    s.add(Bar{{0.125, 0.110, -0.026}, {0.128, 0.055, 0.030}, 0.028, 0.026}, 0.04);   // instep
    s.add(Bar{{0.124, 0.150, -0.046}, {0.122, 0.045, -0.064}, 0.013, 0.017}, 0.03);  // heel cord
    s.add(Ball{{0.152, 0.086, -0.032}, {0.010, 0.014, 0.013}}, 0.02);                // outer ankle
    s.add(Ball{{0.098, 0.096, -0.022}, {0.010, 0.014, 0.014}}, 0.02);                // inner ankle
    s.add(Bar{{0.124, 0.022, 0.130}, {0.133, 0.017, 0.186}, 0.016, 0.013}, 0.012);   // big toe
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
    const double head = smoothStep(1.50, 1.56, p.y);
    const double features = smoothStep(1.52, 1.56, p.y) * (1 - smoothStep(1.66, 1.70, p.y));
    const double face = features * std::max(smoothStep(0.01, 0.07, p.z), smoothStep(0.065, 0.08, p.x));
    const double hand = smoothStep(0.50, 0.58, p.x);
    const double foot = 1 - smoothStep(0.06, 0.16, p.y);
    const double fine = std::max({head * 0.7 + face * 0.65, hand * 1.15, foot * 0.9});
    return body + (0.0085 - body) * fine;
}

}  // namespace sinew
