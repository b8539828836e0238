#include "Offline/Tets/Domains.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "Offline/Character/JointNames.h"
#include "Offline/Error.h"
#include "Offline/Geometry/BoxTree.h"
#include "Offline/Geometry/DisjointSets.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Nearest.h"
#include "Offline/Tets/Volume.h"

namespace sinew::tets {

namespace {

constexpr std::uint32_t kNone = JointDecision::kNone;
constexpr std::uint32_t kTetGrain = 1024;

double areaOf(const TetMesh& mesh, const InnerFace& face) {
    return area({mesh.nodes[face.nodes[0]], mesh.nodes[face.nodes[1]], mesh.nodes[face.nodes[2]]});
}

// The joint with bones that moves each skin vertex most; kNone where none does.
std::vector<std::uint32_t> mainJoints(const Character& character, const Volume& volume) {
    const SkinWeights& weights = character.weights;
    std::vector<std::uint32_t> main(character.surface.positions.size(), kNone);
    for (std::size_t v = 0; v + 1 < weights.firstOfVertex.size(); ++v) {
        std::map<std::uint32_t, float> sums;
        for (std::uint32_t i = weights.firstOfVertex[v]; i < weights.firstOfVertex[v + 1]; ++i) {
            const std::uint32_t carrier = volume.report.joints[weights.influences[i].joint].carrier;
            if (carrier != kNone) sums[carrier] += weights.influences[i].weight;
        }
        float largest = 0;
        for (const auto& [joint, sum] : sums) {
            if (sum > largest) main[v] = joint;
            largest = std::max(largest, sum);
        }
    }
    return main;
}

std::vector<std::uint32_t> jointsBySkin(const Character& character, const Volume& volume, const Jobs& jobs) {
    const std::vector<std::uint32_t> main = mainJoints(character, volume);
    std::vector<Vec3d> points;
    std::vector<std::uint32_t> joints;
    for (std::size_t v = 0; v < main.size(); ++v) {
        if (main[v] == kNone || volume.followsSkeleton[v] == 1) continue;
        points.push_back(character.surface.positions[v]);
        joints.push_back(main[v]);
    }
    if (points.empty()) return jointOfTets(volume, jobs);
    std::vector<Box> boxes;
    for (const Vec3d& p : points) boxes.push_back({p, p});
    const BoxTree tree(boxes, jobs);
    const auto count = static_cast<std::uint32_t>(volume.tets.tets.size());
    std::vector<std::uint32_t> ofTets(count);
    parallelForRanges(jobs, count, kTetGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t t = begin; t < end; ++t) {
            const Vec3d middle = tetMiddle(volume.tets, volume.tets.tets[t]);
            const auto squared = [&](Vec3d p) { return dot(p - middle, p - middle); };
            ofTets[t] =
                joints[tree.nearest(
                               [&](const Box& box) { return squared(min(max(middle, box.low), box.high)); },
                               [&](std::uint32_t i) { return squared(points[i]); })
                           .item];
        }
    });
    return ofTets;
}

// Which joints with bones have domains of their own.
class Merger {
  public:
    Merger(const Character& character, const Volume& volume, const DomainSettings& settings,
           std::span<const double> turns, std::span<const std::uint32_t> jointOfTet)
        : joints_(character.skeleton.joints),
          settings_(settings),
          turns_(turns.begin(), turns.end()),
          labels_(labelJoints(character.skeleton)),
          flesh_(joints_.size(), 0),
          length_(joints_.size(), 0),
          hasBone_(joints_.size(), false),
          keep_(named(settings.keep)),
          merge_(named(settings.merged)) {
        for (const Bone& bone : volume.bones) {
            hasBone_[bone.joint] = true;
            length_[bone.joint] = std::max(length_[bone.joint], length(bone.tail - bone.head));
        }
        for (std::uint32_t t = 0; t < jointOfTet.size(); ++t) {
            flesh_[jointOfTet[t]] += tetVolume(volume.tets, volume.tets.tets[t]);
        }
        measured_ = flesh_;
        evenOutSides();
    }

    // `domain` of a decision, here, is the joint whose domain it belongs to.
    std::vector<DomainDecision> decide() {
        double whole = 0;
        for (const double flesh : flesh_) whole += flesh;
        std::vector<std::uint32_t> domainOf(joints_.size(), kNone);
        std::vector<double> run = length_;  // of a domain's bones so far
        std::vector<DomainDecision> decisions;
        for (std::uint32_t j = 0; j < joints_.size(); ++j) {
            const std::uint32_t parent = joints_[j].parent < 0 ? kNone : domainOf[parentOf(j)];
            domainOf[j] = parent;
            if (!hasBone_[j]) continue;
            requireMergeable(j, parent);
            const std::string reason = parent == kNone ? "" : mergedBecause(j, run[parent], whole);
            domainOf[j] = reason.empty() ? j : parent;
            if (!reason.empty()) run[parent] += length_[j];
            decisions.push_back({j, domainOf[j], 1000 * measured_[j], reason.empty() ? "domain" : reason});
        }
        return decisions;
    }

