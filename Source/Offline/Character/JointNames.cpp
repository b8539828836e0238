#include "Offline/Character/JointNames.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <utility>

namespace sinew {

namespace {

using Words = std::vector<std::string>;

enum class CharKind { Other, Lower, Upper, Digit };

CharKind kindOf(char c) {
    if (c >= 'a' && c <= 'z') return CharKind::Lower;
    if (c >= 'A' && c <= 'Z') return CharKind::Upper;
    if (c >= '0' && c <= '9') return CharKind::Digit;
    return CharKind::Other;
}

// `LeftForeArm_01` → left fore arm 01; `LThumb` → l thumb.
Words splitWords(std::string_view name) {
    Words words;
    CharKind last = CharKind::Other;
    for (std::size_t i = 0; i < name.size(); ++i) {
        const CharKind kind = kindOf(name[i]);
        if (kind != CharKind::Other) {
            const bool upperRunEnds = kind == CharKind::Upper && last == CharKind::Upper &&
                                      i + 1 < name.size() && kindOf(name[i + 1]) == CharKind::Lower;
            const bool goesOn = kind == last || (last == CharKind::Upper && kind == CharKind::Lower);
            if (!goesOn || upperRunEnds) words.emplace_back();
            words.back() += kind == CharKind::Upper ? static_cast<char>(name[i] - 'A' + 'a') : name[i];
        }
        last = kind;
    }
    return words;
}

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> list) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

bool isNumber(std::string_view word) {
    return !word.empty() && kindOf(word.front()) == CharKind::Digit;
}

// What exporters put in front of every name.
void dropPrefix(Words& words) {
    while (words.size() > 1) {
        const std::string& first = words.front();
        const bool rig =
            isOneOf(first, {"mixamorig", "bip", "valve", "biped", "armature", "skeleton", "character", "cc",
                            "base", "def", "org", "jnt", "b", "j", "c", "rig"});
        if (!rig) return;
        words.erase(words.begin());
        if (words.size() > 1 && isNumber(words.front())) words.erase(words.begin());
    }
}

struct SideWord {
    std::string_view word;
    Side side;
};

constexpr std::array<SideWord, 4> kSideWords{
    {{"left", Side::Left}, {"right", Side::Right}, {"l", Side::Left}, {"r", Side::Right}}};

Side takeSide(Words& words) {
    for (const SideWord& entry : kSideWords) {
        const auto at = std::find(words.begin(), words.end(), entry.word);
        if (at == words.end() || words.size() == 1) continue;
        words.erase(at);
        return entry.side;
    }
    // All in one: `leftarm`, `rightfoot`.
    for (std::string& word : words) {
        for (const SideWord& entry : kSideWords) {
            if (entry.word.size() == 1 || word.size() <= entry.word.size()) continue;
            if (word.compare(0, entry.word.size(), entry.word) != 0) continue;
            word.erase(0, entry.word.size());
            return entry.side;
        }
    }
    return Side::None;
}

struct RoleWord {
    std::string_view word;
    Role role;
};

// `shoulder`, `leg`, `foot` and `hand` are settled by what else the skeleton has.
constexpr std::array kRoleWords{
    RoleWord{"root", Role::Root},
    RoleWord{"hips", Role::Hips},
    RoleWord{"pelvis", Role::Hips},
    RoleWord{"hip", Role::Hips},
    RoleWord{"spine", Role::Spine},
    RoleWord{"chest", Role::Spine},
    RoleWord{"upperchest", Role::Spine},
    RoleWord{"chestupper", Role::Spine},
    RoleWord{"chestlower", Role::Spine},
    RoleWord{"lowerback", Role::Spine},
    RoleWord{"abdomen", Role::Spine},
    RoleWord{"abdomenlower", Role::Spine},
    RoleWord{"abdomenupper", Role::Spine},
    RoleWord{"torso", Role::Spine},
    RoleWord{"waist", Role::Spine},
    RoleWord{"thorax", Role::Spine},
    RoleWord{"neck", Role::Neck},
    RoleWord{"necklower", Role::Neck},
    RoleWord{"neckupper", Role::Neck},
    RoleWord{"head", Role::Head},
    RoleWord{"clavicle", Role::Clavicle},
    RoleWord{"collar", Role::Clavicle},
    RoleWord{"collarbone", Role::Clavicle},
    RoleWord{"shoulder", Role::Clavicle},
    RoleWord{"upperarm", Role::UpperArm},
    RoleWord{"uparm", Role::UpperArm},
    RoleWord{"arm", Role::UpperArm},
    RoleWord{"shldr", Role::UpperArm},
    RoleWord{"forearm", Role::ForeArm},
    RoleWord{"lowerarm", Role::ForeArm},
    RoleWord{"lowarm", Role::ForeArm},
    RoleWord{"elbow", Role::ForeArm},
    RoleWord{"hand", Role::Hand},
    RoleWord{"wrist", Role::Hand},
    RoleWord{"thigh", Role::Thigh},
    RoleWord{"upleg", Role::Thigh},
    RoleWord{"upperleg", Role::Thigh},
    RoleWord{"shin", Role::Shin},
    RoleWord{"leg", Role::Shin},
    RoleWord{"lowerleg", Role::Shin},
    RoleWord{"lowleg", Role::Shin},
    RoleWord{"calf", Role::Shin},
    RoleWord{"knee", Role::Shin},
    RoleWord{"foot", Role::Foot},
    RoleWord{"ankle", Role::Foot},
    RoleWord{"toe", Role::Toe},
    RoleWord{"toes", Role::Toe},
    RoleWord{"toebase", Role::Toe},
    RoleWord{"ball", Role::Toe},
    RoleWord{"hipjoint", Role::Helper},
    RoleWord{"fingerbase", Role::Helper},
    RoleWord{"handslot", Role::Helper},
};

Role roleOfWord(std::string_view word) {
    for (const RoleWord& entry : kRoleWords) {
        if (entry.word == word) return entry.role;
    }
    return Role::None;
}

bool isHelper(const Words& words) {
    return std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return isOneOf(word, {"twist", "roll", "ik", "pole", "end", "nub", "effector", "target", "control",
                              "ctrl", "site", "slot", "metacarpal", "tip"});
    });
}

