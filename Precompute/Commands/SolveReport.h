// The results of every pose, as JSON and as a table.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "Commands/SolveOptions.h"
#include "Offline/Full/Dynamics.h"
#include "Offline/Poses/MakeFullSolver.h"
#include "Offline/Volume/BodyParts.h"

namespace sinew {

// Of a posed skin.
struct SkinFigures {
    double volume = 0;                // m³ inside the flesh's triangles
    std::size_t pairs = 0;            // of self-intersecting triangles
    std::vector<double> partVolumes;  // m³, of the body's parts by their skin (BodyParts.h)
};

struct PoseFigures {
    std::string label, clip;
    double time = 0;
    PoseReport report;
    SkinFigures linearBlend, dualQuaternion;
    std::optional<SkinFigures> solved;  // set if it converged
    std::vector<double> fleshVolumes;   // m³, of the body's parts by their elements; empty if not converged
    std::optional<Energies> energies;   // of motion over time
};

// "tets" or "cells", as in the report's keys; capitalised at the end of a compound key.
std::string elementNoun(SolverKind solver, bool capital = false);

struct SolveSummary {
    std::string name;  // the character's
    Recipe settings;
    bool dynamic = false;  // solved over time
    poses::BodyReport volume;
    unsigned threads = 0;
    double volumeSeconds = 0, prepareSeconds = 0;
    std::vector<std::string> partNames;  // joints
    std::vector<double> partVolumes;     // m³ of flesh in the bind pose
    SkinFigures bound;                   // the skin in the bind pose
    std::size_t wanted = 0;              // poses
    std::vector<PoseFigures> poses;      // that were attempted
    bool stopped = false;

    std::string noun(bool capital = false) const { return elementNoun(volume.solver, capital); }
    std::vector<std::string> notConverged() const;
};

// Measures the skin of a character.
class SkinMeasure {
  public:
    SkinMeasure(const Character& character, std::span<const PartDecision> decisions,
                const std::vector<BodyPart>& parts, const Jobs& jobs);
    SkinFigures operator()(std::span<const Vec3d> positions) const;

  private:
    const Character& character_;
    const std::vector<BodyPart>& parts_;
    std::vector<Triangle> flesh_;
    Jobs jobs_;
};

nlohmann::ordered_json solveJson(const SolveSummary& summary);
std::string solveTable(const SolveSummary& summary);

}  // namespace sinew
