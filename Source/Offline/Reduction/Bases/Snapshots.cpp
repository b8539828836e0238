#include "Offline/Reduction/Bases/Snapshots.h"

#include <algorithm>

#include "Math/NearestRotation.h"
#include "Offline/Volume/ElasticMesh.h"

namespace sinew::reduction {

RigidMotion rigidMotion(const Affined& skinMatrix, Vec3d centre) {
    const Mat3d rotation = toMatrix(nearestRotation(skinMatrix.linear));
    return {rotation, transformPoint(skinMatrix, centre) - rotation * centre};
}

Eigen::VectorXd pulledBack(const Domain& domain, std::span<const Vec3d> rest, const RigidMotion& motion,
                           std::span<const Vec3d> x) {
    Eigen::VectorXd u(3 * static_cast<Eigen::Index>(domain.nodes.size()));
    const Mat3d back = transpose(motion.rotation);
    Eigen::Index row = 0;
    for (const std::uint32_t node : domain.nodes) {
        const Vec3d away = back * (x[node] - motion.translation) - rest[node];
        for (int i = 0; i < 3; ++i) u[row++] = away[i];
    }
    return u;
}

std::vector<double> domainMasses(const Domain& domain, const ElasticMesh& mesh) {
    std::vector<double> masses(domain.nodes.size(), 0);
    for (const std::uint32_t e : domain.elements) {
        const std::span<const std::uint32_t> nodes = mesh.nodesOf(e);
        for (std::size_t a = 0; a < nodes.size(); ++a) {
            const auto at = std::lower_bound(domain.nodes.begin(), domain.nodes.end(), nodes[a]);
            masses[static_cast<std::size_t>(at - domain.nodes.begin())] += mesh.massesOf(e)[a];
        }
    }
    return masses;
}

}  // namespace sinew::reduction
