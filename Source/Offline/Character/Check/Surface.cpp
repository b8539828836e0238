// Holes, faces and crossings of the skin.
#include <algorithm>
#include <map>

#include "Offline/Character/Check/Context.h"
#include "Offline/Geometry/Measure.h"

namespace sinew::check {

namespace {

// Flesh; what a volume weighs.
constexpr double kKilogramsPerCubicMetre = 1050;
constexpr double kSmallestPlausible = 0.02, kLargestPlausible = 40;  // metres, longest side
// A person weighs 13 kg per cubed metre of height, a snake 1; a bull weighs a ton.
constexpr double kLightestPerSize = 0.3, kHeaviest = 1000;
// Shortest height over longest edge below which a triangle's normal is mostly rounding.
constexpr double kSliver = 0.02;

std::vector<const Edge*> edgesOfKind(const Context& context, EdgeKind kind) {
    std::vector<const Edge*> found;
    for (const Edge& edge : context.edges.edges) {
        if (edge.kind == kind) found.push_back(&edge);
    }
    return found;
}

// Places of the given vertices, those named most often first.
std::vector<std::string> placesOf(const Context& context, const std::vector<std::uint32_t>& vertices) {
    std::map<std::uint32_t, std::size_t> times;
    for (const std::uint32_t v : vertices) {
        if (context.hasRig() && context.mainJoint[v] != Context::kNone) ++times[context.mainJoint[v]];
    }
    if (times.empty()) return {context.place(vertices.front())};
    std::vector<std::pair<std::uint32_t, std::size_t>> sorted(times.begin(), times.end());
    std::stable_sort(sorted.begin(), sorted.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> names;
    for (const auto& [joint, count] : sorted) names.push_back(inQuotes(context.jointName(joint)));
    return names;
}

std::string around(const Context& context, const std::vector<std::uint32_t>& vertices) {
    const std::vector<std::string> places = placesOf(context, vertices);
    return context.hasRig() ? "mostly near joint " + listed(places, 3) : "the first " + places.front();
}

void checkOpenEdges(const Context& context, Findings& findings) {
    const std::vector<const Edge*> open = edgesOfKind(context, EdgeKind::Open);
    if (open.empty()) return;
    std::vector<std::vector<std::uint32_t>> rims = openRims(context.edges);
    std::stable_sort(rims.begin(), rims.end(),
                     [](const auto& a, const auto& b) { return a.size() > b.size(); });
    std::vector<std::string> places;
    for (const auto& rim : rims) {
        places.push_back(std::to_string(rim.size()) + " vertices " + context.place(rim.front()));
    }
    // Sheets have a finding of their own.
    const bool onlySheets = std::all_of(open.begin(), open.end(), [&](const Edge* edge) {
        const std::uint32_t triangle = context.edges.uses[edge->firstUse].triangle;
        return context.measures[context.parts.partOfTriangle[triangle]].isSheet();
    });
    findings.push_back(
        {onlySheets ? Severity::Note : Severity::Warning, "open-edges",
         "the surface has " + counted(open.size(), "open edge") + " along " + counted(rims.size(), "border") +
             (onlySheets ? ", all on open sheets: " : ": ") + listed(places, 3),
         "Close the holes (Blender: Select > All by Trait > Non Manifold, then Face > Fill), or "
         "give sheets a thickness. Sinew estimates a closed surface for holes that remain."});
}

void checkNonManifold(const Context& context, Findings& findings) {
    const std::vector<const Edge*> edges = edgesOfKind(context, EdgeKind::NonManifold);
    if (edges.empty()) return;
    std::vector<std::uint32_t> vertices;
    for (const Edge* edge : edges) vertices.push_back(edge->low);
    // Doubled faces have a finding of their own.
    std::vector<bool> doubled(context.mesh.positions.size(), false);
    for (const std::uint32_t t : duplicateTriangles(context.mesh.triangles)) {
        for (const std::uint32_t v : context.mesh.triangles[t]) doubled[v] = true;
    }
    const bool onlyDoubled = std::all_of(edges.begin(), edges.end(), [&](const Edge* edge) {
        return doubled[edge->low] && doubled[edge->high];
    });
    findings.push_back({onlyDoubled ? Severity::Note : Severity::Warning, "non-manifold-edges",
                        counted(edges.size(), "edge has", "edges have") + " three or more faces, " +
                            (onlyDoubled ? "all of them duplicate faces, " : "") + around(context, vertices),
                        "Delete the inner or duplicate faces there, so that every edge has two faces."});
}

void checkFlipped(const Context& context, Findings& findings) {
    const std::vector<const Edge*> edges = edgesOfKind(context, EdgeKind::Flipped);
    if (edges.empty()) return;
    std::vector<std::uint32_t> vertices;
    for (const Edge* edge : edges) vertices.push_back(edge->low);
    findings.push_back({Severity::Warning, "flipped-faces",
                        counted(edges.size(), "edge lies", "edges lie") +
                            " between faces that point to opposite sides, " + around(context, vertices),
                        "Recalculate the normals (Blender: Mesh > Normals > Recalculate "
                        "Outside)."});
}

void checkDuplicates(const Context& context, Findings& findings) {
    const std::vector<std::uint32_t> duplicates = duplicateTriangles(context.mesh.triangles);
    if (duplicates.empty()) return;
    std::vector<std::uint32_t> vertices;
    for (const std::uint32_t t : duplicates) vertices.push_back(context.mesh.triangles[t][0]);
    findings.push_back(
        {Severity::Warning, "duplicate-faces",
         counted(duplicates.size(), "face has", "faces have") + " the same corners as another face, " +
             around(context, vertices),
         "Delete the duplicate faces. Hair cards and opacity layers are often exported twice."});
}

struct Shapes {
    std::vector<std::uint32_t> degenerate, slivers;
};

Shapes shapesOf(const Context& context) {
    Shapes shapes;
    const auto count = static_cast<std::uint32_t>(context.mesh.triangles.size());
    for (std::uint32_t t = 0; t < count; ++t) {
        const TrianglePoints p = context.mesh.points(t);
        if (isCollapsed(context.mesh.triangles[t]) || isDegenerate(p)) {
            shapes.degenerate.push_back(t);
        } else if (triangleFlatness(p) < kSliver) {
            shapes.slivers.push_back(t);
        }
    }
    return shapes;
}

}  // namespace

void checkSize(const Context& context, Findings& findings) {
    const Vec3d e = extent(context.box);
    const double longest = std::max({e.x, e.y, e.z});
    const std::string measures = rounded(e.x) + " × " + rounded(e.y) + " × " + rounded(e.z) + " m";
    double volume = 0;
    std::size_t solids = 0;
    for (const PartMeasure& part : context.measures) {
        if (part.isSheet()) continue;
        volume += part.volume;
        ++solids;
    }
    const double mass = volume * kKilogramsPerCubicMetre;
    findings.push_back(
        {Severity::Note, "size",
         "the character measures " + measures + " and has a volume of " + rounded(volume * 1000) +
             " litres, which is " + rounded(mass) + " kg of flesh" +
             (solids > 1 ? " (the sum of " + counted(solids, "part") + ", in which overlaps count twice)"
                         : ""),
         ""});
    if (longest < kSmallestPlausible || longest > kLargestPlausible) {
        findings.push_back(
            {Severity::Warning, "size-implausible",
             "the character measures " + measures +
                 ", a size that does not suit the stiffness of flesh and gravity",
             "Set the unit, for example with --unit cm, or scale the character to its real size and apply "
             "the scale."});
    } else if (volume > 0 && (mass > kHeaviest || mass < kLightestPerSize * longest * longest * longest)) {
        findings.push_back(
            {Severity::Warning, "mass-implausible",
             "at a size of " + rounded(longest) + " m the character would weigh " + rounded(mass) +
                 " kg, so its flesh would " + (mass > kHeaviest ? "sag" : "flutter"),
             "Check the size (set the unit, for example with --unit cm), and check that the body "
             "is one closed surface, not many shells."});
    }
}

void checkEdges(const Context& context, Findings& findings) {
    checkOpenEdges(context, findings);
    checkNonManifold(context, findings);
    checkFlipped(context, findings);
}

void checkFaces(const Context& context, Findings& findings) {
    checkDuplicates(context, findings);
    const Shapes shapes = shapesOf(context);
    const auto where = [&](const std::vector<std::uint32_t>& triangles) {
        std::vector<std::uint32_t> vertices;
        for (const std::uint32_t t : triangles) vertices.push_back(context.mesh.triangles[t][0]);
        return around(context, vertices);
    };
    if (!shapes.degenerate.empty()) {
        findings.push_back({Severity::Warning, "degenerate-faces",
                            counted(shapes.degenerate.size(), "face has", "faces have") + " no area, " +
                                where(shapes.degenerate),
                            "Merge their vertices by distance, or dissolve them (Blender: Mesh > Clean Up > "
                            "Degenerate Dissolve)."});
    }
    if (!shapes.slivers.empty()) {
        findings.push_back(
            {Severity::Note, "sliver-faces",
             counted(shapes.slivers.size(), "face is", "faces are") +
                 " more than fifty times longer than wide, " + where(shapes.slivers),
             "Normals and shading may flicker there. If that is visible, retopologise the mesh."});
    }
}

void checkSelfIntersections(const Context& context, Findings& findings) {
    const std::vector<BoxTree::ItemPair>& pairs = context.crossings.pairs;
    if (pairs.empty()) return;
    std::vector<std::uint32_t> vertices;
    bool onlyParts = true;  // which have a finding of their own
    for (const BoxTree::ItemPair& pair : pairs) {
        for (const std::uint32_t t : {pair.first, pair.second}) {
            vertices.push_back(context.mesh.triangles[t][0]);
        }
        onlyParts = onlyParts &&
                    context.parts.partOfTriangle[pair.first] != context.parts.partOfTriangle[pair.second];
    }
    findings.push_back({onlyParts ? Severity::Note : Severity::Warning, "self-intersections",
                        countedOrMore(pairs.size(), context.crossings.complete, "pair") +
                            " of faces intersect in the bind pose" +
                            (onlyParts ? ", all between different parts, " : ", ") +
                            around(context, vertices),
                        "Move the surfaces apart, or join them with a boolean union. Surfaces that still "
                        "intersect become one body, joined at that place."});
}

}  // namespace sinew::check
