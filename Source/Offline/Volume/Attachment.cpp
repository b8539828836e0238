#include "Offline/Volume/Attachment.h"

#include <algorithm>
#include <numeric>

#include "Offline/Geometry/Box.h"
#include "Offline/Volume/Solid.h"

namespace sinew {

namespace {

constexpr std::uint32_t kAttachedNodesPerRange = 1024;
constexpr double kBeyondRounding = 1 + 1e-9;

template <std::size_t N>
class Attacher {
  public:
    using Element = std::array<std::uint32_t, N>;

    Attacher(std::span<const Vec3d> nodes, std::span<const Element> elements, std::span<const Bone> bones,
             const SharesFlesh& sharesFlesh, double spacing)
        : nodes_(nodes), elements_(elements), bones_(bones), sharesFlesh_(sharesFlesh), spacing_(spacing) {
        attachment_.boneOfNode.assign(nodes.size(), Attachment::kFree);
        distance_.assign(nodes.size(), 0);
        for (const Bone& bone : bones) {
            const Box axis{min(bone.head, bone.tail), max(bone.head, bone.tail)};
            reach_.push_back(inflated(axis, kBeyondRounding * (bone.radius + spacing)));
        }
    }

    Attachment run(std::uint32_t minNodes, const Jobs& jobs) {
        parallelForRanges(jobs, static_cast<std::uint32_t>(nodes_.size()), kAttachedNodesPerRange,
                          [&](std::uint32_t begin, std::uint32_t end) {
                              for (std::uint32_t n = begin; n < end; ++n) attachNearest(n);
                          });
        separate();
        for (std::size_t begin = 0; begin < bones_.size();) {
            std::size_t end = begin + 1;
            while (end < bones_.size() && bones_[end].joint == bones_[begin].joint) ++end;
            fill(begin, end, minNodes);
            begin = end;
        }
        attachment_.nodesOfBone.assign(bones_.size(), 0);
        for (const std::int32_t b : attachment_.boneOfNode) {
            if (b != Attachment::kFree) ++attachment_.nodesOfBone[static_cast<std::size_t>(b)];
        }
        return std::move(attachment_);
    }

  private:
    // Quickly: within a spacing of the capsule, or not far from that.
    bool isNear(std::uint32_t node, std::size_t bone) const {
        return overlap(reach_[bone], Box{nodes_[node], nodes_[node]});
    }

    void attachNearest(std::uint32_t n) {
        double best = std::numeric_limits<double>::infinity();
        for (std::size_t b = 0; b < bones_.size(); ++b) {
            if (!isNear(n, b)) continue;
            const double distance = distanceToBone(bones_[b], nodes_[n]);
            if (distance > bones_[b].radius || distance >= best || !sharesFlesh_(n, bones_[b])) continue;
            best = distance;
            attachment_.boneOfNode[n] = static_cast<std::int32_t>(b);
            distance_[n] = distance / bones_[b].radius;
        }
    }

    std::uint32_t jointOf(std::uint32_t node) const {
        return bones_[static_cast<std::size_t>(attachment_.boneOfNode[node])].joint;
    }
    bool isFree(std::uint32_t node) const { return attachment_.boneOfNode[node] == Attachment::kFree; }

    // The attached node farthest out in its capsule of an element that has nodes of two joints.
    std::uint32_t torn(const Element& element) const {
        std::uint32_t worst = JointDecision::kNone, first = JointDecision::kNone;
        bool mixed = false;
        for (const std::uint32_t n : element) {
            if (isFree(n)) continue;
            if (first == JointDecision::kNone) first = jointOf(n);
            mixed = mixed || jointOf(n) != first;
            const bool farther = worst == JointDecision::kNone || distance_[n] > distance_[worst] ||
                                 (distance_[n] == distance_[worst] && n < worst);
            if (farther) worst = n;
        }
        return mixed ? worst : JointDecision::kNone;
    }

    void separate() {
        for (const Element& element : elements_) {
            for (std::uint32_t n = torn(element); n != JointDecision::kNone; n = torn(element)) {
                attachment_.boneOfNode[n] = Attachment::kFree;
            }
        }
    }

    struct Candidate {
        double beyond;  // metres outside the capsule
        std::uint32_t node;
        std::int32_t bone;
    };

    // Free nodes within a spacing of bones begin to end, the nearest first.
    std::vector<Candidate> candidates(std::size_t begin, std::size_t end) const {
        std::vector<Candidate> near;
        for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
            if (!isFree(n)) continue;
            for (std::size_t b = begin; b < end; ++b) {
                if (!isNear(n, b)) continue;
                const double beyond = distanceToBone(bones_[b], nodes_[n]) - bones_[b].radius;
                if (beyond < spacing_) near.push_back({beyond, n, static_cast<std::int32_t>(b)});
            }
        }
        std::sort(near.begin(), near.end(), [](const Candidate& x, const Candidate& y) {
            return x.beyond != y.beyond ? x.beyond < y.beyond : x.node < y.node;
        });
        return near;
    }

    // Once, when the first joint asks for more nodes.
    void gatherElements() {
        if (!firstElement_.empty()) return;
        firstElement_.assign(nodes_.size() + 1, 0);
        for (const Element& element : elements_) {
            for (const std::uint32_t n : element) ++firstElement_[n + 1];
        }
        std::partial_sum(firstElement_.begin(), firstElement_.end(), firstElement_.begin());
        elementsOfNode_.resize(firstElement_.back());
        std::vector<std::uint32_t> next(firstElement_.begin(), firstElement_.end() - 1);
        for (std::uint32_t e = 0; e < elements_.size(); ++e) {
            for (const std::uint32_t n : elements_[e]) elementsOfNode_[next[n]++] = e;
        }
    }

