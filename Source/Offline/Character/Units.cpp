#include "Offline/Character/Units.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdio>
#include <string_view>

#include "Offline/Character/Pose.h"
#include "Offline/Geometry/Box.h"

namespace sinew {

namespace {

// What a character may measure along its longest side, in metres, without being taken for other units: from a
// mouse or a hand to a giant.
constexpr double kSmallest = 0.05, kLargest = 5;

bool contains(const std::string& name, std::string_view word) {
    const auto same = [](char a, char b) { return std::tolower(static_cast<unsigned char>(a)) == b; };
    return std::search(name.begin(), name.end(), word.begin(), word.end(), same) != name.end();
}

// Vertices that belong to a triangle; without any, the joints.
std::vector<Vec3d> bodyPoints(const Character& character) {
    std::vector<Vec3d> points;
    for (const Triangle& t : character.surface.triangles) {
        for (const std::uint32_t v : t) points.push_back(character.surface.positions[v]);
    }
    if (!points.empty()) return points;
    for (const Affined& frame : bindFrames(character.skeleton)) points.push_back(frame.translation);
    return points;
}

struct Landmarks {
    Vec3d head{}, feet{};
    int heads = 0, footCount = 0;
};

Landmarks landmarksOf(const Skeleton& skeleton) {
    Landmarks marks;
    const std::vector<Affined> frames = bindFrames(skeleton);
    for (std::size_t j = 0; j < frames.size(); ++j) {
        const std::string& name = skeleton.joints[j].name;
        const auto isA = [&](std::string_view word) { return contains(name, word); };
        if (isA("head")) {
            marks.head += frames[j].translation;
            ++marks.heads;
        } else if (isA("foot") || isA("toe") || isA("ankle") || isA("paw") || isA("hoof")) {
            marks.feet += frames[j].translation;
            ++marks.footCount;
        }
    }
    if (marks.heads > 0) marks.head *= 1.0 / marks.heads;
    if (marks.footCount > 0) marks.feet *= 1.0 / marks.footCount;
    return marks;
}

// Feet near the bottom and the head in the upper part, along that axis.
bool standsAlong(int axis, const Landmarks& marks, const Box& box) {
    const double size = box.high[axis] - box.low[axis];
    return size > 0 && marks.feet[axis] - box.low[axis] < 0.25 * size &&
           marks.head[axis] - box.low[axis] > 0.6 * size;
}

// Files say Y up; another axis is believed only where the body stands along it and not along Y.
UpAxis detectUp(const Character& character, const Box& box) {
    const Landmarks marks = landmarksOf(character.skeleton);
    if (marks.heads == 0 || marks.footCount == 0 || standsAlong(1, marks, box)) return UpAxis::Y;
    return standsAlong(2, marks, box) ? UpAxis::Z : UpAxis::Y;
}

double detectMetres(double size) {
    if (!(size > 0) || (size >= kSmallest && size <= kLargest)) return 1;
    return std::pow(10.0, -std::ceil(std::log10(size / kLargest) - 1e-9));
}

std::string rounded(double value) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.3g", value);
    return text.data();
}

const char* unitName(double metresPerUnit) {
    const auto is = [&](double unit) { return std::abs(metresPerUnit / unit - 1) < 1e-9; };
    return is(1)       ? "metres"
           : is(0.1)   ? "decimetres"
           : is(0.01)  ? "centimetres"
           : is(0.001) ? "millimetres"
                       : nullptr;
}

Quatd turnToY(UpAxis up) {
    const double half = std::sqrt(0.5);
    switch (up) {
        case UpAxis::X:
            return {0, 0, half, half};
        case UpAxis::Z:
            return {-half, 0, 0, half};
        case UpAxis::Y:
            break;
    }
    return {};
}

void noteUnits(Character& character, double size, bool given) {
    const double metres = character.units.metresPerUnit;
    const std::string measures =
        "the longest side measures " + rounded(size) + " units, " + rounded(size * metres) + " m";
    if (given) {
        character.findings.push_back({Severity::Note, "units-set", measures + " as told", ""});
    } else if (const char* const name = unitName(metres); name != nullptr) {
        character.findings.push_back({Severity::Note, "units-detected", measures + ": taken for " + name,
                                      "Set the metres per unit if that is wrong."});
    } else {
        character.findings.push_back({Severity::Warning, "units-unknown",
                                      measures + ": no usual unit makes a character of that",
                                      "Set the metres per unit."});
    }
}

void noteUp(Character& character, bool given) {
    constexpr const char* names[] = {"X", "Y", "Z"};
    const std::string axis = names[static_cast<int>(character.units.up)];
    if (given) {
        character.findings.push_back({Severity::Note, "up-axis-set", "up is " + axis + " as told", ""});
    } else if (character.units.up != UpAxis::Y) {
        character.findings.push_back(
            {Severity::Warning, "up-axis-detected",
             "the body stands along " + axis + ", although the format says Y; it was turned",
             "Set the up axis if that is wrong."});
    }
}

void transformTracks(JointTracks& tracks, bool isRoot, double scale, Quatd rotation) {
    for (Vec3d& v : tracks.translation.values) v = (isRoot ? rotate(rotation, v) : v) * scale;
    if (!isRoot) return;
    for (Quatd& q : tracks.rotation.values) q = rotation * q;
}

}  // namespace

// A joint's frame F becomes E·F·S⁻¹ (E the whole change, S its scale): bones then measure metres and joints
// keep the scales the file gave them.
void transformCharacter(Character& character, double scale, Quatd rotation) {
    const auto moved = [&](Vec3d p) { return rotate(rotation, p) * scale; };
    for (Vec3d& p : character.surface.positions) p = moved(p);
    for (RigidPart& part : character.rigidParts) {
        for (Vec3d& p : part.surface.positions) p *= scale;
    }
    std::vector<Joint>& joints = character.skeleton.joints;
    for (Joint& joint : joints) {
        const bool isRoot = joint.parent < 0;
        joint.rest.translation = isRoot ? moved(joint.rest.translation) : joint.rest.translation * scale;
        if (isRoot) joint.rest.rotation = normalized(rotation * joint.rest.rotation);
    }
    const Mat3d back = toMatrix(conjugate(rotation));
    for (Affined& toJoint : character.skeleton.inverseBind) {
        toJoint = {toJoint.linear * back, toJoint.translation * scale};
    }
    for (Clip& clip : character.clips) {
        for (std::size_t j = 0; j < joints.size(); ++j) {
            transformTracks(clip.joints[j], joints[j].parent < 0, scale, rotation);
        }
    }
}

void toMetresYUp(Character& character, std::optional<double> metresPerUnit, std::optional<UpAxis> up) {
    const Box box = boxOf(bodyPoints(character));
    const Vec3d sides = box.high - box.low;
    const double size = std::max({sides.x, sides.y, sides.z});
    Units& units = character.units;
    units.metresPerUnit = metresPerUnit.value_or(detectMetres(size));
    units.up = up.value_or(detectUp(character, box));
    units.detected = !metresPerUnit && !up;
    noteUnits(character, size, metresPerUnit.has_value());
    noteUp(character, up.has_value());
    if (units.metresPerUnit != 1 || units.up != UpAxis::Y) {
        transformCharacter(character, units.metresPerUnit, turnToY(units.up));
    }
}

}  // namespace sinew
