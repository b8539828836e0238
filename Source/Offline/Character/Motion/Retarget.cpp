#include "Offline/Character/Motion/Retarget.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "Offline/Character/Motion/Alignment.h"

namespace sinew::motion {

namespace {

// Source joint whose turn a group starts from: the nearest driving joint above it, else its own first.
std::uint32_t baseOf(const Skeleton& skeleton, const JointMatch& match, const JointGroup& group) {
    std::int32_t up = skeleton.joints[group.source.front()].parent;
    for (; up != kNone; up = skeleton.joints[static_cast<std::size_t>(up)].parent) {
        for (const JointGroup& other : match.groups) {
            if (std::find(other.source.begin(), other.source.end(), static_cast<std::uint32_t>(up)) !=
                other.source.end()) {
                return static_cast<std::uint32_t>(up);
            }
        }
    }
    return group.source.front();
}

class Retargeter {
  public:
    Retargeter(const Motion& motion, const Character& character, const RetargetOptions& options,
               std::vector<Finding>& findings)
        : motion_(motion),
          target_(character.skeleton),
          match_(matchJoints(motion, character, options.map, findings)),
          alignment_(alignReferences(motion, target_, match_, findings)),
          inPlace_(options.inPlace) {
        driven_.assign(target_.joints.size(), 0);
        for (const JointGroup& group : match_.groups) {
            bases_.push_back(baseOf(motion.skeleton, match_, group));
            for (const std::uint32_t j : group.target) driven_[j] = 1;
        }
        findRoot();
        findHungThighs();
        findSliding();
        findSoles();
    }

    Clip run() {
        Clip clip{motion_.clip.name, motion_.clip.duration, std::vector<JointTracks>(target_.joints.size())};
        const double ground = alignment_.direct ? 0 : groundOfMotion();
        for (std::size_t frame = 0; frame < motion_.frames; ++frame) {
            const double time = static_cast<double>(frame) * motion_.frameTime;
            const Pose sourcePose = samplePose(motion_.skeleton, motion_.clip, time);
            const WorldPose source = worldPose(motion_.skeleton, sourcePose);
            Pose pose = turned(source);
            hangThighs(pose);
            if (alignment_.direct) {
                moveDirect(sourcePose, source, pose);
            } else {
                moveGrounded(source, ground, pose);
            }
            append(clip, time, pose);
        }
        return clip;
    }

  private:
    // Hips, or whatever stands highest among the driven joints, carry the translation.
    void findRoot() {
        const JointGroup* root = &match_.groups.front();
        for (const JointGroup& group : match_.groups) {
            if (group.role == Role::Hips) root = &group;
        }
        sourceRoot_ = root->source.front();
        targetRoot_ = root->target.front();
    }

    // Biped rigs hang the thighs on the spine. There they would swing with every bend of the back, so they
    // are put where the pelvis has them.
    void findHungThighs() {
        if (alignment_.direct) return;
        for (const JointGroup& group : match_.groups) {
            if (group.role != Role::Thigh) continue;
            for (std::int32_t up = target_.joints[group.target[0]].parent; up != kNone && up != pelvis();
                 up = target_.joints[static_cast<std::size_t>(up)].parent) {
                if (!driven_[static_cast<std::size_t>(up)]) continue;
                hungThighs_.push_back(group.target[0]);
                break;
            }
        }
    }

    std::int32_t pelvis() const { return static_cast<std::int32_t>(targetRoot_); }

    void hangThighs(Pose& pose) const {
        if (hungThighs_.empty()) return;
        const std::vector<Affined> rest = jointFrames(target_, restPose(target_));
        const std::vector<Affined> posed = jointFrames(target_, pose);
        for (const std::uint32_t j : hungThighs_) {
            const Vec3d inPelvis = transformPoint(inverse(rest[targetRoot_]), rest[j].translation);
            const Affined& parent = posed[static_cast<std::size_t>(target_.joints[j].parent)];
            pose[j].translation =
                transformPoint(inverse(parent), transformPoint(posed[targetRoot_], inPelvis));
        }
    }

    // Which joints of the character get a translation track.
    void findSliding() {
        slides_.assign(target_.joints.size(), 0);
        slides_[targetRoot_] = 1;
        for (const std::uint32_t j : hungThighs_) slides_[j] = 1;
        if (!alignment_.direct) return;
        for (const JointGroup& group : match_.groups) {
            if (target_.joints[group.target[0]].parent == kNone) continue;
            if (!motion_.clip.joints[group.source[0]].translation.values.empty())
                slides_[group.target[0]] = 1;
        }
    }

    struct Hand {
        std::uint32_t source, target;
    };

    struct Sole {
        std::uint32_t source, target;
        double sourceHeight, targetHeight;  // where the figures stand in their reference poses
    };

