#include "Offline/Character/Anatomy.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "Offline/Character/JointNames.h"

namespace sinew {

namespace {

constexpr double kDegree = std::numbers::pi / 180;
constexpr double kBentAtBind = 4 * kDegree;  // from here on the bones themselves show how a hinge bends
constexpr double kUpright = 0.7;             // cosine

struct RoleRange {
    Role role;
    AngleRange twist, bend, side;  // degrees
};

// What people do without effort, not what a gymnast can: several joints reach their ends together. Arms:
// `side` is the elevation from hanging down; elbows and knees: `bend` is from straight; hips: from standing.
// Recorded motion turns a hinge about an axis that is a dozen degrees off, and the forearm at the wrist.
constexpr std::array kRanges{
    RoleRange{Role::Spine, {-45, 45}, {-25, 60}, {-30, 30}},
    RoleRange{Role::Neck, {-35, 35}, {-35, 35}, {-20, 20}},
    RoleRange{Role::Head, {-35, 35}, {-20, 25}, {-15, 15}},
    RoleRange{Role::Clavicle, {0, 0}, {-10, 20}, {-5, 25}},
    RoleRange{Role::UpperArm, {-70, 70}, {-35, 95}, {-5, 140}},
    RoleRange{Role::ForeArm, {-70, 70}, {0, 140}, {-15, 15}},
    RoleRange{Role::Hand, {-70, 70}, {-50, 60}, {-20, 20}},
    RoleRange{Role::Finger, {0, 0}, {-5, 80}, {0, 0}},
    RoleRange{Role::Thigh, {-45, 45}, {-25, 105}, {-15, 60}},
    RoleRange{Role::Shin, {0, 0}, {0, 140}, {-15, 15}},
    RoleRange{Role::Foot, {-15, 15}, {-45, 45}, {-20, 20}},
    RoleRange{Role::Toe, {0, 0}, {-30, 45}, {0, 0}},
};
constexpr AngleRange kThumb{0, 35};

bool isLimb(Role role) {
    return role == Role::UpperArm || role == Role::ForeArm || role == Role::Thigh || role == Role::Shin ||
           role == Role::Hand || role == Role::Foot;
}

AngleRange fromBind(AngleRange degrees, double bound, double share) {
    return {std::min(0.0, degrees.low * kDegree - bound) * share,
            std::max(0.0, degrees.high * kDegree - bound) * share};
}

class Reader {
  public:
    Reader(const Character& character, std::span<const double> skinArea, std::span<const std::uint8_t> moves)
        : joints_(character.skeleton.joints),
          labels_(labelJoints(character.skeleton)),
          moves_(moves),
          below_(skinArea.begin(), skinArea.end()) {
        for (const Affined& frame : bindFrames(character.skeleton)) places_.push_back(frame.translation);
        for (std::size_t j = joints_.size(); j-- > 0;) {
            if (joints_[j].parent >= 0) below_[parentOf(j)] += below_[j];
        }
        findFacing();
        findDirections(character);
    }

    Anatomy read() {
        Anatomy anatomy;
        anatomy.person = standsUpright();
        anatomy.ranges.resize(joints_.size());
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            anatomy.axes.push_back(axesOf(j));
            if (anatomy.person) anatomy.ranges[j] = rangeOf(j, anatomy.axes[j]);
        }
        return anatomy;
    }

  private:
    std::size_t parentOf(std::size_t j) const { return static_cast<std::size_t>(joints_[j].parent); }
    bool hasParent(std::size_t j) const { return joints_[j].parent >= 0; }
    double outwards(std::size_t j) const { return labels_[j].side == Side::Right ? -1.0 : 1.0; }

