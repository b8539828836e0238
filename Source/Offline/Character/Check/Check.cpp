#include "Offline/Character/Check/Check.h"

#include <algorithm>
#include <set>

#include "Offline/Character/Check/Context.h"

namespace sinew::check {

namespace {

// What must hold before anything can be computed at all.
bool checkSound(const Character& character, Findings& findings) {
    const Surface& surface = character.surface;
    if (surface.triangles.empty()) {
        findings.push_back({Severity::Error, "no-surface", "the file has no skinned triangles",
                            "Export the character's mesh together with its skeleton."});
        return false;
    }
    for (std::size_t t = 0; t < surface.triangles.size(); ++t) {
        for (const std::uint32_t v : surface.triangles[t]) {
            if (v < surface.positions.size()) continue;
            findings.push_back({Severity::Error, "bad-indices",
                                "triangle " + std::to_string(t) + " refers to vertex " + std::to_string(v) +
                                    ", but the mesh has only " +
                                    counted(surface.positions.size(), "vertex", "vertices"),
                                "The file is damaged: export it again."});
            return false;
        }
    }
    const auto isBad = [](Vec3d p) { return !isFinite(p); };
    const auto bad = std::find_if(surface.positions.begin(), surface.positions.end(), isBad);
    if (bad == surface.positions.end()) return true;
    const auto count = std::count_if(bad, surface.positions.end(), isBad);
    findings.push_back({Severity::Error, "not-finite",
                        counted(static_cast<std::size_t>(count), "vertex has", "vertices have") +
                            " a position that is not a number; the first is vertex " +
                            std::to_string(bad - surface.positions.begin()),
                        "Delete or repair these vertices in the modelling program, then export again."});
    return false;
}

void addWhatImportingNoticed(const Character& character, Findings& findings) {
    std::set<std::string> codes;
    for (const Finding& finding : findings) codes.insert(finding.code);
    for (const Finding& finding : character.findings) {
        if (codes.count(finding.code) == 0) findings.push_back(finding);
    }
}

std::string textsOf(std::span<const Finding> findings, Severity severity, bool codes) {
    std::string text;
    for (const Finding& finding : findings) {
        if (finding.severity != severity) continue;
        text += (text.empty() ? "" : codes ? ", " : "; ") + (codes ? finding.code : finding.text);
    }
    return text;
}

}  // namespace

std::vector<Finding> checkCharacter(const Character& character, const Jobs& jobs) {
    Findings findings;
    if (checkSound(character, findings)) {
        const Context context(character, jobs);
        checkSize(context, findings);
        checkEdges(context, findings);
        checkFaces(context, findings);
        checkParts(context, findings);
        checkSelfIntersections(context, findings);
        checkWeights(context, findings);
        checkJoints(context, findings);
        checkRigidParts(context, findings);
        checkUvs(context, findings);
    }
    checkClips(character, findings);
    addWhatImportingNoticed(character, findings);
    std::stable_sort(findings.begin(), findings.end(),
                     [](const Finding& a, const Finding& b) { return a.severity > b.severity; });
    return findings;
}

Verdict verdictOf(std::span<const Finding> findings) {
    const auto count = [&](Severity severity) {
        return static_cast<std::size_t>(
            std::count_if(findings.begin(), findings.end(),
                          [&](const Finding& finding) { return finding.severity == severity; }));
    };
    if (count(Severity::Error) > 0) {
        return {Readiness::NotUsable, "not usable: " + textsOf(findings, Severity::Error, false)};
    }
    if (const std::size_t warnings = count(Severity::Warning); warnings > 0) {
        return {Readiness::UsableWithWarnings, "usable with " + counted(warnings, "warning") + ": " +
                                                   textsOf(findings, Severity::Warning, true)};
    }
    return {Readiness::Ready, "ready"};
}

}  // namespace sinew::check