  private:
    std::size_t parentOf(std::uint32_t j) const { return static_cast<std::size_t>(joints_[j].parent); }

    // Left and right are decided alike, though no lattice cuts them alike.
    void evenOutSides() {
        for (std::size_t l = 0; l < joints_.size(); ++l) {
            for (std::size_t r = 0; r < joints_.size() && labels_[l].side == Side::Left; ++r) {
                const bool pair = labels_[r].side == Side::Right && labels_[r].key == labels_[l].key;
                if (!pair || !hasBone_[l] || !hasBone_[r]) continue;
                flesh_[l] = flesh_[r] = (flesh_[l] + flesh_[r]) / 2;
                length_[l] = length_[r] = (length_[l] + length_[r]) / 2;
                if (!turns_.empty()) turns_[l] = turns_[r] = std::max(turns_[l], turns_[r]);
            }
        }
    }

    void requireMergeable(std::uint32_t j, std::uint32_t parent) const {
        if (merge_[j] && keep_[j]) {
            throw badInput("joint " + joints_[j].name + " is in both lists of [domains], keep and merge",
                           "Remove it from keep or from merge.");
        }
        if (merge_[j] && parent == kNone) {
            throw badInput(
                "joint " + joints_[j].name + " has no parent with flesh that it could be merged into",
                "Remove it from [domains] merge.");
        }
    }

    std::vector<bool> named(const std::vector<std::string>& names) const {
        std::vector<bool> marked(joints_.size(), false);
        for (const std::string& name : names) {
            const auto at = std::find_if(joints_.begin(), joints_.end(),
                                         [&](const Joint& joint) { return joint.name == name; });
            if (at == joints_.end()) {
                std::vector<std::string> known;
                for (const Joint& joint : joints_) known.push_back(joint.name);
                throw badInput("the section [domains] names the joint " + name + ", which does not exist" +
                                   didYouMean(name, known),
                               "Use a joint name that `sinew inspect` lists.");
            }
            marked[static_cast<std::size_t>(at - joints_.begin())] = true;
        }
        return marked;
    }

    bool isBelow(std::uint32_t j, Role role) const {
        for (std::int32_t p = joints_[j].parent; p >= 0; p = joints_[static_cast<std::size_t>(p)].parent) {
            if (labels_[static_cast<std::size_t>(p)].role == role) return true;
        }
        return false;
    }

    // Of a cylinder with this flesh.
    double thickness(std::uint32_t j) const {
        return length_[j] > 0 ? std::sqrt(4 * flesh_[j] / (std::numbers::pi * length_[j])) : 0;
    }

    // Between joints with names of the body, one without: a limb that a rigger has cut in two.
    bool continuesLimb(std::uint32_t j) const {
        const Role role = labels_[j].role, above = labels_[parentOf(j)].role;
        return above != Role::None && (role == Role::None || role == Role::Helper) && hasNamedChild(j);
    }
    bool hasNamedChild(std::uint32_t j) const {
        for (std::uint32_t c = j + 1; c < joints_.size(); ++c) {
            const Role role = labels_[c].role;
            if (joints_[c].parent == static_cast<std::int32_t>(j) && role != Role::None &&
                role != Role::Helper) {
                return true;
            }
        }
        return false;
    }

    // Empty where it has a domain of its own. `run`: how long the domain above is already.
    std::string mergedBecause(std::uint32_t j, double run, double whole) const {
        if (keep_[j]) return {};
        if (merge_[j]) return "set by the recipe";
        const Role role = labels_[j].role;
        if (role == Role::Finger) return "a finger";
        if (role == Role::Toe) return "a toe";
        if (isBelow(j, Role::Head)) return "part of the face";
        if (flesh_[j] < settings_.minFlesh * whole) return "little flesh";
        if (!turns_.empty() && turns_[j] < settings_.minTurn) return "hardly rotates";
        if (continuesLimb(j)) return "continues its parent's limb";
        const bool isShort = length_[j] < settings_.minLength * thickness(j);
        if (isShort && run + length_[j] < 2 * settings_.minLength * thickness(j)) {
            return "short for its thickness";
        }
        return {};
    }