    // From right to left joints; +X in files that face +Z as they should.
    void findFacing() {
        Vec3d across;
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            if (labels_[j].side == Side::None || labels_[j].role == Role::None) continue;
            for (std::size_t k = 0; k < joints_.size(); ++k) {
                const bool mirrored = labels_[k].key == labels_[j].key && labels_[k].side == Side::Right;
                if (mirrored && labels_[j].side == Side::Left) across += places_[j] - places_[k];
            }
        }
        across.y = 0;
        left_ = normalized(across, Vec3d{1, 0, 0});
        front_ = cross(left_, Vec3d{0, 1, 0});
    }

    // Along the bone: to the joints below by the skin they carry; without such, to the middle of the joint's
    // own skin; without any, on from its parent.
    void findDirections(const Character& character) {
        std::vector<Vec3d> sums(joints_.size());
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            if (hasParent(j)) sums[parentOf(j)] += (places_[j] - places_[parentOf(j)]) * below_[j];
        }
        const std::vector<Vec3d> own = ownSkin(character);
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            Vec3d along = labels_[j].role == Role::Head ? Vec3d{0, 1, 0} : sums[j];
            if (length(along) == 0) along = own[j];
            if (length(along) == 0 && hasParent(j)) along = places_[j] - places_[parentOf(j)];
            directions_.push_back(normalized(along, Vec3d{0, 1, 0}));
        }
    }

    std::vector<Vec3d> ownSkin(const Character& character) const {
        std::vector<Vec3d> sums(joints_.size());
        const SkinWeights& weights = character.weights;
        for (std::size_t v = 0; v + 1 < weights.firstOfVertex.size(); ++v) {
            for (std::uint32_t i = weights.firstOfVertex[v]; i < weights.firstOfVertex[v + 1]; ++i) {
                const SkinWeights::Influence& influence = weights.influences[i];
                sums[influence.joint] += (character.surface.positions[v] - places_[influence.joint]) *
                                         static_cast<double>(influence.weight);
            }
        }
        return sums;
    }

    bool standsUpright() const {
        std::optional<Vec3d> low, high;
        bool legsDown = true;
        for (std::size_t j = 0; j < joints_.size(); ++j) {
            const Role role = labels_[j].role;
            if (role == Role::Hips || (role == Role::Spine && !low)) low = low ? low : places_[j];
            if (role == Role::Spine || role == Role::Neck || role == Role::Head) high = places_[j];
            if (role == Role::Thigh && directions_[j].y > -kUpright) legsDown = false;
        }
        return low && high && legsDown && normalized(*high - *low).y > kUpright;
    }

    // Where the end of the bone goes with a positive bend, before it is made square with the bone.
    Vec3d bendTowards(std::size_t j) const {
        switch (labels_[j].role) {
            case Role::Shin:
                return -front_;
            case Role::Foot:
                return {0, -1, 0};
            case Role::Toe:
                return {0, 1, 0};
            case Role::Hand:
            case Role::Finger:
                return -raising(j);  // palms look down with arms spread, inwards with arms hanging
            default:
                return front_;
        }
    }

    Vec3d sideTowards(std::size_t j) const {
        switch (labels_[j].role) {
            case Role::Clavicle:
            case Role::UpperArm:
            case Role::ForeArm:
                return raising(j);
            case Role::Hand:
            case Role::Finger:
                return front_;
            default:
                return left_ * outwards(j);
        }
    }

    // Where the end of an arm goes when it is lifted sideways.
    Vec3d raising(std::size_t j) const { return cross(front_ * outwards(j), directions_[j]); }

    BodyAxes axesOf(std::size_t j) const {
        const Vec3d along = directions_[j];
        Vec3d bend = normalized(cross(along, bendTowards(j)), anyPerpendicular(along));
        if (const std::optional<Vec3d> above = segmentAbove(j)) {
            const Vec3d hinge = cross(*above, along);
            const bool bent = std::atan2(length(hinge), dot(*above, along)) > kBentAtBind;
            if (bent && dot(normalized(hinge), bend) > 0.5) bend = normalized(hinge);
        }
        Vec3d side = cross(along, bend);
        if (dot(side, cross(along, sideTowards(j))) < 0) side = -side;
        return {cross(bend, side), bend, side};
    }

    // Of the bone that a hinge folds against.
    std::optional<Vec3d> segmentAbove(std::size_t j) const {
        const Role role = labels_[j].role;
        if (role == Role::Finger && hasParent(j)) return normalized(places_[j] - places_[parentOf(j)]);
        if (role != Role::ForeArm && role != Role::Shin) return {};
        const Role wanted = role == Role::ForeArm ? Role::UpperArm : Role::Thigh;
        std::optional<Vec3d> found;
        for (std::size_t up = j; hasParent(up); up = parentOf(up)) {
            if (labels_[parentOf(up)].role == wanted) found = normalized(places_[j] - places_[parentOf(up)]);
        }
        return found;
    }

    // The joint's bend and side in the bind pose, counted as the table counts them.
    JointAngles boundAngles(std::size_t j, const BodyAxes& axes) const {
        const Vec3d along = directions_[j];
        JointAngles bound;
        const Role role = labels_[j].role;
        if (role == Role::ForeArm || role == Role::Shin) {
            if (const std::optional<Vec3d> above = segmentAbove(j))
                bound.bend = std::atan2(dot(cross(*above, along), axes.bend), dot(*above, along));
        } else if (role == Role::UpperArm || role == Role::Thigh) {
            bound.bend = std::asin(std::clamp(dot(along, front_), -1.0, 1.0));
            bound.side = std::atan2(outwards(j) * dot(along, left_), -along.y);
        }
        return bound;
    }

    bool sharesRole(std::size_t j, std::size_t k) const {
        return moves_[k] != 0 && sameRole(labels_[j], labels_[k]);
    }

    std::size_t sharersAbove(std::size_t j) const {
        std::size_t count = 0;
        for (std::size_t up = j; hasParent(up); up = parentOf(up))
            count += sharesRole(j, parentOf(up)) ? 1 : 0;
        return count;
    }

    std::size_t sharersBelow(std::size_t j) const {
        std::size_t largest = 0;
        for (std::size_t k = j + 1; k < joints_.size(); ++k) {
            if (!sharesRole(j, k)) continue;
            std::size_t count = 0;
            std::size_t up = k;
            for (; hasParent(up) && up != j; up = parentOf(up)) count += sharesRole(j, up) ? 1 : 0;
            if (up == j) largest = std::max(largest, count);
        }
        return largest;
    }

    // Joints of one role in a row share its range. In limbs the first bends and all of them twist.
    std::optional<AnatomicalRange> rangeOf(std::size_t j, const BodyAxes& axes) const {
        const JointLabel& label = labels_[j];
        const auto row = std::find_if(kRanges.begin(), kRanges.end(),
                                      [&](const RoleRange& entry) { return entry.role == label.role; });
        if (row == kRanges.end() || moves_[j] == 0) return {};
        const JointAngles bound = boundAngles(j, axes);
        const std::size_t above = sharersAbove(j);
        const double share = 1.0 / static_cast<double>(above + 1 + sharersBelow(j));
        const double swing = !isLimb(label.role) ? share : above == 0 ? 1.0 : 0.0;
        const bool thumb = label.role == Role::Finger && label.finger == 1;
        return AnatomicalRange{fromBind(row->twist, 0, share),
                               fromBind(thumb ? kThumb : row->bend, bound.bend, swing),
                               fromBind(row->side, bound.side, swing)};
    }

    const std::vector<Joint>& joints_;
    std::vector<JointLabel> labels_;
    std::span<const std::uint8_t> moves_;
    std::vector<double> below_;  // skin of the joint and all below it, m²
    std::vector<Vec3d> places_, directions_;
    Vec3d left_, front_;
};

}  // namespace

Anatomy readAnatomy(const Character& character, std::span<const double> skinArea,
                    std::span<const std::uint8_t> moves) {
    return Reader(character, skinArea, moves).read();
}

}  // namespace sinew