    bool wouldTear(std::uint32_t node) const {
        const auto own = std::span(elementsOfNode_)
                             .subspan(firstElement_[node], firstElement_[node + 1] - firstElement_[node]);
        return std::any_of(own.begin(), own.end(),
                           [&](std::uint32_t e) { return torn(elements_[e]) != JointDecision::kNone; });
    }

    std::vector<Vec3d> heldBy(std::size_t begin, std::size_t end) const {
        std::vector<Vec3d> held;
        for (std::uint32_t n = 0; n < nodes_.size(); ++n) {
            const std::int32_t b = attachment_.boneOfNode[n];
            if (b >= static_cast<std::int32_t>(begin) && b < static_cast<std::int32_t>(end)) {
                held.push_back(nodes_[n]);
            }
        }
        return held;
    }

    // How far a place is from the line through the nodes that are farthest apart.
    static double offLine(const std::vector<Vec3d>& held, Vec3d p) {
        const auto farthestFrom = [&](Vec3d from) {
            return *std::max_element(held.begin(), held.end(), [&](const Vec3d& x, const Vec3d& y) {
                return dot(x - from, x - from) < dot(y - from, y - from);
            });
        };
        const Vec3d one = farthestFrom(held.front()), axis = normalized(farthestFrom(one) - one);
        return length(cross(axis, p - one));
    }

    // Nodes in a line would let the flesh spin about it.
    bool grips(const std::vector<Vec3d>& held) const {
        return std::any_of(held.begin(), held.end(),
                           [&](const Vec3d& p) { return offLine(held, p) > kGrip * spacing_; });
    }

    // Bones begin to end are those of one joint.
    void fill(std::size_t begin, std::size_t end, std::uint32_t minNodes) {
        if (minNodes == 0) return;
        std::vector<Vec3d> held = heldBy(begin, end);
        const auto enough = [&] { return held.size() >= minNodes; };
        if (enough() && grips(held)) return;
        gatherElements();
        for (const Candidate& candidate : candidates(begin, end)) {
            if (enough() && grips(held)) return;
            const Vec3d node = nodes_[candidate.node];
            if (enough() && offLine(held, node) <= kGrip * spacing_) continue;
            const Bone& bone = bones_[static_cast<std::size_t>(candidate.bone)];
            if (!isFree(candidate.node) || !sharesFlesh_(candidate.node, bone)) continue;
            attachment_.boneOfNode[candidate.node] = candidate.bone;
            if (wouldTear(candidate.node)) {
                attachment_.boneOfNode[candidate.node] = Attachment::kFree;
            } else {
                held.push_back(node);
            }
        }
    }

    static constexpr double kGrip = 0.2;  // spacings that nodes must be off a line
    std::span<const Vec3d> nodes_;
    std::span<const Element> elements_;
    std::span<const Bone> bones_;
    const SharesFlesh& sharesFlesh_;
    double spacing_;
    Attachment attachment_;
    std::vector<Box> reach_;                                    // of the bones
    std::vector<double> distance_;                              // of an attached node, in radii
    std::vector<std::uint32_t> firstElement_, elementsOfNode_;  // the first per node, into the second
};

}  // namespace

template <std::size_t N>
Attachment attach(std::span<const Vec3d> nodes, std::span<const std::array<std::uint32_t, N>> elements,
                  std::span<const Bone> bones, const SharesFlesh& sharesFlesh, double spacing,
                  std::uint32_t minNodes, const Jobs& jobs) {
    return Attacher<N>(nodes, elements, bones, sharesFlesh, spacing).run(minNodes, jobs);
}

template Attachment attach<4>(std::span<const Vec3d>, std::span<const std::array<std::uint32_t, 4>>,
                              std::span<const Bone>, const SharesFlesh&, double, std::uint32_t, const Jobs&);
template Attachment attach<8>(std::span<const Vec3d>, std::span<const std::array<std::uint32_t, 8>>,
                              std::span<const Bone>, const SharesFlesh&, double, std::uint32_t, const Jobs&);
template Attachment attach<10>(std::span<const Vec3d>, std::span<const std::array<std::uint32_t, 10>>,
                               std::span<const Bone>, const SharesFlesh&, double, std::uint32_t, const Jobs&);

Attachment attach(const TetMesh& mesh, std::span<const Bone> bones, const Solid& solid, double spacing,
                  std::uint32_t minNodes) {
    const auto sharesFlesh = [&](std::uint32_t node, const Bone& bone) {
        const Vec3d p = mesh.nodes[node], onBone = closestOnBone(bone, p);
        return length(onBone - p) <= bone.radius || !solid.crossesGap(onBone, p);
    };
    if (mesh.isQuadratic()) {
        return attach<10>(mesh.nodes, quadraticTets(mesh), bones, sharesFlesh, spacing, minNodes);
    }
    return attach<4>(mesh.nodes, mesh.tets, bones, sharesFlesh, spacing, minNodes);
}

Carriers carriersOf(std::span<const Bone> bones, const Attachment& attachment) {
    Carriers carriers;
    std::vector<std::uint32_t>& joints = carriers.joints;
    for (const Bone& bone : bones) joints.push_back(bone.joint);
    std::sort(joints.begin(), joints.end());
    joints.erase(std::unique(joints.begin(), joints.end()), joints.end());
    for (const std::int32_t bone : attachment.boneOfNode) {
        const auto at = bone < 0 ? joints.end()
                                 : std::lower_bound(joints.begin(), joints.end(),
                                                    bones[static_cast<std::size_t>(bone)].joint);
        carriers.ofNode.push_back(bone < 0 ? Attachment::kFree
                                           : static_cast<std::int32_t>(at - joints.begin()));
    }
    return carriers;
}

}  // namespace sinew
