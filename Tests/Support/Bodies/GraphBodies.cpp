#include "Support/Bodies/GraphBodies.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "Offline/Character/Pose.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Reduction/Assembly.h"
#include "Offline/Reduction/Bases/Modes.h"
#include "Offline/Tets/ElasticBody.h"
#include "Offline/Tets/ElasticMesh.h"
#include "Offline/Tets/Solver.h"
#include "Support/Bodies/TetBoxes.h"
#include "Support/Dice.h"

namespace sinew::test {

namespace {

constexpr double kCell = 0.1;         // metres
constexpr std::uint32_t kDeep = 2;    // cells
constexpr double kBoneRadius = 0.35;  // of the distance between the bone's ends and the brick's sides
constexpr double kTurn = 0.25;        // radians, the most a joint turns
constexpr int kVibrations = 40;

using Face = std::array<std::uint32_t, 3>;

Face sortedFace(const Tet& tet, std::size_t without) {
    Face face{};
    std::size_t k = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        if (i != without) face[k++] = tet[i];
    }
    std::sort(face.begin(), face.end());
    return face;
}

}  // namespace

BrickDrawing bigEarGuy() {
    return {"BigEarGuy", {"AAABBB", "AAABBB", "EEHHCC", "EEHHCC", "DDDDDC", "DDDDDC"}, 2};
}

BrickDrawing mocapGuy() {
    return {"MocapGuy",
            {"m   n   o    ", "m   n   o    ", "m   n   o    ", "aabbccddeeff ", "aabbccddeeff ",
             " gghhiijjkkll", " gghhiijjkkll", "   p     q   ", "   p     q   ", "   p     q   "},
            2};
}

BrickDrawing armadillo() {
    return {"Armadillo",
            {"i    m", "i    m", "h    l", "h    l", "g k  j", "g k  j", "aabbcc", "aabbcc", " ddee ",
             " ddee ", " n  p ", " n  p ", " o  q ", " o  q "},
            3};
}

GraphBody::GraphBody(const BrickDrawing& drawing, std::uint32_t poses, const Jobs& jobs) {
    character_.name = drawing.name;
    addTets(drawing);
    addInterfaces();
    addJoints();
    addSkin(jobs);
    mesh_ = tets::elasticMesh(volume_, tets::ElasticBody(volume_.tets, Flesh{}));
    solve(poses, jobs);
}

// The cubes of cells with a letter, out of a box with all of them.
void GraphBody::addTets(const BrickDrawing& drawing) {
    const auto columns = static_cast<std::uint32_t>(drawing.rows[0].size());
    const auto rows = static_cast<std::uint32_t>(drawing.rows.size());
    const double h = kCell / drawing.fine;
    const TetMesh box = boxOfTets(columns * drawing.fine, rows * drawing.fine, kDeep * drawing.fine, h);
    std::set<char> used;
    for (const std::string& row : drawing.rows) used.insert(row.begin(), row.end());
    used.erase(' ');
    letters_.assign(used.begin(), used.end());
    std::vector<std::int64_t> nodeOf(box.nodes.size(), -1);
    for (const Tet& tet : box.tets) {
        const Vec3d middle =
            (box.nodes[tet[0]] + box.nodes[tet[1]] + box.nodes[tet[2]] + box.nodes[tet[3]]) / 4.0;
        const auto row = rows - 1 - static_cast<std::uint32_t>(middle.y / kCell);
        const char letter = drawing.rows[row][static_cast<std::size_t>(middle.x / kCell)];
        if (letter == ' ') continue;
        Tet kept{};
        for (std::size_t i = 0; i < 4; ++i) {
            std::int64_t& node = nodeOf[tet[i]];
            if (node < 0) {
                node = static_cast<std::int64_t>(volume_.tets.nodes.size());
                volume_.tets.nodes.push_back(box.nodes[tet[i]]);
            }
            kept[i] = static_cast<std::uint32_t>(node);
        }
        volume_.tets.tets.push_back(kept);
        domains_.domainOfElement.push_back(static_cast<std::uint32_t>(letters_.find(letter)));
    }
    domains_.domains.resize(letters_.size());
    std::vector<std::set<std::uint32_t>> nodes(letters_.size());
    for (std::uint32_t t = 0; t < volume_.tets.tets.size(); ++t) {
        const std::uint32_t d = domains_.domainOfElement[t];
        domains_.domains[d].joint = d;
        domains_.domains[d].elements.push_back(t);
        nodes[d].insert(volume_.tets.tets[t].begin(), volume_.tets.tets[t].end());
    }
    for (std::size_t d = 0; d < nodes.size(); ++d) {
        domains_.domains[d].nodes.assign(nodes[d].begin(), nodes[d].end());
        Vec3d sum;
        for (const std::uint32_t n : domains_.domains[d].nodes) sum += volume_.tets.nodes[n];
        middles_.push_back(sum / static_cast<double>(nodes[d].size()));
    }
}

