// How the skin hangs on the skeleton.
#include <algorithm>
#include <cmath>
#include <span>

#include "Offline/Character/Check/Context.h"
#include "Offline/Character/Pose.h"

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
    std::uint32_t largest = 0, above = 0, none = 0, unnormalised = 0;
    for (std::uint32_t v = 0; v < context.mesh.positions.size(); ++v) {
        const auto influences = influencesOf(context.character.weights, v);
        const auto count = static_cast<std::uint32_t>(influences.size());
        largest = std::max(largest, count);
        above += count > kUsualInfluences ? 1 : 0;
        none += count == 0 ? 1 : 0;
        double sum = 0;
        for (const SkinWeights::Influence& i : influences) sum += static_cast<double>(i.weight);
        unnormalised += count > 0 && !(std::abs(sum - 1) < 1e-3) ? 1 : 0;
    }
    if (none > 0) {
        findings.push_back(
            {Severity::Warning, "vertices-without-weight",
             counted(none, "vertex has", "vertices have") + " no weight",
             "Assign these vertices to a joint; otherwise they stay behind when the character moves."});
    }
    if (unnormalised > 0) {
        findings.push_back(
            {Severity::Warning, "weights-not-normalised",
             counted(unnormalised, "vertex has", "vertices have") + " weights whose sum is not 1",
             "Normalise the weights (Blender: Weights > Normalize All)."});
    }
    if (above > 0) {
        findings.push_back(
            {Severity::Note, "many-influences",
             counted(above, "vertex has", "vertices have") +
                 " more than four influences; the largest number is " + std::to_string(largest),
             "No action is needed for Sinew. An engine may need an option for unlimited bone influences."});
    }
}

void checkJumps(const Context& context, Findings& findings) {
    std::vector<std::uint32_t> jumps;
    for (const Edge& edge : context.edges.edges) {
        if (weightChange(context.character.weights, edge.low, edge.high) > kJump) jumps.push_back(edge.low);
    }
    if (jumps.empty()) return;
    const double share = static_cast<double>(jumps.size()) / static_cast<double>(context.edges.edges.size());
    findings.push_back(
        {share > 0.02 ? Severity::Warning : Severity::Note, "weights-jump",
         "the weights change abruptly across " + counted(jumps.size(), "edge") + " (" +
             rounded(share * 100, 2) + " % of all); the first is " + context.place(jumps.front()),
         "Smooth the weights there (Blender: Weights > Smooth), because abrupt changes make creases."});
}

}  // namespace

void checkWeights(const Context& context, Findings& findings) {
    const Findings& imported = context.character.findings;
    const bool unbound = std::any_of(imported.begin(), imported.end(),
                                     [](const Finding& finding) { return finding.code == "no-weights"; });
    if (unbound) return;  // importing has already reported it
    if (!context.hasRig()) {
        const bool joints = !context.character.skeleton.joints.empty();
        findings.push_back(
            {Severity::Error, joints ? "no-weights" : "no-skeleton",
             joints ? "the mesh has no skin weights" : "the file has no skeleton to move the mesh",
             "Bind the mesh to a skeleton and export both (glTF with skinning)."});
        return;
    }
    checkInfluences(context, findings);
    checkJumps(context, findings);
    checkStrayWeights(context, findings);
}

