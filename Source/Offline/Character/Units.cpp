#include "Offline/Character/Units.h"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <string_view>

#include "Offline/Character/Finding.h"
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
    const std::vector<Vec3d>& positions = character.surface.positions;
    std::vector<bool> used(positions.size(), false);
    for (const Triangle& t : character.surface.triangles) used[t[0]] = used[t[1]] = used[t[2]] = true;
    std::vector<Vec3d> points;
    for (std::size_t v = 0; v < positions.size(); ++v) {
        if (used[v]) points.push_back(positions[v]);
    }
    if (!points.empty()) return points;
    for (const Affined& frame : bindFrames(character.skeleton)) points.push_back(frame.translation);
    return points;
}

double longestSide(const Box& box) {
    const Vec3d sides = box.high - box.low;
    return std::max({sides.x, sides.y, sides.z});
}

// Without the outermost few at either end of each axis.
Box trimmedBox(const std::vector<Vec3d>& points) {
    constexpr std::size_t kFewest = 24;
    if (points.size() < kFewest) return boxOf(points);
    const std::size_t skip = 1 + points.size() / 200;
    Box box;
    for (int axis = 0; axis < 3; ++axis) {
        std::vector<double> along;
        for (const Vec3d& p : points) along.push_back(p[axis]);
        std::sort(along.begin(), along.end());
        box.low[axis] = along[skip];
        box.high[axis] = along[along.size() - 1 - skip];
    }
    return box;
}

// The box of the body: one stray vertex a mile away must not tell its size.
Box bodyBox(Character& character) {
    const std::vector<Vec3d> points = bodyPoints(character);
    const Box all = boxOf(points), trimmed = trimmedBox(points);
    const double size = longestSide(trimmed);
    if (!(size > 0) || longestSide(all) < 2 * size) return all;
    std::vector<Vec3d> strays;
    Box body;
    for (const Vec3d& p : points) {
        const Vec3d apart = max(max(trimmed.low - p, p - trimmed.high), Vec3d{});
        if (length(apart) > 0.5 * size) {
            strays.push_back(p);
        } else {
            body = merged(body, p);
        }
    }
    if (strays.empty()) return all;
    const Vec3d first = strays.front();
    character.findings.push_back({Severity::Warning, "stray-vertices",
                                  counted(strays.size(), "vertex lies", "vertices lie") +
                                      " far away from all others; the first is at (" + rounded(first.x) +
                                      ", " + rounded(first.y) + ", " + rounded(first.z) +
                                      ") in the file's units",
                                  "Delete these vertices in the modelling program."});
    return body;
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

// Feet near the bottom and the head in the upper part, along that axis or, with a sign of -1, against it.
bool standsAlong(int axis, int sign, const Landmarks& marks, const Box& box) {
    if (marks.heads == 0 || marks.footCount == 0) return false;
    const double size = box.high[axis] - box.low[axis];
    const auto height = [&](Vec3d p) {
        return sign > 0 ? p[axis] - box.low[axis] : box.high[axis] - p[axis];
    };
    return size > 0 && height(marks.feet) < 0.25 * size && height(marks.head) > 0.6 * size;
}

// Files say Y up; another axis is believed only where the body stands along it and not along Y.
UpAxis detectUp(const Landmarks& marks, const Box& box) {
    return !standsAlong(1, 1, marks, box) && standsAlong(2, 1, marks, box) ? UpAxis::Z : UpAxis::Y;
}

double detectMetres(double size) {
    if (!(size > 0) || (size >= kSmallest && size <= kLargest)) return 1;
    return std::pow(10.0, -std::ceil(std::log10(size / kLargest) - 1e-9));
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
    const std::string measures = "the longest side of the character measures " + rounded(size) +
                                 " units, which is " + rounded(size * metres) + " m";
    if (given) {
        character.findings.push_back({Severity::Note, "units-set", measures + " with the given unit", ""});
    } else if (const char* const name = unitName(metres); name != nullptr) {
        character.findings.push_back({Severity::Note, "units-detected", measures + " if the unit is " + name,
                                      "If that is wrong, set the unit, for example with --unit cm."});
    } else {
        character.findings.push_back({Severity::Warning, "units-unknown",
                                      measures + "; no common unit gives a plausible size",
                                      "Scale the character to its real size, or set its unit, for "
                                      "example with --unit mm."});
    }
}

void noteUp(Character& character, bool given) {
    constexpr const char* names[] = {"X", "Y", "Z"};
    const std::string axis = names[static_cast<int>(character.units.up)];
    if (given) {
        character.findings.push_back(
            {Severity::Note, "up-axis-set", "the up axis is " + axis + ", as given", ""});
    } else if (character.units.up != UpAxis::Y) {
        character.findings.push_back(
            {Severity::Warning, "up-axis-detected",
             "the body stands along " + axis + ", although the up axis of the format is Y, so it was rotated",
             "If that is wrong, use --up y."});
    }
}

void noteLying(Character& character, const Landmarks& marks, const Box& box) {
    const int up = static_cast<int>(character.units.up);
    if (standsAlong(up, 1, marks, box)) return;
    for (const int axis : {1, 2, 0}) {
        for (const int sign : {1, -1}) {
            if (!standsAlong(axis, sign, marks, box)) continue;
            const std::string name(1, "xyz"[axis]);
            character.findings.push_back(
                {Severity::Warning, "lies-down",
                 std::string("the character ") + (axis == up ? "is upside down" : "lies down") +
                     ": from feet to head, it points along " + (sign < 0 ? "-" : "") + name + " of the file",
                 sign > 0 ? "If it should stand upright, use --up " + name + "."
                          : "Rotate it upright in the modelling program and apply the rotation."});
            return;
        }
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
    const auto turned = [&](Vec3f v) { return convert<float>(rotate(rotation, convert<double>(v))); };
    for (Vec3f& n : character.surface.normals) n = turned(n);
    for (Tangent& t : character.surface.tangents) {
        const Vec3f along = turned({t[0], t[1], t[2]});
        t = {along.x, along.y, along.z, t[3]};
    }
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
    const Box box = bodyBox(character);
    const double size = longestSide(box);
    const Landmarks marks = landmarksOf(character.skeleton);
    Units& units = character.units;
    units.metresPerUnit = metresPerUnit.value_or(detectMetres(size));
    units.up = up.value_or(detectUp(marks, box));
    units.detected = !metresPerUnit && !up;
    noteUnits(character, size, metresPerUnit.has_value());
    noteUp(character, up.has_value());
    noteLying(character, marks, box);
    if (units.metresPerUnit != 1 || units.up != UpAxis::Y) {
        transformCharacter(character, units.metresPerUnit, turnToY(units.up));
    }
}

}  // namespace sinew