// Where faces have a domain on either side; bricks that touch at an edge only do not count.
void GraphBody::addInterfaces() {
    std::map<Face, std::uint32_t> open;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<std::uint32_t, double>> shared;
    for (std::uint32_t t = 0; t < volume_.tets.tets.size(); ++t) {
        for (std::size_t i = 0; i < 4; ++i) {
            const Face face = sortedFace(volume_.tets.tets[t], i);
            const auto [other, isNew] = open.try_emplace(face, domains_.domainOfElement[t]);
            if (isNew) continue;
            const std::uint32_t a = std::min(other->second, domains_.domainOfElement[t]);
            const std::uint32_t b = std::max(other->second, domains_.domainOfElement[t]);
            open.erase(other);
            if (a == b) continue;
            const Vec3d x = volume_.tets.nodes[face[0]];
            const double area =
                0.5 * length(cross(volume_.tets.nodes[face[1]] - x, volume_.tets.nodes[face[2]] - x));
            for (const std::uint32_t n : face) shared[{a, b}][n] += area / 3;
        }
    }
    for (const auto& [pair, areas] : shared) {
        Interface interface {
            pair.first, pair.second, {}, {}
        };
        for (const auto& [node, area] : areas) {
            interface.nodes.push_back(node);
            interface.areas.push_back(area);
        }
        domains_.interfaces.push_back(std::move(interface));
    }
    for (const auto& [face, domain] : open) {
        character_.surface.triangles.push_back({face[0], face[1], face[2]});  // of nodes, for now
    }
}

// A tree over the interfaces, every joint where its brick meets its parent's; bones lie in the bricks'
// middles.
void GraphBody::addJoints() {
    const std::size_t count = letters_.size();
    std::vector<Vec3d> at(count, middles_[0]);
    std::vector<std::int32_t> parent(count, -2);
    parent[0] = -1;
    for (bool grown = true; grown;) {
        grown = false;
        for (const Interface& f : domains_.interfaces) {
            for (const auto& [known, fresh] : {std::pair(f.a, f.b), std::pair(f.b, f.a)}) {
                if (parent[known] == -2 || parent[fresh] != -2 || fresh < known) continue;
                parent[fresh] = static_cast<std::int32_t>(known);
                Vec3d sum;
                for (const std::uint32_t n : f.nodes) sum += volume_.tets.nodes[n];
                at[fresh] = sum / static_cast<double>(f.nodes.size());
                grown = true;
            }
        }
    }
    // Who has only neighbours with later letters hangs on the first.
    for (std::size_t j = 0; j < count; ++j) {
        if (parent[j] == -2) parent[j] = 0, at[j] = middles_[j];
        const Vec3d from = parent[j] < 0 ? Vec3d{} : at[static_cast<std::size_t>(parent[j])];
        character_.skeleton.joints.push_back(
            {std::string(1, letters_[j]), parent[j], {at[j] - from, {}, {1, 1, 1}}});
        character_.skeleton.inverseBind.push_back({Mat3d::identity(), -at[j]});
    }
    volume_.attachment.boneOfNode.assign(volume_.tets.nodes.size(), Attachment::kFree);
    volume_.attachment.nodesOfBone.assign(count, 0);
    for (std::uint32_t d = 0; d < count; ++d) {
        volume_.bones.push_back({d, middles_[d], middles_[d], kBoneRadius * kCell});
        std::vector<std::uint32_t> near = domains_.domains[d].nodes;
        std::sort(near.begin(), near.end(), [&](std::uint32_t a, std::uint32_t b) {
            const double x = length(volume_.tets.nodes[a] - middles_[d]),
                         y = length(volume_.tets.nodes[b] - middles_[d]);
            return x != y ? x < y : a < b;
        });
        for (std::size_t i = 0; i < 5; ++i) {
            volume_.attachment.boneOfNode[near[i]] = static_cast<std::int32_t>(d);
            ++volume_.attachment.nodesOfBone[d];
        }
    }
}

