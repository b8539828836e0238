#include "Offline/Volume/Domains.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "Offline/Character/JointNames.h"
#include "Offline/Error.h"
#include "Offline/Geometry/BoxTree.h"
#include "Offline/Geometry/DisjointSets.h"
#include "Offline/Nearest.h"
#include "Offline/Volume/Attachment.h"
#include "Offline/Volume/ElasticMesh.h"

namespace sinew {

namespace {

constexpr std::uint32_t kNone = JointDecision::kNone;
constexpr std::uint32_t kElementsPerRange = 1024;

// The joint with bones that moves each skin vertex most; kNone where none does.
std::vector<std::uint32_t> mainJoints(const Character& character, const ElasticMesh& mesh) {
    const SkinWeights& weights = character.weights;
    std::vector<std::uint32_t> main(character.surface.positions.size(), kNone);
    for (std::size_t v = 0; v + 1 < weights.firstOfVertex.size(); ++v) {
        std::map<std::uint32_t, float> sums;
        for (std::uint32_t i = weights.firstOfVertex[v]; i < weights.firstOfVertex[v + 1]; ++i) {
            const std::uint32_t carrier = mesh.joints[weights.influences[i].joint].carrier;
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

std::vector<Vec3d> centresOf(const ElasticMesh& mesh) {
    std::vector<Vec3d> centres;
    for (const ElasticMesh::Element& element : mesh.elements) centres.push_back(element.centre);
    return centres;
}

std::vector<std::uint32_t> jointsBySkin(const Character& character, const ElasticMesh& mesh,
                                        const Jobs& jobs) {
    const std::vector<std::uint32_t> main = mainJoints(character, mesh);
    std::vector<Vec3d> points;
    std::vector<std::uint32_t> joints;
    for (std::size_t v = 0; v < main.size(); ++v) {
        if (main[v] == kNone || mesh.followsSkeleton[v] == 1) continue;
        points.push_back(character.surface.positions[v]);
        joints.push_back(main[v]);
    }
    if (points.empty()) return nearestJoints(mesh.bones, centresOf(mesh), jobs);
    std::vector<Box> boxes;
    for (const Vec3d& p : points) boxes.push_back({p, p});
    const BoxTree tree(boxes, jobs);
    std::vector<std::uint32_t> ofElements(mesh.elementCount());
    parallelForRanges(
        jobs, mesh.elementCount(), kElementsPerRange, [&](std::uint32_t begin, std::uint32_t end) {
            for (std::uint32_t e = begin; e < end; ++e) {
                const Vec3d middle = mesh.elements[e].centre;
                const auto squared = [&](Vec3d p) { return dot(p - middle, p - middle); };
                ofElements[e] =
                    joints[tree.nearest([&](const Box&
                                                box) { return squared(min(max(middle, box.low), box.high)); },
                                        [&](std::uint32_t i) { return squared(points[i]); })
                               .item];
            }
        });
    return ofElements;
}

// Which joints with bones have domains of their own.
class Merger {
  public:
    Merger(const Character& character, const ElasticMesh& mesh, const DomainSettings& settings,
           std::span<const double> turns, std::span<const std::uint32_t> jointOfElement)
        : joints_(character.skeleton.joints),
          settings_(settings),
          turns_(turns.begin(), turns.end()),
          labels_(labelJoints(character.skeleton)),
          flesh_(joints_.size(), 0),
          length_(joints_.size(), 0),
          hasBone_(joints_.size(), false),
          keep_(named(settings.keep)),
          merge_(named(settings.merged)) {
        for (const Bone& bone : mesh.bones) {
            hasBone_[bone.joint] = true;
            length_[bone.joint] = std::max(length_[bone.joint], length(bone.tail - bone.head));
        }
        for (std::uint32_t e = 0; e < jointOfElement.size(); ++e) {
            if (mesh.elements[e].isFlesh()) flesh_[jointOfElement[e]] += mesh.elements[e].volume;
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

    // Left and right are decided alike, though no grid cuts them alike.
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

// Pieces of a domain that hang on others only go where most of their faces are shared.
class Connector {
  public:
    Connector(const ElasticMesh& mesh, std::vector<std::uint32_t>& domainOfElement)
        : mesh_(mesh), domainOf_(domainOfElement) {}

    void run() {
        while (moveLoosePieces()) {
        }
    }

  private:
    // The piece that each element is part of, named by its first element.
    std::vector<std::uint32_t> pieces() const {
        DisjointSets sets(domainOf_.size());
        for (const ElasticMesh::Face& face : mesh_.faces) {
            if (domainOf_[face.a] == domainOf_[face.b]) sets.join(face.a, face.b);
        }
        std::vector<std::uint32_t> pieceOf(domainOf_.size());
        for (std::uint32_t e = 0; e < pieceOf.size(); ++e) pieceOf[e] = sets.find(e);
        return pieceOf;
    }

    // Whether each element, as a piece's name, is the largest piece of its domain.
    std::vector<bool> mainPieces(std::span<const std::uint32_t> pieceOf) const {
        std::vector<double> size(pieceOf.size(), 0);
        for (std::uint32_t e = 0; e < pieceOf.size(); ++e) {
            size[pieceOf[e]] += mesh_.elements[e].volume;
        }
        std::map<std::uint32_t, std::uint32_t> largest;
        for (std::uint32_t piece = 0; piece < size.size(); ++piece) {
            if (size[piece] == 0) continue;
            const auto [at, isNew] = largest.try_emplace(domainOf_[piece], piece);
            if (!isNew && size[piece] > size[at->second]) at->second = piece;
        }
        std::vector<bool> isMain(size.size(), false);
        for (const auto& [domain, piece] : largest) isMain[piece] = true;
        return isMain;
    }

    // To main pieces only, which stay: so two loose ones never change places. False where none could move.
    bool moveLoosePieces() {
        const std::vector<std::uint32_t> pieceOf = pieces();
        const std::vector<bool> isMain = mainPieces(pieceOf);
        std::map<std::uint32_t, std::map<std::uint32_t, double>> shared;  // loose piece → domain → area
        for (const ElasticMesh::Face& face : mesh_.faces) {
            const std::uint32_t a = pieceOf[face.a], b = pieceOf[face.b];
            if (a != b && !isMain[a] && isMain[b]) shared[a][domainOf_[b]] += face.area;
            if (a != b && !isMain[b] && isMain[a]) shared[b][domainOf_[a]] += face.area;
        }
        std::map<std::uint32_t, std::uint32_t> target;
        for (const auto& [piece, areas] : shared) {
            target[piece] = std::max_element(areas.begin(), areas.end(), [](const auto& x, const auto& y) {
                                return x.second < y.second;
                            })->first;
        }
        for (std::uint32_t e = 0; e < pieceOf.size(); ++e) {
            if (const auto at = target.find(pieceOf[e]); at != target.end()) domainOf_[e] = at->second;
        }
        return !target.empty();
    }

    const ElasticMesh& mesh_;
    std::vector<std::uint32_t>& domainOf_;  // per element
};

std::vector<Interface> interfacesOf(const ElasticMesh& mesh, std::span<const std::uint32_t> domainOfElement) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::map<std::uint32_t, double>> shares;
    for (std::size_t f = 0; f < mesh.faces.size(); ++f) {
        const std::uint32_t a = domainOfElement[mesh.faces[f].a], b = domainOfElement[mesh.faces[f].b];
        if (a == b) continue;
        const std::span<const std::uint32_t> nodes = mesh.faceAreas.nodesOf(f);
        for (std::size_t k = 0; k < nodes.size(); ++k) {
            shares[std::minmax(a, b)][nodes[k]] += mesh.faceAreas.weightsOf(f)[k];
        }
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

std::vector<CarriedBone> carriedBones(const ElasticMesh& mesh, const std::vector<Domain>& domains,
                                      const std::map<std::uint32_t, std::uint32_t>& domainOfJoint) {
    std::vector<std::vector<std::uint32_t>> domainsOfNode(mesh.nodeCount());
    for (std::uint32_t d = 0; d < domains.size(); ++d) {
        for (const std::uint32_t node : domains[d].nodes) domainsOfNode[node].push_back(d);
    }
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::uint32_t>> nodes;
    for (std::uint32_t node = 0; node < domainsOfNode.size(); ++node) {
        const std::int32_t bone = mesh.boneOfNode[node];
        if (bone == Attachment::kFree) continue;
        const std::uint32_t joint = mesh.bones[static_cast<std::size_t>(bone)].joint;
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

}  // namespace

std::vector<std::uint32_t> nodesOf(const ElasticMesh& mesh, std::span<const std::uint32_t> elements) {
    std::vector<std::uint32_t> nodes;
    for (const std::uint32_t e : elements) {
        const std::span<const std::uint32_t> own = mesh.nodesOf(e);
        nodes.insert(nodes.end(), own.begin(), own.end());
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    return nodes;
}

Domains divideIntoDomains(const Character& character, const ElasticMesh& mesh, const DomainSettings& settings,
                          std::span<const double> turns, const Jobs& jobs) {
    if (mesh.bones.empty()) {
        throw badInput(character.name + " has no bones, so it has no domains",
                       "Use a skeleton whose joints lie inside the flesh.");
    }
    const std::vector<std::uint32_t> jointOfElement = settings.rule == DomainRule::NearestBone
                                                          ? nearestJoints(mesh.bones, centresOf(mesh), jobs)
                                                          : jointsBySkin(character, mesh, jobs);
    Domains result;
    result.decisions = Merger(character, mesh, settings, turns, jointOfElement).decide();
    std::map<std::uint32_t, std::uint32_t> leadOf;  // joint with bones → joint of its domain
    for (const DomainDecision& decision : result.decisions) leadOf[decision.joint] = decision.domain;
    std::vector<std::uint32_t> leadOfElement;
    for (const std::uint32_t joint : jointOfElement) leadOfElement.push_back(leadOf.at(joint));
    Connector(mesh, leadOfElement).run();

    std::map<std::uint32_t, std::uint32_t> domainOfJoint;  // of those with elements
    for (const std::uint32_t lead : leadOfElement) domainOfJoint[lead] = 0;
    for (auto& [joint, index] : domainOfJoint) {
        index = static_cast<std::uint32_t>(result.domains.size());
        result.domains.push_back({joint, {}, {}});
    }
    for (std::uint32_t e = 0; e < leadOfElement.size(); ++e) {
        result.domainOfElement.push_back(domainOfJoint.at(leadOfElement[e]));
        result.domains[result.domainOfElement[e]].elements.push_back(e);
    }
    for (Domain& domain : result.domains) domain.nodes = nodesOf(mesh, domain.elements);
    result.interfaces = interfacesOf(mesh, result.domainOfElement);
    result.carried = carriedBones(mesh, result.domains, domainOfJoint);
    for (DomainDecision& decision : result.decisions) {
        // A joint that got no element at all rides in the domain that its bones lie in.
        const auto at = domainOfJoint.find(decision.domain);
        if (at == domainOfJoint.end()) decision.reason = "no flesh is nearest to it";
        decision.domain = at == domainOfJoint.end() ? JointDecision::kNone : at->second;
    }
    return result;
}

}  // namespace sinew