    void findSoles() {
        const Vec3d up = rotate(alignment_.facing, Vec3d{0, 1, 0});
        for (const JointGroup& group : match_.groups) {
            if (group.role != Role::Foot && group.role != Role::Toe) continue;
            const std::uint32_t s = group.source.back(), t = group.target.front();
            soles_.push_back({s, t, dot(up, alignment_.source.places[s]), alignment_.target.places[t].y});
        }
        for (const JointGroup& group : match_.groups) {
            if (group.role == Role::Hand && !soles_.empty())
                hands_.push_back({group.source.back(), group.target.back()});
        }
        for (const Sole& sole : soles_) {
            sourceFloor_ = std::min(sourceFloor_, sole.sourceHeight);
            targetFloor_ = std::min(targetFloor_, sole.targetHeight);
        }
        reach_ = 0.3 * (dot(up, alignment_.source.places[sourceRoot_]) - sourceFloor_);
    }

    // Longer arms than the motion's would sink into the ground in a handstand: the nearer to it the motion's
    // hands are, the more the character's keep their height, and never are they below it.
    double liftForHands(const WorldPose& source, double ground, const std::vector<Affined>& frames) const {
        double lift = 0;
        for (const Hand& hand : hands_) {
            const double wanted = source.places[hand.source].y - sourceFloor_ - ground;
            const double nearness = std::clamp(1 - wanted / reach_, 0.0, 1.0);
            const double height = frames[hand.target].translation.y - targetFloor_;
            lift = std::max({lift, nearness * (wanted * alignment_.scale - height), -height});
        }
        return lift;
    }

    // How far the lowest sole is above where it stands in the reference pose.
    double elevation(const WorldPose& source) const {
        double lowest = std::numeric_limits<double>::max();
        for (const Sole& sole : soles_)
            lowest = std::min(lowest, source.places[sole.source].y - sole.sourceHeight);
        return lowest;
    }

    // The elevation of a standing figure: frames below it are noise, frames above it are steps and leaps.
    double groundOfMotion() const {
        if (soles_.empty()) return 0;
        std::vector<double> heights;
        for (std::size_t frame = 0; frame < motion_.frames; ++frame) {
            const double time = static_cast<double>(frame) * motion_.frameTime;
            heights.push_back(
                elevation(worldPose(motion_.skeleton, samplePose(motion_.skeleton, motion_.clip, time))));
        }
        std::sort(heights.begin(), heights.end());
        return heights[heights.size() / 20];
    }

    Quatd worldTurn(const WorldPose& source, std::uint32_t s) const {
        return source.rotations[s] * conjugate(alignment_.source.rotations[s]);
    }

    // Source and target chains both run from their base at 0 to their end at 1.
    Quatd spreadTurn(const WorldPose& source, const JointGroup& group, std::uint32_t base,
                     std::size_t k) const {
        const double place =
            static_cast<double>((k + 1) * group.source.size()) / static_cast<double>(group.target.size());
        const auto below = static_cast<std::size_t>(place);
        const double part = place - static_cast<double>(below);
        const Quatd from = worldTurn(source, below == 0 ? base : group.source[below - 1]);
        if (part == 0) return from;
        return slerp(from, worldTurn(source, group.source[below]), part);
    }

    // Part of the hand's turn about the length of the forearm, for joints that lie along it.
    Quatd twistTurn(const WorldPose& source, const JointGroup& group, std::uint32_t base,
                    std::size_t k) const {
        const Quatd before = worldTurn(source, base);
        const Quatd turn = conjugate(before) * worldTurn(source, group.source[0]);
        const std::vector<Vec3d>& places = alignment_.source.places;
        const Vec3d axis = normalized(places[group.source[0]] - places[base]);
        const Vec3d along = axis * dot(axis, Vec3d{turn.x, turn.y, turn.z});
        const Quatd twist = normalized(Quatd{along.x, along.y, along.z, turn.w});
        return before *
               slerp(Quatd{}, twist, static_cast<double>(k + 1) / static_cast<double>(group.target.size()));
    }

    Quatd turnOf(const WorldPose& source, std::size_t g, std::size_t k) const {
        const JointGroup& group = match_.groups[g];
        if (group.role == Role::Hand && k + 1 < group.target.size())
            return twistTurn(source, group, bases_[g], k);
        const bool spread = group.source.size() > 1 || isSpreadRole(group.role);
        return spread ? spreadTurn(source, group, bases_[g], k) : worldTurn(source, group.source[0]);
    }

    // Rotations of the whole figure; translations are those of the rest pose.
    Pose turned(const WorldPose& source) const {
        std::vector<Quatd> world(target_.joints.size());
        for (std::size_t g = 0; g < match_.groups.size(); ++g) {
            const JointGroup& group = match_.groups[g];
            for (std::size_t k = 0; k < group.target.size(); ++k) {
                const std::uint32_t j = group.target[k];
                world[j] = turnOf(source, g, k) * alignment_.aligned[j];
            }
        }
        Pose pose = restPose(target_);
        for (std::size_t j = 0; j < pose.size(); ++j) {
            const std::int32_t parent = target_.joints[j].parent;
            const Quatd above = parent == kNone ? Quatd{} : world[static_cast<std::size_t>(parent)];
            if (driven_[j]) {
                pose[j].rotation = normalized(conjugate(above) * world[j]);
            } else {
                world[j] = normalized(above * pose[j].rotation);
            }
        }
        return pose;
    }