// The boundary's nodes, each bound to a tet that has it.
void GraphBody::addSkin(const Jobs& jobs) {
    static_cast<void>(jobs);
    std::map<std::uint32_t, std::uint32_t> vertexOf;
    Surface& surface = character_.surface;
    for (Triangle& t : surface.triangles) {
        for (std::uint32_t& corner : t) {
            const auto [at, isNew] =
                vertexOf.try_emplace(corner, static_cast<std::uint32_t>(vertexOf.size()));
            if (isNew) surface.positions.push_back(volume_.tets.nodes[corner]);
            corner = at->second;
        }
    }
    const std::size_t vertices = surface.positions.size();
    volume_.skin.tetOfVertex.resize(vertices);
    volume_.skin.weights.resize(vertices);
    volume_.skin.outside.assign(vertices, 0);
    volume_.followsSkeleton.assign(vertices, 0);
    std::vector<std::uint32_t> jointOf(vertices);
    for (std::uint32_t t = 0; t < volume_.tets.tets.size(); ++t) {
        for (std::size_t i = 0; i < 4; ++i) {
            const auto at = vertexOf.find(volume_.tets.tets[t][i]);
            if (at == vertexOf.end()) continue;
            volume_.skin.tetOfVertex[at->second] = t;
            volume_.skin.weights[at->second] = {};
            volume_.skin.weights[at->second][i] = 1;
            jointOf[at->second] = domains_.domainOfElement[t];
        }
    }
    character_.weights.firstOfVertex = {0};
    for (std::uint32_t v = 0; v < vertices; ++v) {
        character_.weights.influences.push_back({jointOf[v], 1});
        character_.weights.firstOfVertex.push_back(v + 1);
        surface.weldedOfFile.push_back(v);
    }
    surface.fileTriangles = surface.triangles;
    surface.materialOf.assign(surface.triangles.size(), 0);
    surface.materials = {"skin"};
}

std::vector<Affined> GraphBody::framesAt(double time) const {
    Pose pose = restPose(character_.skeleton);
    for (std::size_t j = 1; j < pose.size(); ++j) {
        const double phase = 2.4 * static_cast<double>(j), pace = 5.0 + 0.3 * static_cast<double>(j % 5);
        const Vec3d turn{0.3 * std::sin(pace * time + phase), 0.2 * std::sin(0.7 * pace * time + 2 * phase),
                         std::sin(0.9 * pace * time + 3 * phase)};
        pose[j].rotation = expMap(turn * kTurn);
    }
    return jointFrames(character_.skeleton, pose);
}

void GraphBody::solve(std::uint32_t poses, const Jobs& jobs) {
    PoseSettings settings;
    settings.newton.relative = 1e-4;
    tets::Solver solver(character_, volume_, Flesh{}, settings, jobs);
    for (std::uint32_t i = 0; i < poses; ++i) {
        const std::vector<Affined> frames = framesAt(0.137 * i);
        if (!solver.moveTo(frames).converged) continue;
        solved_.push_back(
            {std::to_string(i), skinMatrices(character_.skeleton, frames), solver.shape().x, 0});
    }
}

AssetContent GraphBody::asset(std::uint32_t rank, std::uint32_t tets, const Jobs& jobs) const {
    reduction::BasisSettings bases;
    bases.rank = rank;
    bases.even = true;
    bases.vibrations = 0.25;
    const std::vector<bool> held = heldNodes(mesh_);
    const reduction::Vibrations modes = reduction::slowestVibrations(mesh_, held, kVibrations, jobs);
    std::vector<reduction::BasisReport> reports;
    reduction::ReducedModel model = reduction::makeBases(
        on(), solved_, reduction::withDerivatives(mesh_, held, modes, 12, jobs), bases, reports);
    reduction::CubatureSettings settings;
    const auto count = static_cast<std::uint32_t>(domains());
    settings.maxElements = std::min(tets / count, 4 * rank);
    std::vector<reduction::CubatureReport> cubature;
    reduction::makeCubature(on(), model, solved_, {}, settings, jobs, cubature);
    // More than training asks for: flesh that is there, with hardly a weight.
    Dice dice(rank);
    for (std::uint32_t d = 0; d < count; ++d) {
        reduction::ReducedDomain& domain = model.domains[d];
        const std::uint32_t wanted = tets / count + (d < tets % count ? 1 : 0);
        const std::vector<std::uint32_t>& all = domains_.domains[d].elements;
        while (domain.elements.size() < wanted) {
            const std::uint32_t tet = all[dice.below(static_cast<std::uint32_t>(all.size()))];
            const auto at = std::lower_bound(domain.elements.begin(), domain.elements.end(), tet);
            if (at != domain.elements.end() && *at == tet) continue;
            domain.weights.insert(domain.weights.begin() + (at - domain.elements.begin()), 1e-3);
            domain.elements.insert(at, tet);
        }
    }
    AssetContent content = reduction::assetContent(on(), model, solved_);
    content.solver.rayleighMass = 1;
    content.solver.rayleighStiffness = 0.004;
    content.solver.couplingDamping = 0.004 * content.solver.coupling;
    return content;
}

}  // namespace sinew::test
