#include "Offline/Reduction/Bases/Snapshots.h"

#include <algorithm>

#include "Math/NearestRotation.h"
#include "Offline/Tets/ElasticBody.h"

namespace sinew::reduction {

RigidMotion rigidMotion(const Affined& skinMatrix, Vec3d centre) {
    const Mat3d rotation = toMatrix(nearestRotation(skinMatrix.linear));
    return {rotation, transformPoint(skinMatrix, centre) - rotation * centre};
}

Eigen::VectorXd pulledBack(const tets::Domain& domain, const TetMesh& rest, const RigidMotion& motion,
                           std::span<const Vec3d> x) {
    Eigen::VectorXd u(3 * static_cast<Eigen::Index>(domain.nodes.size()));
    const Mat3d back = transpose(motion.rotation);
    Eigen::Index row = 0;
    for (const std::uint32_t node : domain.nodes) {
        const Vec3d away = back * (x[node] - motion.translation) - rest.nodes[node];
        for (int i = 0; i < 3; ++i) u[row++] = away[i];
    }
    return u;
}

std::vector<double> domainMasses(const tets::Domain& domain, const tets::ElasticBody& body) {
    std::vector<double> masses(domain.nodes.size(), 0);
    for (const std::uint32_t t : domain.tets) {
        for (const std::uint32_t node : body.rest().tets[t]) {
            const auto at = std::lower_bound(domain.nodes.begin(), domain.nodes.end(), node);
            masses[static_cast<std::size_t>(at - domain.nodes.begin())] +=
                body.flesh().density * body.volumes()[t] / 4;
        }
    }
    return masses;
}

}  // namespace sinew::reduction
