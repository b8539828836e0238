// Reference cases of elasticity: what is solved and which numbers are known, free of any discretisation. A
// solver takes part by a Backend (TetBackend.h) that turns a case into a Solution.
#pragma once

#include <array>
#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "Material/Fibre.h"
#include "Math/Vec3.h"
#include "Offline/Full/Settings.h"

namespace sinew::truth {

// The unit cube, mapped trilinearly.
struct Hexahedron {
    std::array<Vec3d, 8> corner;  // metres; of bits xyz of the index

    Vec3d at(Vec3d unit) const;
};

Hexahedron box(Vec3d low, Vec3d high);

// Where a mesh of cells has its planes, along one axis of the unit cube.
struct Division {
    double across = 1;           // cells for each cell across the section
    std::vector<double> breaks;  // places from 0 to 1 that must be planes, where the material changes
    std::uint32_t fixed = 0;     // cells at any resolution; 0 for as many as `across` says

    // The planes, from 0 to 1, for a number of cells across the section.
    std::vector<double> planes(std::uint32_t cells) const;
};

// Points of the rest shape that are held, each at its own place.
struct Support {
    std::function<bool(Vec3d)> where;
    std::function<Vec3d(Vec3d)> place;           // of a rest position
    std::array<bool, 3> axes{true, true, true};  // that are held; the others are free
};

// A dead load on a part of the surface.
struct Traction {
    std::function<bool(Vec3d)> where;
    Vec3d perArea;  // Pa, per area of the rest shape
};

// A frictionless rigid sphere with the energy k/2 depth² per rest area of the surface that it touches.
struct Sphere {
    std::function<bool(Vec3d)> where;
    Vec3d centre;
    double radius = 0, stiffness = 0;  // metres, Pa/m
};

// The resultant of the forces that a support or a sphere exerts on the body.
struct Resultant {
    Vec3d force, torque;  // N, N m about the origin
};

using Clock = std::chrono::steady_clock;
double secondsSince(Clock::time_point start);

// What it took to solve a case.
struct Cost {
    std::uint32_t unknowns = 0;
    double prepareSeconds = 0, solveSeconds = 0;
    int newtonSteps = 0, linearIterations = 0;
};

struct Solution {
    bool converged = false;
    std::function<Vec3d(Vec3d)> position;  // of the point with a rest position
    double energy = 0;                     // J, elastic
    std::vector<Resultant> supports;       // in the order of the case
    Resultant sphere;
    Cost cost;
};

// A number that a solution must have, in SI units.
struct Sought {
    std::string name;
    std::function<double(const Solution&)> of;
    double truth = 0, tolerance = 0;
};

// Fibres that run through all of the body.
struct Fibred {
    Vec3d direction;
    FibreLaw<double> law;
};

struct Case {
    std::string name;
    Hexahedron shape;
    std::array<Division, 3> divisions;  // along the axes of the unit cube
    Flesh flesh;
    std::function<double(Vec3d)> stiffer;  // factor on Young's modulus; empty for 1
    SkinLayer skin = {};                   // on the whole surface
    std::vector<Fibred> fibred = {};
    std::vector<Support> supports;
    Vec3d gravity;  // m/s²
    std::vector<Traction> tractions;
    std::vector<Sphere> spheres;        // at most one
    std::function<Vec3d(Vec3d)> start;  // positions to start from; empty for the rest shape
    int loadSteps = 1;                  // gravity and tractions grow in so many steps
    std::vector<Sought> sought;
};

using Backend = std::function<Solution(const Case&, std::uint32_t cellsAcross)>;

// The relative error of a number.
double errorOf(const Sought& sought, const Solution& solution);

}  // namespace sinew::truth
