// How the skin hangs on the skeleton.
#include <algorithm>
#include <cmath>
#include <span>

#include "Offline/Character/Check/Context.h"

namespace sinew::check {

namespace {

// What engines take without being asked for more.
constexpr std::uint32_t kUsualInfluences = 4;
// Where this share of the weight changes hands along one edge, the skin bends like a hinge.
constexpr double kJump = 0.75;
std::span<const SkinWeights::Influence> influencesOf(const SkinWeights& weights, std::uint32_t vertex) {
    const std::uint32_t first = weights.firstOfVertex[vertex];
    return std::span(weights.influences).subspan(first, weights.firstOfVertex[vertex + 1] - first);
}

float weightOn(const SkinWeights& weights, std::uint32_t vertex, std::uint32_t joint) {
    for (const SkinWeights::Influence& i : influencesOf(weights, vertex)) {
        if (i.joint == joint) return i.weight;
    }
    return 0;
}

// How much weight goes to other joints from one vertex to the other: 0 same, 1 nothing in common.
double weightChange(const SkinWeights& weights, std::uint32_t a, std::uint32_t b) {
    double kept = 0;
    for (const SkinWeights::Influence& i : influencesOf(weights, a)) {
        kept += static_cast<double>(std::min(i.weight, weightOn(weights, b, i.joint)));
    }
    return 1 - kept;
}

void checkInfluences(const Context& context, Findings& findings) {
    std::uint32_t most = 0, above = 0, none = 0, unnormalised = 0;
    for (std::uint32_t v = 0; v < context.mesh.positions.size(); ++v) {
        const auto influences = influencesOf(context.character.weights, v);
        const auto count = static_cast<std::uint32_t>(influences.size());
        most = std::max(most, count);
        above += count > kUsualInfluences ? 1 : 0;
        none += count == 0 ? 1 : 0;
        double sum = 0;
        for (const SkinWeights::Influence& i : influences) sum += static_cast<double>(i.weight);
        unnormalised += count > 0 && !(std::abs(sum - 1) < 1e-3) ? 1 : 0;
    }
    if (none > 0) {
        findings.push_back({Severity::Warning, "vertices-without-weight",
                            counted(none, "vertex", "vertices") + " without any weight",
                            "Assign them to a bone: they would stay behind when the character moves."});
    }
    if (unnormalised > 0) {
        findings.push_back({Severity::Warning, "weights-not-normalised",
                            counted(unnormalised, "vertex", "vertices") + " whose weights do not sum to one",
                            "Normalise the weights (Blender: Weights > Normalize All)."});
    }
    if (above > 0) {
        findings.push_back({Severity::Note, "many-influences",
                            counted(above, "vertex", "vertices") + " with more than four influences, up to " +
                                std::to_string(most),
                            "Nothing here; an engine may need unlimited bone influences switched on."});
    }
}

void checkJumps(const Context& context, Findings& findings) {
    std::vector<std::uint32_t> jumps;
    for (const Edge& edge : context.edges.edges) {
        if (weightChange(context.character.weights, edge.low, edge.high) > kJump) jumps.push_back(edge.low);
    }
    if (jumps.empty()) return;
    const double share = static_cast<double>(jumps.size()) / static_cast<double>(context.edges.edges.size());
    findings.push_back({share > 0.02 ? Severity::Warning : Severity::Note, "weights-jump",
                        counted(jumps.size(), "edge") + " (" + rounded(share * 100, 2) +
                            " %) across which the weights change abruptly, first " +
                            context.place(jumps.front()),
                        "Smooth the weights there (Blender: Weights > Smooth); hard joins crease."});
}

}  // namespace

void checkWeights(const Context& context, Findings& findings) {
    const Findings& imported = context.character.findings;
    const bool unbound = std::any_of(imported.begin(), imported.end(),
                                     [](const Finding& finding) { return finding.code == "no-weights"; });
    if (unbound) return;  // importing has said all there is
    if (!context.hasRig()) {
        const bool joints = !context.character.skeleton.joints.empty();
        findings.push_back({Severity::Error, joints ? "no-weights" : "no-skeleton",
                            joints ? "the mesh has no skin weights" : "there is no skeleton to move the mesh",
                            "Bind the mesh to a skeleton and export both (glTF with skinning)."});
        return;
    }
    checkInfluences(context, findings);
    checkJumps(context, findings);
    checkStrayWeights(context, findings);
}

}  // namespace sinew::check
