#include "Commands/SolveReport.h"

#include <fmt/format.h>

#include <algorithm>

#include "Offline/Geometry/Measure.h"
#include "Offline/Geometry/SelfIntersection.h"

namespace sinew {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kLitres = 1000;
constexpr double kMinVolume = 1e-9;  // m³; ratios to smaller volumes mean nothing

Json ratio(double now, double before) {
    return before > kMinVolume ? Json(now / before) : Json(nullptr);
}

Json skinJson(const SkinFigures& skin, const SkinFigures& bound) {
    return {{"litres", skin.volume * kLitres},
            {"volumeRatio", ratio(skin.volume, bound.volume)},
            {"selfIntersectingPairs", skin.pairs}};
}

std::string holdText(Hold hold) {
    return hold == Hold::Sliding ? "flesh slides over bones"
                                 : "flesh attached to bones (" + holdName(hold) + ")";
}

Json settingsJson(const Recipe& settings, SolverKind solver) {
    const Flesh& flesh = settings.flesh;
    Json json{{"material", materialName(settings.flesh.kind)},
              {"young", flesh.young},
              {"poisson", flesh.poisson},
              {"density", flesh.density},
              {"hold", holdName(settings.solve.hold)},
              {"gravity", -settings.solve.gravity.y + 0.0},
              {"tolerance", settings.solve.newton.relative}};
    if (settings.solve.hold != Hold::Hard) json["spring"] = settings.solve.springStiffness;
    if (settings.solve.hold == Hold::Sliding) json["grip"] = settings.solve.grip;
    if (solver == SolverKind::OnTets) json["order"] = orderName(settings.volume.order);
    if (solver == SolverKind::OnLattice) {
        json["selfContact"] = settings.lattice.selfContact;
        json["quadrature"] = quadratureName(settings.cells.quadrature);
        json["method"] = methodName(settings.lattice.method);
    }
    const StiffnessRegions& regions = settings.regions;
    json["stiffnessRegions"] = regions.joints.size() + regions.distances.size() + regions.painted.size();
    return json;
}

Json headJson(const SolveSummary& s) {
    const bool tets = s.volume.solver == SolverKind::OnTets;
    Json json{{"kind", "solve"},
              {"character", s.name},
              {"solver", solverName(s.volume.solver)},
              {s.noun(), s.volume.elements},
              {"nodes", s.volume.nodes},
              {tets ? "edgeLength" : "cellWidth", s.volume.spacing}};
    if (tets) {
        json["leastDihedral"] = s.volume.quality.minDihedral;
        json["largestDihedral"] = s.volume.quality.maxDihedral;
    }
    json[tets ? "tetLitres" : "cellLitres"] = s.volume.volume * kLitres;
    json["skinLitres"] = s.bound.volume * kLitres;
    json["skinSelfIntersectingPairs"] = s.bound.pairs;
    json["settings"] = settingsJson(s.settings, s.volume.solver);
    json["threads"] = s.threads;
    json["volumeSeconds"] = s.volumeSeconds;
    json["prepareSeconds"] = s.prepareSeconds;
    return json;
}

// True if the closed patch of skin of a part has about the volume of the joint's flesh, as a limb's has. The
// volume of other patches, such as a shoulder blade's, means nothing.
bool holdsItsFlesh(const SolveSummary& s, std::size_t part) {
    const double skin = s.bound.partVolumes[part], flesh = s.partVolumes[part];
    return skin > kMinVolume && skin > 0.5 * flesh && skin < 2 * flesh;
}

Json partsJson(const SolveSummary& s, const PoseFigures& pose) {
    Json parts = Json::array();
    for (std::size_t p = 0; p < s.partNames.size(); ++p) {
        const double bound = holdsItsFlesh(s, p) ? s.bound.partVolumes[p] : 0;
        Json part{{"joint", s.partNames[p]},
                  {"linearBlend", ratio(pose.linearBlend.partVolumes[p], bound)},
                  {"dualQuaternion", ratio(pose.dualQuaternion.partVolumes[p], bound)}};
        if (pose.solved) {
            part["solved"] = ratio(pose.solved->partVolumes[p], bound);
            part["solved" + s.noun(true)] = ratio(pose.fleshVolumes[p], s.partVolumes[p]);
        }
        parts.push_back(std::move(part));
    }
    return parts;
}

Json poseJson(const SolveSummary& s, const PoseFigures& pose) {
    const PoseReport& r = pose.report;
    Json json{{"label", pose.label},
              {"clip", pose.clip},
              {"time", pose.time},
              {"converged", r.converged},
              {"reached", r.reached},
              {"substeps", r.substeps},
              {"failedSubsteps", r.failedSubsteps},
              {"newtonSteps", r.newton.iterations},
              {"linearIterations", r.newton.linearIterations},
              {"residual", {{"force", r.newton.force}, {"allowed", r.newton.allowed}}},
              {"seconds", r.seconds}};
    if (pose.solved) {
        json["minJ"] = r.minJ;
        json["inverted" + s.noun(true)] = r.inverted;
        json[s.volume.solver == SolverKind::OnTets ? "tetVolumeRatio" : "cellVolumeRatio"] = r.volumeRatio;
        if (s.volume.solver == SolverKind::OnLattice && s.settings.lattice.selfContact) {
            json["touching"] = r.touching;
            json["contactStrength"] = r.contactStrength;
        }
    }
    json["skin"] = {{"linearBlend", skinJson(pose.linearBlend, s.bound)},
                    {"dualQuaternion", skinJson(pose.dualQuaternion, s.bound)}};
    if (pose.solved) json["skin"]["solved"] = skinJson(*pose.solved, s.bound);
    json["parts"] = partsJson(s, pose);
    return json;
}

std::string percent(double now, double before) {
    return before > kMinVolume ? fmt::format("{:+.2f}", 100 * (now / before - 1)) : "-";
}

std::string row(const SolveSummary& s, const PoseFigures& pose) {
    const PoseReport& r = pose.report;
    std::string label = pose.label;
    if (label.size() > 26) label = ".." + label.substr(label.size() - 24);
    std::string text = fmt::format("  {:<26}", label);
    if (pose.solved) {
        text += fmt::format("{:>7}{:>6}{:>7.2f}{:>6}", r.newton.iterations, r.newton.linearIterations, r.minJ,
                            r.inverted);
    } else {
        text += fmt::format("{:>26}", fmt::format("NOT CONVERGED at {:.0f} %", 100 * r.reached));
    }
    const auto volume = [&](const SkinFigures& skin) { return percent(skin.volume, s.bound.volume); };
    text += fmt::format("{:>8}{:>7}{:>7}", volume(pose.linearBlend), volume(pose.dualQuaternion),
                        pose.solved ? volume(*pose.solved) : "-");
    text += fmt::format("{:>6}{:>6}{:>6}{:>8.2f}", pose.linearBlend.pairs, pose.dualQuaternion.pairs,
                        pose.solved ? std::to_string(pose.solved->pairs) : "-", r.seconds);
    return text + "\n";
}

}  // namespace