    const std::vector<Joint>& joints_;
    const DomainSettings& settings_;
    std::vector<double> turns_;
    std::vector<JointLabel> labels_;
    std::vector<double> flesh_, length_;  // by joint, m³ and m
    std::vector<double> measured_;        // flesh_ before sides were evened out
    std::vector<bool> hasBone_, keep_, merge_;
};

// Pieces of a domain that hang on others only, and domains that no tet came to, go where most of their faces
// are shared.
class Connector {
  public:
    Connector(const Volume& volume, std::vector<std::uint32_t>& domainOfTet)
        : volume_(volume), domainOfTet_(domainOfTet), faces_(innerFaces(volume.tets)) {}

    void run() {
        while (moveLoosePieces()) {
        }
    }
    const std::vector<InnerFace>& faces() const { return faces_; }

  private:
    // The piece that each tet is part of, named by its first tet.
    std::vector<std::uint32_t> pieces() const {
        DisjointSets sets(domainOfTet_.size());
        for (const InnerFace& face : faces_) {
            if (domainOfTet_[face.a] == domainOfTet_[face.b]) sets.join(face.a, face.b);
        }
        std::vector<std::uint32_t> pieceOfTet(domainOfTet_.size());
        for (std::uint32_t t = 0; t < pieceOfTet.size(); ++t) pieceOfTet[t] = sets.find(t);
        return pieceOfTet;
    }

    // Whether each tet, as a piece's name, is the largest piece of its domain.
    std::vector<bool> mainPieces(std::span<const std::uint32_t> pieceOfTet) const {
        std::vector<double> size(pieceOfTet.size(), 0);
        for (std::uint32_t t = 0; t < pieceOfTet.size(); ++t) {
            size[pieceOfTet[t]] += tetVolume(volume_.tets, volume_.tets.tets[t]);
        }
        std::map<std::uint32_t, std::uint32_t> largest;
        for (std::uint32_t piece = 0; piece < size.size(); ++piece) {
            if (size[piece] == 0) continue;
            const auto [at, isNew] = largest.try_emplace(domainOfTet_[piece], piece);
            if (!isNew && size[piece] > size[at->second]) at->second = piece;
        }
        std::vector<bool> isMain(size.size(), false);
        for (const auto& [domain, piece] : largest) isMain[piece] = true;
        return isMain;
    }

    // To main pieces only, which stay: so two loose ones never change places. False where none could move.
    bool moveLoosePieces() {
        const std::vector<std::uint32_t> pieceOfTet = pieces();
        const std::vector<bool> isMain = mainPieces(pieceOfTet);
        std::map<std::uint32_t, std::map<std::uint32_t, double>> shared;  // loose piece → domain → area
        for (const InnerFace& face : faces_) {
            const std::uint32_t a = pieceOfTet[face.a], b = pieceOfTet[face.b];
            if (a != b && !isMain[a] && isMain[b]) shared[a][domainOfTet_[b]] += areaOf(volume_.tets, face);
            if (a != b && !isMain[b] && isMain[a]) shared[b][domainOfTet_[a]] += areaOf(volume_.tets, face);
        }
        std::map<std::uint32_t, std::uint32_t> target;
        for (const auto& [piece, areas] : shared) {
            target[piece] = std::max_element(areas.begin(), areas.end(), [](const auto& x, const auto& y) {
                                return x.second < y.second;
                            })->first;
        }
        for (std::uint32_t t = 0; t < pieceOfTet.size(); ++t) {
            if (const auto at = target.find(pieceOfTet[t]); at != target.end()) domainOfTet_[t] = at->second;
        }
        return !target.empty();
    }

    const Volume& volume_;
    std::vector<std::uint32_t>& domainOfTet_;
    std::vector<InnerFace> faces_;
};

std::vector<Interface> interfacesOf(const Volume& volume, std::span<const std::uint32_t> domainOfTet,
                                    const std::vector<InnerFace>& faces) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<std::uint32_t, double>> shares;
    for (const InnerFace& face : faces) {
        const std::uint32_t a = domainOfTet[face.a], b = domainOfTet[face.b];
        if (a == b) continue;
        const double third = areaOf(volume.tets, face) / 3;
        for (const std::uint32_t node : face.nodes) shares[std::minmax(a, b)][node] += third;
    }
    std::vector<Interface> interfaces;
    for (const auto& [pair, ofNodes] : shares) {
        Interface& interface = interfaces.emplace_back(Interface{pair.first, pair.second, {}, {}});
        for (const auto& [node, area] : ofNodes) {
            interface.nodes.push_back(node);
            interface.areas.push_back(area);
        }
    }
    return interfaces;
}

