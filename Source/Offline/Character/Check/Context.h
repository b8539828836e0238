// Data that the checks of a character share. It is computed once and then only read.
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "Base/Jobs.h"
#include "Offline/Character/Character.h"
#include "Offline/Character/Finding.h"
#include "Offline/Geometry/BoxTree.h"
#include "Offline/Geometry/Measure.h"

namespace sinew::check {

struct Context {
    static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

    const Character& character;
    Jobs jobs;
    TriangleMesh mesh;
    Box box;
    double size = 0;  // diagonal of the box, metres
    BoxTree tree;
    EdgeTable edges;
    Parts parts;
    std::vector<PartTopology> topologies;  // per part
    std::vector<PartMeasure> measures;     // per part
    std::uint32_t largestPart = 0;         // index of the part with the largest area
    BoxTree::Pairs crossings;  // pairs of intersecting triangles (PairRule::Piercing), possibly incomplete
    std::vector<std::uint32_t> mainJoint;   // per vertex: joint with the largest weight, or kNone
    std::vector<std::uint32_t> verticesOf;  // per joint: number of vertices that it moves

    // The surface must have triangles and finite positions.
    Context(const Character& of, const Jobs& with);

    bool hasRig() const { return !character.skeleton.joints.empty() && !mainJoint.empty(); }

    // Returns: near joint "hand.L", or the position if there is no rig.
    std::string place(std::uint32_t vertex) const;
    const std::string& jointName(std::size_t joint) const { return character.skeleton.joints[joint].name; }
};

using Findings = std::vector<Finding>;

void checkEdges(const Context& context, Findings& findings);
void checkFaces(const Context& context, Findings& findings);
void checkParts(const Context& context, Findings& findings);
void checkSelfIntersections(const Context& context, Findings& findings);
void checkSize(const Context& context, Findings& findings);
void checkWeights(const Context& context, Findings& findings);
void checkStrayWeights(const Context& context, Findings& findings);
void checkJoints(const Context& context, Findings& findings);
void checkRigidParts(const Context& context, Findings& findings);
void checkUvs(const Context& context, Findings& findings);
void checkClips(const Character& character, Findings& findings);

}  // namespace sinew::check