std::uint8_t fingerOfWord(std::string_view word) {
    constexpr std::array<std::string_view, 8> kNames{"thumb", "index",  "middle", "ring",
                                                     "pinky", "little", "mid",    "pinkie"};
    constexpr std::array<std::uint8_t, 8> kFingers{1, 2, 3, 4, 5, 5, 3, 5};
    for (std::size_t i = 0; i < kNames.size(); ++i) {
        if (kNames[i] == word) return kFingers[i];
    }
    return 0;
}

// Three ways to number them: index_02, finger2-3 (second finger, third phalanx), Finger1 / Finger11 (counted
// from the thumb as 0, the second digit being the phalanx).
bool readFinger(const Words& letters, const Words& numbers, JointLabel& label) {
    const std::string first = numbers.empty() ? std::string() : numbers[0];
    for (const std::string& word : letters) {
        const std::uint8_t finger = fingerOfWord(word);
        if (finger == 0) continue;
        label.finger = finger;
        label.phalanx = first.empty() ? 1 : static_cast<std::uint8_t>(first.back() - '0');
        return true;
    }
    if (letters.size() != 1) return false;
    if (isOneOf(letters[0], {"mitt", "fingers"})) {
        label.phalanx = 1;
        return true;
    }
    if (letters[0] != "finger" || first.empty() || first.size() > 2) return false;
    if (numbers.size() == 2) {
        label.finger = static_cast<std::uint8_t>(first.back() - '0');
        label.phalanx = static_cast<std::uint8_t>(numbers[1].back() - '0');
    } else {
        label.finger = static_cast<std::uint8_t>(first[0] - '0' + 1);
        label.phalanx = first.size() == 1 ? 1 : static_cast<std::uint8_t>(first[1] - '0' + 1);
    }
    return true;
}

JointLabel labelOf(std::string_view name) {
    if (const std::size_t colon = name.rfind(':'); colon != std::string_view::npos)
        name.remove_prefix(colon + 1);
    Words words = splitWords(name);
    dropPrefix(words);
    JointLabel label;
    label.side = takeSide(words);
    Words letters, numbers;
    std::string joined;
    for (const std::string& word : words) {
        label.key += word;
        (isNumber(word) ? numbers : letters).push_back(word);
        if (!isNumber(word)) joined += word;
    }
    if (isHelper(words)) {
        label.role = Role::Helper;
    } else if (readFinger(letters, numbers, label)) {
        label.role = Role::Finger;
    } else {
        label.role = roleOfWord(joined);
    }
    const bool paired = label.side != Side::None;
    if (paired && label.role == Role::Hips) label.role = joined == "hip" ? Role::Thigh : Role::Helper;
    if (paired && label.role <= Role::Head && label.role >= Role::Root && label.role != Role::Hips)
        label.role = Role::None;
    if (!paired && label.role >= Role::Clavicle) label.role = Role::None;
    return label;
}

bool hasWord(const std::vector<JointLabel>& labels, std::initializer_list<std::string_view> words) {
    return std::any_of(labels.begin(), labels.end(), [&](const JointLabel& label) {
        return label.side != Side::None && isOneOf(label.key, words);
    });
}

}  // namespace

std::vector<JointLabel> labelJoints(const std::vector<std::string_view>& names) {
    std::vector<JointLabel> labels;
    labels.reserve(names.size());
    for (const std::string_view name : names) labels.push_back(labelOf(name));
    const auto has = [&](Role role) {
        return std::any_of(labels.begin(), labels.end(),
                           [&](const JointLabel& label) { return label.role == role; });
    };
    const bool ankles = hasWord(labels, {"ankle"});
    const bool legIsThigh = !has(Role::Thigh) && hasWord(labels, {"knee", "calf", "shin"});
    const bool shoulderIsArm = !has(Role::UpperArm);
    for (JointLabel& label : labels) {
        if (label.key == "shoulder" && shoulderIsArm) label.role = Role::UpperArm;
        if (label.key == "leg" && legIsThigh) label.role = Role::Thigh;
        if (label.key == "foot" && ankles && label.role == Role::Foot) label.role = Role::Toe;
    }
    // A rig whose pelvis is called root.
    if (!has(Role::Hips)) {
        const auto root = std::find_if(labels.begin(), labels.end(),
                                       [](const JointLabel& label) { return label.role == Role::Root; });
        if (root != labels.end()) root->role = Role::Hips;
    }
    return labels;
}

std::vector<JointLabel> labelJoints(const Skeleton& skeleton) {
    std::vector<std::string_view> names;
    names.reserve(skeleton.joints.size());
    for (const Joint& joint : skeleton.joints) names.push_back(joint.name);
    return labelJoints(names);
}

}  // namespace sinew
