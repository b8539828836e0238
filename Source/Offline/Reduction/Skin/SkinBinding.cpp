#include "Offline/Reduction/Skin/SkinBinding.h"

#include <algorithm>

#include "Base/Check.h"
#include "Offline/Character/Character.h"
#include "Offline/Reduction/Bases/Snapshots.h"
#include "Offline/Volume/ElasticMesh.h"

namespace sinew::reduction {

namespace {

// Three rows of a node in the domain or beyond it.
auto rowsOfNode(const ReducedDomain& domain, std::uint32_t node) {
    if (domain.has(node)) return domain.rowsOf(node);
    const auto past = std::lower_bound(domain.beyond.begin(), domain.beyond.end(), node);
    SINEW_CHECK(past != domain.beyond.end() && *past == node);
    return domain.uBeyond.middleRows<3>(3 * (past - domain.beyond.begin()));
}

}  // namespace

SkinBinding bindSkin(const TrainingBody& on, const ReducedModel& model) {
    const std::vector<SeamDistances> seams = seamDistances(on.mesh, on.domains, model.band);
    SkinBinding skin;
    skin.ofVertex.resize(on.mesh.followsSkeleton.size());
    for (std::size_t v = 0; v < skin.ofVertex.size(); ++v) {
        if (on.mesh.followsSkeleton[v] >= 1) continue;
        const std::span<const std::uint32_t> nodes = on.mesh.skin.nodesOf(v);
        for (const DomainShare& share :
             sharesAt(on.mesh, on.domains, seams, model.band, on.mesh.elementOfVertex[v],
                      on.mesh.inElement.weightsOf(v))) {
            const ReducedDomain& domain = model.domains[share.domain];
            SkinBinding::Share bound{share.domain, share.weight, {}};
            bound.rows.setZero(3, domain.rank());
            for (std::size_t k = 0; k < nodes.size(); ++k) {
                bound.rows += on.mesh.skin.weightsOf(v)[k] * rowsOfNode(domain, nodes[k]);
            }
            skin.ofVertex[v].push_back(std::move(bound));
        }
    }
    return skin;
}

std::vector<Vec3d> skinPositions(const TrainingBody& on, const ReducedModel& model, const SkinBinding& skin,
                                 std::span<const Affined> skinMatrices, const Coordinates& q,
                                 std::span<const Vec3d> skinned) {
    std::vector<RigidMotion> motions;
    for (const ReducedDomain& domain : model.domains) {
        motions.push_back(rigidMotion(skinMatrices[domain.joint], domain.centre));
    }
    std::vector<Vec3d> positions(skinned.begin(), skinned.end());
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const double follows = static_cast<double>(on.mesh.followsSkeleton[v]);
        if (follows >= 1) continue;
        Vec3d place;
        for (const SkinBinding::Share& share : skin.ofVertex[v]) {
            const Eigen::Vector3d u = share.rows * q[share.domain];
            const Vec3d local = on.character.surface.positions[v] + Vec3d{u[0], u[1], u[2]};
            const RigidMotion& motion = motions[share.domain];
            place += (motion.rotation * local + motion.translation) * share.weight;
        }
        positions[v] = skinned[v] * follows + place * (1 - follows);
    }
    return positions;
}

}  // namespace sinew::reduction