std::vector<CarriedBone> carriedBones(const Volume& volume, const std::vector<Domain>& domains,
                                      const std::map<std::uint32_t, std::uint32_t>& domainOfJoint) {
    std::vector<std::vector<std::uint32_t>> domainsOfNode(volume.tets.nodes.size());
    for (std::uint32_t d = 0; d < domains.size(); ++d) {
        for (const std::uint32_t node : domains[d].nodes) domainsOfNode[node].push_back(d);
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> nodes;
    for (std::uint32_t node = 0; node < domainsOfNode.size(); ++node) {
        const std::int32_t bone = volume.attachment.boneOfNode[node];
        if (bone == Attachment::kFree) continue;
        const std::uint32_t joint = volume.bones[static_cast<std::size_t>(bone)].joint;
        const auto own = domainOfJoint.find(joint);
        const std::vector<std::uint32_t>& here = domainsOfNode[node];
        // Where the joint's own domain is here too, the interface holds the others to it.
        const bool ownIsHere =
            own != domainOfJoint.end() && std::find(here.begin(), here.end(), own->second) != here.end();
        for (const std::uint32_t d : here) {
            if (domains[d].joint != joint && !ownIsHere) nodes[{d, joint}].push_back(node);
        }
    }
    std::vector<CarriedBone> carried;
    for (auto& [key, list] : nodes) carried.push_back({key.first, key.second, std::move(list)});
    return carried;
}

void collectNodes(const TetMesh& mesh, Domain& domain) {
    for (const std::uint32_t t : domain.tets) {
        domain.nodes.insert(domain.nodes.end(), mesh.tets[t].begin(), mesh.tets[t].end());
    }
    std::sort(domain.nodes.begin(), domain.nodes.end());
    domain.nodes.erase(std::unique(domain.nodes.begin(), domain.nodes.end()), domain.nodes.end());
}

}  // namespace

std::vector<std::uint32_t> jointOfTets(const Volume& volume, const Jobs& jobs) {
    const auto count = static_cast<std::uint32_t>(volume.tets.tets.size());
    std::vector<std::uint32_t> joints(count, kNone);
    parallelForRanges(jobs, count, kTetGrain, [&](std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t t = begin; t < end; ++t) {
            const NearestBone nearest =
                nearestBone(volume.bones, tetMiddle(volume.tets, volume.tets.tets[t]));
            if (nearest.bone != nullptr) joints[t] = nearest.bone->joint;
        }
    });
    return joints;
}

Domains divideIntoDomains(const Character& character, const Volume& volume, const DomainSettings& settings,
                          std::span<const double> turns, const Jobs& jobs) {
    if (volume.bones.empty()) {
        throw badInput(character.name + " has no bones, so it has no domains",
                       "Use a skeleton whose joints lie inside the flesh.");
    }
    const std::vector<std::uint32_t> jointOfTet = settings.rule == DomainRule::NearestBone
                                                      ? jointOfTets(volume, jobs)
                                                      : jointsBySkin(character, volume, jobs);
    Domains result;
    result.decisions = Merger(character, volume, settings, turns, jointOfTet).decide();
    std::map<std::uint32_t, std::uint32_t> leadOf;  // joint with bones → joint of its domain
    for (const DomainDecision& decision : result.decisions) leadOf[decision.joint] = decision.domain;
    std::vector<std::uint32_t> leadOfTet;
    for (const std::uint32_t joint : jointOfTet) leadOfTet.push_back(leadOf.at(joint));
    Connector connector(volume, leadOfTet);
    connector.run();

    std::map<std::uint32_t, std::uint32_t> domainOfJoint;  // of those with tets
    for (const std::uint32_t lead : leadOfTet) domainOfJoint[lead] = 0;
    for (auto& [joint, index] : domainOfJoint) {
        index = static_cast<std::uint32_t>(result.domains.size());
        result.domains.push_back({joint, {}, {}});
    }
    for (std::uint32_t t = 0; t < leadOfTet.size(); ++t) {
        result.domainOfTet.push_back(domainOfJoint.at(leadOfTet[t]));
        result.domains[result.domainOfTet[t]].tets.push_back(t);
    }
    for (Domain& domain : result.domains) collectNodes(volume.tets, domain);
    result.interfaces = interfacesOf(volume, result.domainOfTet, connector.faces());
    result.carried = carriedBones(volume, result.domains, domainOfJoint);
    for (DomainDecision& decision : result.decisions) {
        // A joint that got no tet at all rides in the domain that its bones lie in.
        const auto at = domainOfJoint.find(decision.domain);
        if (at == domainOfJoint.end()) decision.reason = "no flesh is nearest to it";
        decision.domain = at == domainOfJoint.end() ? JointDecision::kNone : at->second;
    }
    return result;
}

}  // namespace sinew::tets
