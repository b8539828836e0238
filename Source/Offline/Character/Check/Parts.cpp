// Separate shells of the skin, and the rigid meshes beside it.
#include <algorithm>
#include <cmath>
#include <set>

#include "Offline/Character/Check/Context.h"
#include "Offline/Character/FileMesh.h"
#include "Offline/Character/Pose.h"
#include "Offline/Geometry/SelfIntersection.h"
#include "Offline/Geometry/Spatial.h"

namespace sinew::check {

namespace {

constexpr std::uint32_t kTinyTriangles = 12;
constexpr double kTinySize = 0.01;  // of the character
// Beyond this many parts nobody modelled them by hand, and asking which holds which takes too long.
constexpr std::uint32_t kMaxPartsToNest = 400;

std::string partName(const Context& context, std::uint32_t part) {
    const Surface& surface = context.character.surface;
    const PartMeasure& measure = context.measures[part];
    std::string material;
    if (surface.materials.size() > 1 && measure.triangle < surface.materialOf.size()) {
        material = "material " + inQuotes(surface.materials[surface.materialOf[measure.triangle]]) + ", ";
    }
    return "part " + std::to_string(part) + " (" + material +
           counted(context.topologies[part].triangles, "face") + " " + context.place(measure.vertex) + ")";
}

std::vector<std::vector<Triangle>> trianglesOfParts(const Context& context) {
    std::vector<std::vector<Triangle>> triangles(context.parts.count);
    for (std::size_t t = 0; t < context.mesh.triangles.size(); ++t) {
        const std::uint32_t part = context.parts.partOfTriangle[t];
        if (part != Parts::kNone) triangles[part].push_back(context.mesh.triangles[t]);
    }
    return triangles;
}

// Pairs of parts whose faces cut each other.
std::set<BoxTree::ItemPair> crossingParts(const Context& context) {
    std::set<BoxTree::ItemPair> crossing;
    for (const auto& [a, b] : context.crossings.pairs) {
        const std::uint32_t first = context.parts.partOfTriangle[a], second = context.parts.partOfTriangle[b];
        if (first != second) crossing.insert({std::min(first, second), std::max(first, second)});
    }
    return crossing;
}

// Parts that lie inside a closed one: an eye in the head, a forgotten inner shell.
std::vector<BoxTree::ItemPair> nestedParts(const Context& context) {
    if (context.parts.count > kMaxPartsToNest) return {};
    const std::vector<std::vector<Triangle>> triangles = trianglesOfParts(context);
    std::vector<std::vector<BoxTree::ItemPair>> found(context.parts.count);
    parallelFor(context.jobs, context.parts.count, [&](std::uint32_t outer) {
        if (!context.topologies[outer].isClosed()) return;
        for (std::uint32_t inner = 0; inner < context.parts.count; ++inner) {
            const PartMeasure& measure = context.measures[inner];
            if (inner == outer || !overlap(measure.box, context.measures[outer].box)) continue;
            const TriangleMesh shell{context.mesh.positions, triangles[outer]};
            const double winding = windingNumber(shell, context.mesh.positions[measure.vertex]);
            if (std::abs(winding) > 0.5) found[outer].push_back({outer, inner});
        }
    });
    std::vector<BoxTree::ItemPair> nested;
    for (const auto& list : found) nested.insert(nested.end(), list.begin(), list.end());
    return nested;
}

void checkOverlap(const Context& context, Findings& findings) {
    std::set<BoxTree::ItemPair> pairs = crossingParts(context);
    const std::size_t crossing = pairs.size();
    for (const auto& [outer, inner] : nestedParts(context)) {
        pairs.insert({std::min(outer, inner), std::max(outer, inner)});
    }
    if (pairs.empty()) return;
    const BoxTree::ItemPair first = *pairs.begin();
    findings.push_back(
        {Severity::Warning, "overlapping-parts",
         countedOrMore(pairs.size(), context.crossings.complete, "pair") + " of parts overlap (" +
             std::to_string(crossing) + " intersect, " + std::to_string(pairs.size() - crossing) +
             " lie one inside the other); the first pair is " + partName(context, first.first) + " and " +
             partName(context, first.second),
         "Overlapping parts become one body. Join them with a boolean union, or move clothes, eyes and "
         "teeth to separate meshes that follow the body."});
}

void checkInsideOut(const Context& context, Findings& findings) {
    std::vector<std::string> others;
    for (std::uint32_t part = 0; part < context.parts.count; ++part) {
        const PartMeasure& measure = context.measures[part];
        if (measure.isSheet() || measure.volume >= 0) continue;
        if (part != context.largestPart) {
            others.push_back(partName(context, part));
            continue;
        }
        findings.push_back({Severity::Error, "inside-out",
                            "the faces of the body point inwards (its volume is " +
                                rounded(measure.volume * 1000) + " litres)",
                            "Flip the normals (Blender: Mesh > Normals > Flip), or apply the negative scale "
                            "before exporting."});
    }
    if (others.empty()) return;
    findings.push_back(
        {Severity::Warning, "parts-inside-out",
         counted(others.size(), "part has", "parts have") + " faces that point inwards: " + listed(others, 3),
         "Recalculate the normals of these parts (Blender: Mesh > Normals > Recalculate Outside)."});
}

void checkTiny(const Context& context, Findings& findings) {
    std::vector<std::string> tiny;
    for (std::uint32_t part = 0; part < context.parts.count; ++part) {
        const bool small = context.topologies[part].triangles < kTinyTriangles ||
                           length(extent(context.measures[part].box)) < kTinySize * context.size;
        if (small && part != context.largestPart) tiny.push_back(partName(context, part));
    }
    if (tiny.empty()) return;
    findings.push_back(
        {Severity::Note, "tiny-parts",
         counted(tiny.size(), "part has", "parts have") +
             " only a few faces, or less than a hundredth of the character's size: " + listed(tiny, 3),
         "Delete parts that are left over. Parts that you keep follow the body."});
}

// The skin and every rigid mesh where it hangs in the rest pose, welded where they touch.
Surface wholeAtRest(const Character& character) {
    FileMesh whole;
    whole.positions = character.surface.positions;
    whole.triangles = character.surface.triangles;
    const std::vector<Affined> frames = jointFrames(character.skeleton, restPose(character.skeleton));
    for (const RigidPart& part : character.rigidParts) {
        const auto base = static_cast<std::uint32_t>(whole.positions.size());
        for (const Vec3d& p : part.surface.positions) {
            whole.positions.push_back(transformPoint(frames[part.joint], p));
        }
        for (const Triangle& t : part.surface.triangles) {
            whole.triangles.push_back({t[0] + base, t[1] + base, t[2] + base});
        }
    }
    whole.materialOf.assign(whole.triangles.size(), 0);
    Findings ignored;
    return weldMesh(std::move(whole), "the whole", ignored).surface;
}

}  // namespace

void checkParts(const Context& context, Findings& findings) {
    checkInsideOut(context, findings);
    if (context.parts.count == 1) {
        const int genus = context.topologies[0].genus();
        if (genus > 0) {
            findings.push_back(
                {Severity::Note, "handles",
                 "the body has " + counted(static_cast<std::size_t>(genus), "handle") + " (through holes)",
                 ""});
        }
    } else {
        findings.push_back({Severity::Note, "several-parts",
                            "the surface has " + counted(context.parts.count, "part") + "; the largest is " +
                                partName(context, context.largestPart),
                            "No action is needed if clothes, eyes or hair should be separate."});
        checkOverlap(context, findings);
        checkTiny(context, findings);
    }
    std::vector<std::string> sheets;
    for (std::uint32_t part = 0; part < context.parts.count; ++part) {
        if (context.measures[part].isSheet()) sheets.push_back(partName(context, part));
    }
    if (sheets.empty()) return;
    const bool all = context.measures[context.largestPart].isSheet();
    findings.push_back({all ? Severity::Error : Severity::Warning, all ? "no-closed-body" : "open-sheets",
                        counted(sheets.size(), "part is an open sheet", "parts are open sheets") +
                            " without an inside: " + listed(sheets, 3),
                        all ? "Close the body: flesh needs a volume."
                            : "No action is needed for capes, lashes or hair cards: they have no flesh and "
                              "follow the body."});
}

void checkRigidParts(const Context& context, Findings& findings) {
    const Character& character = context.character;
    if (character.rigidParts.empty()) return;
    std::vector<std::string> names;
    for (const RigidPart& part : character.rigidParts) {
        const bool hangs = part.joint < character.skeleton.joints.size();
        names.push_back(inQuotes(part.name) +
                        (hangs ? " on " + inQuotes(context.jointName(part.joint)) : ""));
        if (!hangs) return;
    }
    const Surface whole = wholeAtRest(character);
    const EdgeTable edges = edgeTable(whole.triangles);
    const auto open =
        static_cast<std::size_t>(std::count_if(edges.edges.begin(), edges.edges.end(),
                                               [](const Edge& edge) { return edge.kind == EdgeKind::Open; }));
    const TriangleMesh mesh{whole.positions, whole.triangles};
    const BoxTree::Pairs cuts = someSelfIntersections(mesh, triangleTree(mesh, context.jobs), context.jobs);
    findings.push_back({Severity::Note, "rigid-parts",
                        "the file has " + counted(names.size(), "rigid mesh", "rigid meshes") + ": " +
                            listed(names) + "; together with the skin at rest they have " +
                            counted(connectedParts(whole.triangles).count, "part") + ", " +
                            countedOrMore(cuts.pairs.size(), cuts.complete, "self-intersection") + ", " +
                            counted(open, "open edge") + ", " +
                            counted(duplicateTriangles(whole.triangles).size(), "duplicate face"),
                        "No action is needed: rigid meshes follow their joints and have no flesh."});
}

}  // namespace sinew::check