    static bool isSpreadRole(Role role) {
        return role == Role::Spine || role == Role::Neck || role == Role::Clavicle;
    }

    void placeRoot(Pose& pose, Vec3d place) const {
        const std::int32_t parent = target_.joints[targetRoot_].parent;
        if (parent == kNone) {
            pose[targetRoot_].translation = place;
        } else {
            const Affined above = jointFrames(target_, pose)[static_cast<std::size_t>(parent)];
            pose[targetRoot_].translation = transformPoint(inverse(above), place);
        }
    }

    Vec3d heldInPlace(Vec3d place) const {
        const Vec3d standing = alignment_.target.places[targetRoot_];
        return inPlace_ ? Vec3d{standing.x, place.y, standing.z} : place;
    }

    // Same rig: joints that slide on their parents do so here too.
    void moveDirect(const Pose& sourcePose, const WorldPose& source, Pose& pose) const {
        for (const JointGroup& group : match_.groups) {
            const std::uint32_t s = group.source[0], t = group.target[0];
            if (t == targetRoot_ || !slides_[t]) continue;
            const std::int32_t parent = target_.joints[t].parent;
            const Vec3d shift = sourcePose[s].translation - motion_.skeleton.joints[s].rest.translation;
            const Quatd frame = conjugate(alignment_.target.rotations[static_cast<std::size_t>(parent)]);
            pose[t].translation += rotate(frame, shift) * alignment_.scale;
        }
        const Vec3d moved = source.places[sourceRoot_] - alignment_.source.places[sourceRoot_];
        placeRoot(pose, heldInPlace(alignment_.target.places[targetRoot_] + moved * alignment_.scale));
    }

    // The ground keeps its level and the start its place; between them the figure moves in its own leg
    // lengths.
    void moveGrounded(const WorldPose& source, double ground, Pose& pose) {
        const Vec3d here = source.places[sourceRoot_];
        if (!start_) start_ = here;
        const Vec3d standing = alignment_.target.places[targetRoot_];
        const Vec3d up = rotate(alignment_.facing, Vec3d{0, 1, 0});
        const double rise = here.y - dot(up, alignment_.source.places[sourceRoot_]);
        Vec3d place = standing + Vec3d{here.x - start_->x, rise, here.z - start_->z} * alignment_.scale;
        placeRoot(pose, heldInPlace(place));
        if (soles_.empty()) return;
        const std::vector<Affined> frames = jointFrames(target_, pose);
        double lowest = std::numeric_limits<double>::max();
        for (const Sole& sole : soles_) {
            lowest = std::min(lowest, frames[sole.target].translation.y - sole.targetHeight);
        }
        place.y += (elevation(source) - ground) * alignment_.scale - lowest;
        placeRoot(pose, heldInPlace(place));
        place.y += liftForHands(source, ground, jointFrames(target_, pose));
        placeRoot(pose, heldInPlace(place));
    }

    void append(Clip& clip, double time, const Pose& pose) const {
        for (std::size_t j = 0; j < pose.size(); ++j) {
            JointTracks& tracks = clip.joints[j];
            if (driven_[j]) {
                const bool flipped = !tracks.rotation.values.empty() &&
                                     dot(tracks.rotation.values.back(), pose[j].rotation) < 0;
                tracks.rotation.times.push_back(time);
                tracks.rotation.values.push_back(flipped ? -pose[j].rotation : pose[j].rotation);
            }
            if (slides_[j]) {
                tracks.translation.times.push_back(time);
                tracks.translation.values.push_back(pose[j].translation);
            }
        }
    }

    const Motion& motion_;
    const Skeleton& target_;
    const JointMatch match_;
    const Alignment alignment_;
    const bool inPlace_;
    std::vector<std::uint8_t> driven_, slides_;  // per target joint
    std::vector<std::uint32_t> bases_;           // per group
    std::vector<Sole> soles_;
    std::vector<Hand> hands_;
    double sourceFloor_ = std::numeric_limits<double>::max(), targetFloor_ = sourceFloor_;
    double reach_ = 0;  // metres above the motion's floor below which hands count as touching it
    std::vector<std::uint32_t> hungThighs_;
    std::uint32_t sourceRoot_ = 0, targetRoot_ = 0;
    std::optional<Vec3d> start_;
};

}  // namespace

Clip retarget(const Motion& motion, const Character& character, const RetargetOptions& options,
              std::vector<Finding>& findings) {
    return Retargeter(motion, character, options, findings).run();
}

}  // namespace sinew::motion