namespace {

// A vertex is far when it follows, with this weight, a bone that far off (in character sizes) although
// another bone is several times nearer. It is astray when no path over vertices that follow the bone too
// leads to one that is not far.
constexpr float kStrayWeight = 0.25f;
constexpr double kStrayDistance = 0.2, kStrayRatio = 5;

double squaredDistanceToSegment(Vec3d a, Vec3d b, Vec3d p) {
    const Vec3d along = b - a;
    const double squared = dot(along, along);
    const double t = squared > 0 ? std::clamp(dot(p - a, along) / squared, 0.0, 1.0) : 0;
    const Vec3d apart = a + along * t - p;
    return dot(apart, apart);
}

struct Bone {
    std::uint32_t joint;
    Vec3d from, to;
};

// From every joint to each of its children, and every joint as a point. A joint that moves nothing lends its
// bones to the next joint above it that does: a palm hangs on the wrist through weightless metacarpals.
std::vector<Bone> bonesOf(const Context& context, const std::vector<Affined>& bind) {
    const std::vector<Joint>& joints = context.character.skeleton.joints;
    std::vector<std::uint32_t> owner(bind.size(), Context::kNone);
    std::vector<Bone> bones;
    for (std::uint32_t j = 0; j < bind.size(); ++j) {
        const Vec3d here = bind[j].translation;
        const bool isRoot = joints[j].parent < 0;
        const std::size_t parent = isRoot ? j : static_cast<std::size_t>(joints[j].parent);
        if (owner[parent] != Context::kNone) {
            bones.push_back({owner[parent], bind[parent].translation, here});
        }
        owner[j] = context.verticesOf[j] > 0 ? j : owner[parent];
        if (context.verticesOf[j] > 0) bones.push_back({j, here, here});
    }
    return bones;
}

// Per influence: whether its vertex is far from its bone.
std::vector<std::uint8_t> farInfluences(const Context& context) {
    const SkinWeights& weights = context.character.weights;
    const std::vector<Bone> bones = bonesOf(context, bindFrames(context.character.skeleton));
    std::vector<std::uint8_t> isFar(weights.influences.size(), 0);
    const auto markVertex = [&](std::uint32_t v) {
        const std::uint32_t begin = weights.firstOfVertex[v], end = weights.firstOfVertex[v + 1];
        std::vector<double> distance(end - begin, Box::kInfinity);
        double nearest = Box::kInfinity;
        for (const Bone& bone : bones) {
            const double d = squaredDistanceToSegment(bone.from, bone.to, context.mesh.positions[v]);
            nearest = std::min(nearest, d);
            for (std::uint32_t i = begin; i < end; ++i) {
                if (weights.influences[i].joint != bone.joint) continue;
                distance[i - begin] = std::min(distance[i - begin], d);
            }
        }
        for (std::uint32_t i = begin; i < end; ++i) {
            const double d = std::sqrt(distance[i - begin]);
            isFar[i] = d > kStrayDistance * context.size && d > kStrayRatio * std::sqrt(nearest) ? 1 : 0;
        }
    };
    parallelForRanges(context.jobs, static_cast<std::uint32_t>(context.mesh.positions.size()), 256,
                      [&](std::uint32_t begin, std::uint32_t end) {
                          for (std::uint32_t v = begin; v < end; ++v) markVertex(v);
                      });
    return isFar;
}

struct Follower {
    std::uint32_t vertex;
    bool isFar;
};

std::vector<std::vector<Follower>> followersOfJoints(const Context& context) {
    const SkinWeights& weights = context.character.weights;
    const std::vector<std::uint8_t> isFar = farInfluences(context);
    std::vector<std::vector<Follower>> followers(context.character.skeleton.joints.size());
    for (std::uint32_t v = 0; v < context.mesh.positions.size(); ++v) {
        for (std::uint32_t i = weights.firstOfVertex[v]; i < weights.firstOfVertex[v + 1]; ++i) {
            const SkinWeights::Influence& influence = weights.influences[i];
            if (influence.weight >= kStrayWeight) followers[influence.joint].push_back({v, isFar[i] != 0});
        }
    }
    return followers;
}

std::vector<std::vector<std::uint32_t>> neighboursOfVertices(const Context& context) {
    std::vector<std::vector<std::uint32_t>> neighbours(context.mesh.positions.size());
    for (const Edge& edge : context.edges.edges) {
        neighbours[edge.low].push_back(edge.high);
        neighbours[edge.high].push_back(edge.low);
    }
    return neighbours;
}

// Those of one joint's followers that no path leads to.
std::vector<std::uint32_t> strayFollowers(const std::vector<Follower>& followers,
                                          const std::vector<std::vector<std::uint32_t>>& neighbours) {
    std::vector<bool> unreached(neighbours.size(), false);
    std::vector<std::uint32_t> pending, stray;
    for (const Follower& follower : followers) {
        unreached[follower.vertex] = follower.isFar;
        if (!follower.isFar) pending.push_back(follower.vertex);
    }
    while (!pending.empty()) {
        const std::uint32_t v = pending.back();
        pending.pop_back();
        for (const std::uint32_t next : neighbours[v]) {
            if (!unreached[next]) continue;
            unreached[next] = false;
            pending.push_back(next);
        }
    }
    for (const Follower& follower : followers) {
        if (unreached[follower.vertex]) stray.push_back(follower.vertex);
    }
    return stray;
}

}  // namespace

void checkStrayWeights(const Context& context, Findings& findings) {
    const std::vector<std::vector<Follower>> followers = followersOfJoints(context);
    const std::vector<std::vector<std::uint32_t>> neighbours = neighboursOfVertices(context);
    std::size_t count = 0;
    std::string first;
    for (std::size_t j = 0; j < followers.size(); ++j) {
        const auto isFar = [](const Follower& follower) { return follower.isFar; };
        if (std::none_of(followers[j].begin(), followers[j].end(), isFar)) continue;
        const std::vector<std::uint32_t> stray = strayFollowers(followers[j], neighbours);
        if (first.empty() && !stray.empty()) {
            first =
                "vertex " + std::to_string(stray[0]) + " is moved by joint " + inQuotes(context.jointName(j));
        }
        count += stray.size();
    }
    if (count == 0) return;
    findings.push_back({Severity::Warning, "stray-weights",
                        counted(count, "vertex is far from the joint that moves it",
                                "vertices are far from the joints that move them") +
                            "; the first: " + first,
                        "Paint the weights of these vertices again. A single stray vertex makes a spike."});
}

}  // namespace sinew::check
