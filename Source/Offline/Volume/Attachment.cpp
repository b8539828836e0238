#include "Offline/Volume/Attachment.h"

#include <algorithm>
#include <numeric>

namespace sinew {

namespace {

class Attacher {
  public:
    Attacher(const TetMesh& mesh, std::span<const Bone> bones, const Solid& solid, double spacing)
        : mesh_(mesh), bones_(bones), solid_(solid), spacing_(spacing) {
        attachment_.boneOfNode.assign(mesh.nodes.size(), Attachment::kFree);
        distance_.assign(mesh.nodes.size(), 0);
    }

    Attachment run(std::uint32_t leastNodes) {
        for (std::uint32_t n = 0; n < mesh_.nodes.size(); ++n) attachNearest(n);
        separate();
        for (std::size_t begin = 0; begin < bones_.size();) {
            std::size_t end = begin + 1;
            while (end < bones_.size() && bones_[end].joint == bones_[begin].joint) ++end;
            fill(begin, end, leastNodes);
            begin = end;
        }
        attachment_.nodesOfBone.assign(bones_.size(), 0);
        for (const std::int32_t b : attachment_.boneOfNode) {
            if (b != Attachment::kFree) ++attachment_.nodesOfBone[static_cast<std::size_t>(b)];
        }
        return std::move(attachment_);
    }

  private:
    void attachNearest(std::uint32_t n) {
        double best = std::numeric_limits<double>::infinity();
        for (std::size_t b = 0; b < bones_.size(); ++b) {
            const double distance = distanceToBone(bones_[b], mesh_.nodes[n]);
            if (distance > bones_[b].radius || distance >= best) continue;
            best = distance;
            attachment_.boneOfNode[n] = static_cast<std::int32_t>(b);
            distance_[n] = distance / bones_[b].radius;
        }
    }

    std::uint32_t jointOf(std::uint32_t node) const {
        return bones_[static_cast<std::size_t>(attachment_.boneOfNode[node])].joint;
    }
    bool isFree(std::uint32_t node) const { return attachment_.boneOfNode[node] == Attachment::kFree; }

    // The attached node farthest out in its capsule of a tet that has nodes of two joints.
    std::uint32_t torn(const Tet& tet) const {
        std::uint32_t worst = JointDecision::kNone, first = JointDecision::kNone;
        bool mixed = false;
        for (const std::uint32_t n : tet) {
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
        for (const Tet& tet : mesh_.tets) {
            for (std::uint32_t n = torn(tet); n != JointDecision::kNone; n = torn(tet)) {
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
        for (std::uint32_t n = 0; n < mesh_.nodes.size(); ++n) {
            if (!isFree(n)) continue;
            for (std::size_t b = begin; b < end; ++b) {
                const double beyond = distanceToBone(bones_[b], mesh_.nodes[n]) - bones_[b].radius;
                if (beyond < spacing_) near.push_back({beyond, n, static_cast<std::int32_t>(b)});
            }
        }
        std::sort(near.begin(), near.end(), [](const Candidate& x, const Candidate& y) {
            return x.beyond != y.beyond ? x.beyond < y.beyond : x.node < y.node;
        });
        return near;
    }

    // Once, when the first joint asks for more nodes.
    void gatherTets() {
        if (!firstTet_.empty()) return;
        firstTet_.assign(mesh_.nodes.size() + 1, 0);
        for (const Tet& tet : mesh_.tets) {
            for (const std::uint32_t n : tet) ++firstTet_[n + 1];
        }
        std::partial_sum(firstTet_.begin(), firstTet_.end(), firstTet_.begin());
        tetsOfNode_.resize(firstTet_.back());
        std::vector<std::uint32_t> next(firstTet_.begin(), firstTet_.end() - 1);
        for (std::uint32_t t = 0; t < mesh_.tets.size(); ++t) {
            for (const std::uint32_t n : mesh_.tets[t]) tetsOfNode_[next[n]++] = t;
        }
    }

    bool wouldTear(std::uint32_t node) const {
        const auto own =
            std::span(tetsOfNode_).subspan(firstTet_[node], firstTet_[node + 1] - firstTet_[node]);
        return std::any_of(own.begin(), own.end(),
                           [&](std::uint32_t t) { return torn(mesh_.tets[t]) != JointDecision::kNone; });
    }

    std::vector<Vec3d> heldBy(std::size_t begin, std::size_t end) const {
        std::vector<Vec3d> held;
        for (std::uint32_t n = 0; n < mesh_.nodes.size(); ++n) {
            const std::int32_t b = attachment_.boneOfNode[n];
            if (b >= static_cast<std::int32_t>(begin) && b < static_cast<std::int32_t>(end)) {
                held.push_back(mesh_.nodes[n]);
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
    void fill(std::size_t begin, std::size_t end, std::uint32_t leastNodes) {
        if (leastNodes == 0) return;
        std::vector<Vec3d> held = heldBy(begin, end);
        const auto enough = [&] { return held.size() >= leastNodes; };
        if (enough() && grips(held)) return;
        gatherTets();
        for (const Candidate& candidate : candidates(begin, end)) {
            if (enough() && grips(held)) return;
            const Vec3d node = mesh_.nodes[candidate.node];
            if (enough() && offLine(held, node) <= kGrip * spacing_) continue;
            const Vec3d onBone = closestOnBone(bones_[static_cast<std::size_t>(candidate.bone)], node);
            if (!isFree(candidate.node) || solid_.crossesGap(onBone, node)) continue;
            attachment_.boneOfNode[candidate.node] = candidate.bone;
            if (wouldTear(candidate.node)) {
                attachment_.boneOfNode[candidate.node] = Attachment::kFree;
            } else {
                held.push_back(node);
            }
        }
    }

    static constexpr double kGrip = 0.2;  // spacings that nodes must be off a line
    const TetMesh& mesh_;
    std::span<const Bone> bones_;
    const Solid& solid_;
    double spacing_;
    Attachment attachment_;
    std::vector<double> distance_;                      // of an attached node, in radii
    std::vector<std::uint32_t> firstTet_, tetsOfNode_;  // the first per node, into the second
};

}  // namespace

Attachment attach(const TetMesh& mesh, std::span<const Bone> bones, const Solid& solid, double spacing,
                  std::uint32_t leastNodes) {
    return Attacher(mesh, bones, solid, spacing).run(leastNodes);
}

}  // namespace sinew
