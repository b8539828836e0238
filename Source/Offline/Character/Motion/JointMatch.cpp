#include "Offline/Character/Motion/JointMatch.h"

#include <algorithm>

#include "Offline/Error.h"
#include "Offline/Nearest.h"

namespace sinew::motion {

namespace {

struct Rig {
    const Skeleton& skeleton;
    std::vector<JointLabel> labels;
    std::vector<std::uint8_t> ignored;  // End Sites

    std::size_t size() const { return labels.size(); }
    const std::string& name(std::size_t j) const { return skeleton.joints[j].name; }
};

Rig rigOf(const Skeleton& skeleton, std::vector<std::uint8_t> ignored) {
    ignored.resize(skeleton.joints.size());
    Rig rig{skeleton, labelJoints(skeleton), std::move(ignored)};
    for (std::size_t j = 0; j < rig.size(); ++j) {
        if (rig.ignored[j]) rig.labels[j].role = Role::Helper;
    }
    return rig;
}

std::int32_t findLabel(const Rig& rig, const JointLabel& label) {
    for (std::size_t j = 0; j < rig.size(); ++j) {
        if (!rig.ignored[j] && sameName(rig.labels[j], label)) return static_cast<std::int32_t>(j);
    }
    return kNone;
}

// The exact name, else the same name however it is written.
std::int32_t findName(const Rig& rig, const std::string& name) {
    for (std::size_t j = 0; j < rig.size(); ++j) {
        if (!rig.ignored[j] && rig.name(j) == name) return static_cast<std::int32_t>(j);
    }
    return findLabel(rig, labelJoints(std::vector<std::string_view>{name})[0]);
}

bool isAncestor(const Skeleton& skeleton, std::uint32_t above, std::uint32_t below) {
    std::int32_t j = skeleton.joints[below].parent;
    while (j > static_cast<std::int32_t>(above)) j = skeleton.joints[static_cast<std::size_t>(j)].parent;
    return j == static_cast<std::int32_t>(above);
}

bool isSpread(Role role) {
    return role == Role::Spine || role == Role::Neck || role == Role::Clavicle;
}

// Joints of a role that hang on no other joint of it: five toes are five, upperarm01 and upperarm02 are one.
std::vector<std::uint32_t> heads(const Skeleton& skeleton, const std::vector<std::uint32_t>& joints) {
    std::vector<std::uint32_t> result;
    for (const std::uint32_t j : joints) {
        const bool below = std::any_of(joints.begin(), joints.end(),
                                       [&](std::uint32_t other) { return isAncestor(skeleton, other, j); });
        if (!below) result.push_back(j);
    }
    return result;
}

std::vector<std::uint32_t> jointsLike(const Rig& rig, const JointLabel& label) {
    std::vector<std::uint32_t> joints;
    for (std::size_t j = 0; j < rig.size(); ++j) {
        if (sameRole(rig.labels[j], label)) joints.push_back(static_cast<std::uint32_t>(j));
    }
    return joints;
}

std::vector<JointGroup> matchNames(const Rig& source, const Rig& target) {
    std::vector<JointGroup> groups;
    for (std::size_t t = 0; t < target.size(); ++t) {
        const std::int32_t s = findName(source, target.name(t));
        if (s == kNone) continue;
        groups.push_back(
            {target.labels[t].role, {static_cast<std::uint32_t>(s)}, {static_cast<std::uint32_t>(t)}});
    }
    return groups;
}

// A motion that has one finger for all of them must not bend the index finger alone.
bool hasFingers(const Rig& rig) {
    std::size_t kinds = 0;
    for (std::uint8_t finger = 2; finger <= 5; ++finger) {
        kinds += std::any_of(rig.labels.begin(), rig.labels.end(), [&](const JointLabel& label) {
            return label.role == Role::Finger && label.finger == finger;
        });
    }
    return kinds >= 2;
}

std::vector<JointGroup> matchRoles(const Rig& source, const Rig& target) {
    std::vector<JointGroup> groups;
    const bool fingers = hasFingers(source);
    for (std::size_t t = 0; t < target.size(); ++t) {
        const JointLabel& label = target.labels[t];
        if (label.role < Role::Hips || (label.role == Role::Finger && !fingers)) continue;
        const std::vector<std::uint32_t> all = jointsLike(target, label);
        const std::vector<std::uint32_t> from = jointsLike(source, label);
        if (all.front() != t || from.empty()) continue;
        if (isSpread(label.role)) {
            groups.push_back({label.role, from, all});
        } else {
            groups.push_back({label.role, {from.front()}, heads(target.skeleton, all)});
        }
    }
    return groups;
}

struct MissingName {
    std::string name;
    std::size_t line;  // of the map
};

struct MapMatch {
    std::vector<JointGroup> groups;
    std::vector<MissingName> missingSource, missingTarget;
    std::size_t named = 0;  // target joints that the map names
};

std::vector<std::uint32_t> findAll(const Rig& rig, const std::vector<std::string>& names, std::size_t line,
                                   std::vector<MissingName>& missing) {
    std::vector<std::uint32_t> found;
    for (const std::string& name : names) {
        const std::int32_t j = findName(rig, name);
        if (j == kNone) {
            missing.push_back({name, line});
        } else {
            found.push_back(static_cast<std::uint32_t>(j));
        }
    }
    return found;
}

MapMatch matchMap(const NameMap& map, const Rig& source, const Rig& target) {
    MapMatch match;
    for (const auto* list : {&map.joints, &map.chains}) {
        for (const NameMap::Chain& chain : *list) {
            // A chain may name joints of several rigs' spines; it fails only where none is there.
            std::vector<MissingName> missing;
            JointGroup group;
            group.source = findAll(source, chain.source, chain.line, missing);
            if (group.source.empty())
                match.missingSource.insert(match.missingSource.end(), missing.begin(), missing.end());
            group.target = findAll(target, chain.target, chain.line, match.missingTarget);
            match.named += chain.target.size();
            if (group.source.empty() || group.target.empty()) continue;
            group.role = source.labels[group.source.front()].role;
            if (group.role <= Role::Helper) group.role = target.labels[group.target.front()].role;
            match.groups.push_back(std::move(group));
        }
    }
    return match;
}

std::size_t targetCount(const std::vector<JointGroup>& groups) {
    std::size_t count = 0;
    for (const JointGroup& group : groups) count += group.target.size();
    return count;
}

std::size_t usedJoints(const Rig& rig) {
    return static_cast<std::size_t>(std::count(rig.ignored.begin(), rig.ignored.end(), 0));
}

std::string listed(const std::vector<std::string>& names, std::size_t limit = 40) {
    std::string text;
    for (std::size_t i = 0; i < names.size() && i < limit; ++i) text += (i == 0 ? "" : ", ") + names[i];
    if (names.size() > limit) text += " and " + std::to_string(names.size() - limit) + " more";
    return text;
}

struct Chosen {
    JointMatch match;
    std::string how;
};

Chosen choose(const Rig& source, const Rig& target) {
    std::vector<JointGroup> byName = matchNames(source, target);
    const std::size_t shared = std::min(usedJoints(source), usedJoints(target));
    if (!byName.empty() && static_cast<double>(byName.size()) >= 0.9 * static_cast<double>(shared)) {
        return {{MatchKind::Names, std::move(byName)}, "by name"};
    }
    Chosen best{{MatchKind::Roles, matchRoles(source, target)}, "by the meaning of their names"};
    for (const BuiltInMap& builtIn : builtInMaps()) {
        const std::string name(builtIn.name);
        MapMatch match = matchMap(parseNameMap(builtIn.text, name), source, target);
        const bool fits =
            match.missingTarget.size() * 10 <= match.named && match.missingSource.size() * 4 <= match.named;
        // On a tie a map made for exactly these names knows more than their meaning does.
        const std::size_t better = targetCount(best.match.groups) + (match.missingSource.empty() ? 0 : 1);
        if (!fits || targetCount(match.groups) < better) continue;
        best = {{MatchKind::Map, std::move(match.groups)}, "by the built-in map " + name};
    }
    return best;
}

// The names in a map that the rig does not have, each with its line and the nearest joint name.
std::vector<std::string> notThere(const std::vector<MissingName>& missing, const Rig& rig,
                                  const char* where) {
    std::vector<std::string> known, texts;
    for (const Joint& joint : rig.skeleton.joints) known.push_back(joint.name);
    for (const MissingName& name : missing) {
        texts.push_back("line " + std::to_string(name.line) + ": " + name.name + " in " + where +
                        didYouMean(name.name, known));
    }
    return texts;
}

Chosen follow(const NameMap& map, const Rig& source, const Rig& target, std::vector<Finding>& findings) {
    MapMatch match = matchMap(map, source, target);
    std::vector<std::string> texts = notThere(match.missingSource, source, "the motion");
    const std::vector<std::string> more = notThere(match.missingTarget, target, "the character");
    texts.insert(texts.end(), more.begin(), more.end());
    if (!texts.empty()) {
        findings.push_back({Severity::Warning, "retarget-map-unknown",
                            "the map " + map.name + " refers to joints that do not exist: " + listed(texts),
                            "Correct these names in the map."});
    }
    return {{MatchKind::Map, std::move(match.groups)}, "by the map " + map.name};
}

std::vector<std::string> unmatched(const Rig& rig, const std::vector<JointGroup>& groups,
                                   std::vector<std::uint32_t> JointGroup::*side) {
    std::vector<std::uint8_t> used = rig.ignored;
    for (const JointGroup& group : groups) {
        for (const std::uint32_t j : group.*side) used[j] = 1;
    }
    std::vector<std::string> names;
    for (std::size_t j = 0; j < rig.size(); ++j) {
        if (!used[j]) names.push_back(rig.name(j));
    }
    return names;
}

bool has(const std::vector<JointGroup>& groups, Role role) {
    return std::any_of(groups.begin(), groups.end(),
                       [&](const JointGroup& group) { return group.role == role; });
}

// Hips and upper legs of a rig that are in no group.
std::vector<std::string> unmatchedCore(const Rig& rig, const std::vector<JointGroup>& groups,
                                       std::vector<std::uint32_t> JointGroup::*side) {
    std::vector<std::string> names;
    for (std::size_t j = 0; j < rig.size(); ++j) {
        const JointLabel& label = rig.labels[j];
        if (label.role != Role::Hips && label.role != Role::Thigh) continue;
        const bool matched = std::any_of(groups.begin(), groups.end(), [&](const JointGroup& group) {
            return std::any_of((group.*side).begin(), (group.*side).end(),
                               [&](std::uint32_t other) { return sameRole(rig.labels[other], label); });
        });
        if (!matched) names.push_back(rig.name(j));
    }
    return names;
}

// Why the result would be useless, or empty if it is not. A character whose hips or upper legs nothing
// drives floats about in its rest pose; a person's upper legs that find none make a fox walk upright. Motions
// that share the character's names, and maps, may leave joints of the motion out on purpose.
std::string nonsense(const JointMatch& match, const Rig& source, const Rig& target) {
    if (match.kind == MatchKind::Names) return {};
    const std::vector<std::string> still = unmatchedCore(target, match.groups, &JointGroup::target);
    if (!still.empty()) return ": the motion has no joints for " + listed(still);
    if (match.kind == MatchKind::Map) return {};
    const std::vector<std::string> idle = unmatchedCore(source, match.groups, &JointGroup::source);
    return idle.empty() ? "" : ": the character has no joints for " + listed(idle);
}

// A match needs the hips and the joints of at least two limbs.
bool isUseful(const JointMatch& match, const Rig& source, const Rig& target) {
    if (match.kind == MatchKind::Roles) return has(match.groups, Role::Hips) && match.groups.size() >= 5;
    return match.groups.size() >= std::min<std::size_t>({2, usedJoints(source), usedJoints(target)});
}

void report(const Chosen& chosen, const Rig& source, const Rig& target, const std::string& character,
            std::vector<Finding>& findings) {
    const std::vector<JointGroup>& groups = chosen.match.groups;
    const std::vector<std::string> left = unmatched(source, groups, &JointGroup::source);
    const std::vector<std::string> right = unmatched(target, groups, &JointGroup::target);
    const std::string why = nonsense(chosen.match, source, target);
    if (!why.empty() || !isUseful(chosen.match, source, target)) {
        throw badInput("the joints of the motion do not match those of " + character + why +
                           ". Unmatched joints of the motion: " + listed(left) +
                           ". Unmatched joints of the character: " + listed(right),
                       "Write a joint map (source = \"target\" under [joints]) and pass it with --map.");
    }
    findings.push_back({Severity::Note, "retarget-match",
                        std::to_string(targetCount(groups)) + " of " + std::to_string(target.size()) +
                            " joints of the character are moved by the motion; they were matched " +
                            chosen.how,
                        ""});
    if (left.empty() && right.empty()) return;
    const bool limbs = has(groups, Role::Thigh) && has(groups, Role::Shin) && has(groups, Role::UpperArm) &&
                       has(groups, Role::ForeArm);
    const bool whole = limbs || chosen.match.kind == MatchKind::Names;
    std::string text;
    if (!left.empty()) text += "these joints of the motion have no counterpart: " + listed(left, 12);
    if (!right.empty())
        text +=
            (text.empty() ? "" : "; ") + ("these joints of the character stay at rest: " + listed(right, 12));
    findings.push_back(
        {whole ? Severity::Note : Severity::Warning, "retarget-unmatched", text,
         whole ? "" : "Write a joint map that names the missing limbs and pass it with --map."});
}

}  // namespace

JointMatch matchJoints(const Motion& motion, const Character& character, const std::optional<NameMap>& map,
                       std::vector<Finding>& findings) {
    const Rig source = rigOf(motion.skeleton, motion.endSite);
    const Rig target = rigOf(character.skeleton, {});
    if (target.size() == 0) {
        throw badInput(character.name + " has no skeleton that a motion could move",
                       "Export the mesh together with its skeleton.");
    }
    Chosen chosen = map ? follow(*map, source, target, findings) : choose(source, target);
    report(chosen, source, target, character.name, findings);
    std::sort(chosen.match.groups.begin(), chosen.match.groups.end(),
              [](const JointGroup& a, const JointGroup& b) { return a.target.front() < b.target.front(); });
    return chosen.match;
}

}  // namespace sinew::motion