std::string elementNoun(SolverKind solver, bool capital) {
    if (solver == SolverKind::OnTets) return capital ? "Tets" : "tets";
    return capital ? "Cells" : "cells";
}

std::vector<std::string> SolveSummary::notConverged() const {
    std::vector<std::string> labels;
    for (const PoseFigures& pose : poses) {
        if (!pose.report.converged) labels.push_back(pose.label);
    }
    return labels;
}

SkinMeasure::SkinMeasure(const Character& character, std::span<const PartDecision> decisions,
                         const std::vector<BodyPart>& parts, const Jobs& jobs)
    : character_(character), parts_(parts), flesh_(fleshTriangles(character, decisions)), jobs_(jobs) {}

SkinFigures SkinMeasure::operator()(std::span<const Vec3d> positions) const {
    SkinFigures figures;
    figures.volume = signedVolume({positions, flesh_});
    const TriangleMesh all{positions, character_.surface.triangles};
    figures.pairs = someSelfIntersections(all, triangleTree(all, jobs_), jobs_).pairs.size();
    for (const BodyPart& part : parts_) figures.partVolumes.push_back(skinVolume(part, positions));
    return figures;
}

Json solveJson(const SolveSummary& summary) {
    Json json = headJson(summary);
    json["wantedPoses"] = summary.wanted;
    json["stopped"] = summary.stopped;
    json["notConverged"] = summary.notConverged();
    json["poses"] = Json::array();
    for (const PoseFigures& pose : summary.poses) json["poses"].push_back(poseJson(summary, pose));
    return json;
}

std::string solveTable(const SolveSummary& s) {
    const poses::BodyReport& volume = s.volume;
    std::string text =
        fmt::format("{}\n  {} {}, {} nodes, ", s.name, volume.elements, s.noun(), volume.nodes);
    if (volume.solver == SolverKind::OnTets) {
        text += fmt::format("edge length {:.4g} m, dihedral angles {:.1f}° to {:.1f}°\n", volume.spacing,
                            volume.quality.minDihedral, volume.quality.maxDihedral);
    } else {
        text += fmt::format("cell width {:.4g} m, {} self-contact\n", volume.spacing,
                            s.settings.lattice.selfContact ? "with" : "without");
    }
    text += fmt::format(
        "  {}, Young's modulus {:g} Pa, Poisson's ratio {:g}, {}\n"
        "  The skin in the bind pose has {:.4g} litres and {} self-intersecting pairs of triangles.\n",
        materialName(s.settings.flesh.kind), s.settings.flesh.young, s.settings.flesh.poisson,
        holdText(s.settings.solve.hold), s.bound.volume * kLitres, s.bound.pairs);
    text += fmt::format("  {:<26}{:>26}{:>22}{:>18}\n", "", "", "volume change, %", "intersections");
    const bool cycles = volume.solver == SolverKind::OnLattice &&
                        s.settings.lattice.method == lattice::Method::NonlinearCycle;
    text += fmt::format("  {:<26}{:>7}{:>6}{:>7}{:>6}{:>8}{:>7}{:>7}{:>6}{:>6}{:>6}{:>8}\n", "pose",
                        cycles ? "cycles" : "Newton", cycles ? "sweep" : "CG", "min J", "inv.", "LBS", "DQS",
                        "solved", "LBS", "DQS", "sol.", "s");
    for (const PoseFigures& pose : s.poses) text += row(s, pose);
    text.pop_back();
    return text;
}

}  // namespace sinew
