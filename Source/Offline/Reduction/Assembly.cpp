#include "Offline/Reduction/Assembly.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "Asset/ModelHash.h"
#include "Offline/Character/Pose.h"
#include "Offline/Character/Shading.h"
#include "Offline/Geometry/Measure.h"
#include "Offline/Reduction/Skin/ContactSamples.h"
#include "Offline/Reduction/Skin/SkinBinding.h"
#include "Offline/Reduction/Twin/ReducedSolver.h"
#include "Offline/Reduction/Twin/Tensors.h"
#include "Offline/Volume/ElasticMesh.h"

namespace sinew::reduction {

namespace {

AssetMatrix matrixOf(const Eigen::MatrixXd& m) {
    AssetMatrix out(static_cast<std::uint32_t>(m.rows()), static_cast<std::uint32_t>(m.cols()));
    std::copy(m.data(), m.data() + m.size(), out.values.begin());
    return out;
}

// The asset counts E^{μν} row by row.
std::array<AssetMatrix, 9> sandwichOf(const SandwichTensor& tensor) {
    std::array<AssetMatrix, 9> out;
    for (std::size_t mu = 0; mu < 3; ++mu) {
        for (std::size_t nu = 0; nu < 3; ++nu) out[3 * mu + nu] = matrixOf(tensor.parts[3 * nu + mu]);
    }
    return out;
}

constexpr std::uint32_t kContactSamples = 600;

class Assembler {
  public:
    Assembler(const TrainingBody& on, const ReducedModel& model, std::span<const SolvedPose> poses)
        : on_(on), model_(model), bind_(bindFrames(on.character.skeleton)), skin_(bindSkin(on, model)) {
        for (const SolvedPose& pose : poses) coordinates_.push_back(projected(on, model, pose));
    }

    AssetContent run() {
        content_.characterName = on_.character.name;
        content_.metresPerUnit = on_.character.units.metresPerUnit;
        const Flesh& flesh = on_.mesh.flesh;
        content_.solver = {flesh.young,
                           flesh.poisson,
                           flesh.density,
                           static_cast<std::uint32_t>(flesh.kind),
                           0,
                           0,
                           model_.coupling,
                           0,
                           -model_.gravity.y};
        addJoints();
        for (std::uint32_t d = 0; d < model_.domains.size(); ++d) addDomain(d);
        for (std::size_t i = 0; i < model_.interfaces.size(); ++i) addInterface(i);
        for (std::size_t i = 0; i < model_.carried.size(); ++i) addCarried(i);
        addSurface();
        addSamples();
        addRigidParts();
        addHashes();
        return std::move(content_);
    }

  private:
    void addJoints() {
        const Skeleton& skeleton = on_.character.skeleton;
        for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
            const Joint& joint = skeleton.joints[j];
            content_.joints.push_back({joint.name, joint.parent, kNoDomain, skeleton.inverseBind[j]});
        }
        for (std::uint32_t d = 0; d < model_.domains.size(); ++d) {
            content_.joints[model_.domains[d].joint].domain = static_cast<std::int32_t>(d);
        }
    }

    void addDomain(std::uint32_t d) {
        const ReducedDomain& domain = model_.domains[d];
        const Domain& whole = on_.domains.domains[d];
        DomainContent out;
        out.joint = domain.joint;
        out.rank = static_cast<std::uint32_t>(domain.rank());
        out.centre = domain.centre;
        const MassTensors mass =
            massTensors(homogeneousBasis(domain, on_.mesh.rest, domain.nodes), domainMasses(whole, on_.mesh));
        out.mass = mass.mass;
        out.massMatrix = matrixOf(mass.moments.at(Mat3d::identity()));
        out.sandwich = sandwichOf(mass.moments);
        out.massOne = matrixOf(mass.sum);
        for (std::size_t i = 0; i < domain.elements.size(); ++i) {
            const ElasticMesh::Element& element = on_.mesh.elements[domain.elements[i]];
            out.cubature.push_back({domain.weights[i] * element.volume, element.lame.mu, element.lame.lambda,
                                    element.centre,
                                    matrixOf(deformationBasis(on_.mesh, domain, domain.elements[i]))});
            for (const ElasticMesh::FibreOfElement& fibre : on_.mesh.fibresOf(domain.elements[i]))
                out.cubature.back().fibres.push_back({fibre.direction, fibre.law.stiffness, fibre.law.toe});
        }
        out.stabilisation = matrixOf(domain.stabilisation);
        addBounds(d, out);
        content_.domains.push_back(std::move(out));
    }

    void addBounds(std::uint32_t d, DomainContent& out) const {
        for (std::uint32_t k = 0; k < out.rank; ++k) {
            BoundContent bound;
            for (const ReducedSolver::Coordinates& q : coordinates_) {
                const double value = q[d][k];
                bound.min = std::min(bound.min, value);
                bound.max = std::max(bound.max, value);
                bound.scale += value * value / static_cast<double>(coordinates_.size());
            }
            bound.scale = std::sqrt(bound.scale);
            out.bounds.push_back(bound);
        }
        for (const ReducedSolver::Coordinates& q : coordinates_) {
            double squared = 0;
            for (std::uint32_t k = 0; k < out.rank; ++k) {
                const double scale = out.bounds[k].scale;
                squared += scale > 0 ? q[d][k] * q[d][k] / (scale * scale) : 0;
            }
            out.radius = std::max(out.radius, std::sqrt(squared));
        }
    }

    void add(std::uint32_t a, std::uint32_t b, double coupling, const CouplingTensors& tensors,
             std::size_t nodes) {
        content_.interfaces.push_back({a, b, coupling, 0, tensors.area, static_cast<std::uint32_t>(nodes),
                                       matrixOf(tensors.aa), matrixOf(tensors.bb), sandwichOf(tensors.ab),
                                       matrixOf(tensors.sumA), matrixOf(tensors.sumB)});
    }

    void addInterface(std::size_t index) {
        const Interface& interface = model_.interfaces[index];
        const auto basis = [&](std::uint32_t d) {
            return homogeneousBasis(model_.domains[d], on_.mesh.rest, interface.nodes);
        };
        add(interface.a, interface.b, model_.seamCoupling(index),
            couplingTensors(basis(interface.a), basis(interface.b), interface.areas), interface.nodes.size());
    }

    // A bone in a domain that is not its own: a domain without coordinates.
    void addCarried(std::size_t index) {
        const CarriedBone& bone = model_.carried[index];
        const std::uint32_t rigid = rigidDomain(bone.joint);
        const std::vector<double> areas(bone.nodes.size(), on_.mesh.spacing * on_.mesh.spacing);
        Eigen::MatrixXd p(3 * static_cast<Eigen::Index>(bone.nodes.size()), 1);
        for (std::size_t k = 0; k < bone.nodes.size(); ++k) {
            const Vec3d away = on_.mesh.rest[bone.nodes[k]] - content_.domains[rigid].centre;
            for (int i = 0; i < 3; ++i) p(3 * static_cast<Eigen::Index>(k) + i, 0) = away[i];
        }
        const ReducedDomain& domain = model_.domains[bone.domain];
        add(bone.domain, rigid, model_.carriedCoupling(index),
            couplingTensors(homogeneousBasis(domain, on_.mesh.rest, bone.nodes), p, areas),
            bone.nodes.size());
    }

    std::uint32_t rigidDomain(std::uint32_t joint) {
        const auto [at, isNew] =
            rigid_.try_emplace(joint, static_cast<std::uint32_t>(content_.domains.size()));
        if (isNew) {
            DomainContent out;
            out.joint = joint;
            out.centre = bind_[joint].translation;
            content_.domains.push_back(std::move(out));
        }
        return at->second;
    }

    void addSurface() {
        const Surface& from = on_.character.surface;
        SurfaceContent& to = content_.surface;
        for (const Vec3d& p : from.positions) to.positions.push_back(convert<float>(p));
        for (const Vec3d& n : vertexNormals({from.positions, from.triangles})) {
            to.normals.push_back(convert<float>(n));
        }
        to.firstBinding.push_back(0);
        for (std::uint32_t v = 0; v < from.positions.size(); ++v) {
            bind(v);
            to.influences.emplace_back();
            std::uint32_t k = 0;
            for (const SkinWeights::Influence& influence : strongestInfluences(v, kMaxInfluences)) {
                to.influences.back()[k++] = {influence.joint, influence.weight};
            }
            to.firstBinding.push_back(static_cast<std::uint32_t>(to.bindings.size()));
        }
        to.weldedOfFile = from.weldedOfFile;
        to.fileTriangles = from.fileTriangles;
        to.slotOf = from.materialOf;
        to.slots = from.materials;
        to.uvs = from.uvs;
        to.fileNormals = shadingNormals(from);
        to.tangents = shadingTangents(from, to.fileNormals);
    }

    // Each vertex that is mostly flesh, by the domain that carries most of it.
    void addSamples() {
        const Surface& surface = on_.character.surface;
        std::vector<std::int32_t> domainOf(surface.positions.size(), kNoDomain);
        for (std::size_t v = 0; v < domainOf.size(); ++v) {
            double largest = 0.5;
            for (const SkinBinding::Share& share : skin_.ofVertex[v]) {
                const double weight = share.weight * (1 - static_cast<double>(on_.mesh.followsSkeleton[v]));
                if (weight < largest || model_.domains[share.domain].rank() == 0) continue;
                largest = weight;
                domainOf[v] = static_cast<std::int32_t>(share.domain);
            }
        }
        content_.samples = contactSamples({surface.positions, surface.triangles}, domainOf, kContactSamples);
    }

    // What follows the skeleton is blended from bones without coordinates, as linear blend skinning does.
    void bind(std::uint32_t v) {
        SurfaceContent& to = content_.surface;
        const float follows = on_.mesh.followsSkeleton[v];
        for (const SkinBinding::Share& share : skin_.ofVertex[v]) {
            to.bindings.push_back({share.domain, (1 - follows) * static_cast<float>(share.weight)});
            addRows(share.rows);
        }
        if (follows <= 0) return;
        const std::size_t room =
            kMaxBindings - std::min<std::size_t>(skin_.ofVertex[v].size(), kMaxBindings - 1);
        for (const SkinWeights::Influence& influence : strongestInfluences(v, room)) {
            to.bindings.push_back({rigidDomain(influence.joint), follows * influence.weight});
        }
    }

    // By joint, their weights adding up to 1.
    std::vector<SkinWeights::Influence> strongestInfluences(std::uint32_t v, std::size_t limit) const {
        const SkinWeights& weights = on_.character.weights;
        std::vector<SkinWeights::Influence> all(weights.influences.begin() + weights.firstOfVertex[v],
                                                weights.influences.begin() + weights.firstOfVertex[v + 1]);
        std::stable_sort(all.begin(), all.end(),
                         [](const auto& a, const auto& b) { return a.weight > b.weight; });
        if (all.size() > limit) all.resize(limit);
        float sum = 0;
        for (const SkinWeights::Influence& influence : all) sum += influence.weight;
        for (SkinWeights::Influence& influence : all) influence.weight /= sum;
        std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.joint < b.joint; });
        return all;
    }

    void addRows(const Eigen::Matrix<double, 3, Eigen::Dynamic>& rows) {
        for (int axis = 0; axis < 3; ++axis) {
            for (Eigen::Index k = 0; k < rows.cols(); ++k) {
                content_.surface.rows.push_back(static_cast<float>(rows(axis, k)));
            }
        }
    }

    void addRigidParts() {
        for (const RigidPart& part : on_.character.rigidParts) {
            Vec3d low{1e300, 1e300, 1e300}, high = -low;
            for (const Vec3d& p : part.surface.positions) {
                low = min(low, p);
                high = max(high, p);
            }
            if (part.surface.positions.empty()) continue;
            content_.rigidParts.push_back({part.name, part.joint,
                                           static_cast<std::uint32_t>(part.surface.weldedOfFile.size()),
                                           (low + high) * 0.5, 0.5 * length(high - low), Affined{}});
        }
    }

    void addHashes() {
        const Surface& surface = on_.character.surface;
        for (const Triangle& t : surface.triangles) {
            content_.meshHash +=
                hashTriangle(surface.positions[t[0]], surface.positions[t[1]], surface.positions[t[2]]);
        }
        const std::vector<Joint>& joints = on_.character.skeleton.joints;
        for (std::size_t j = 0; j < joints.size(); ++j) {
            const std::string parent =
                joints[j].parent < 0 ? "" : joints[static_cast<std::size_t>(joints[j].parent)].name;
            content_.skeletonHash += hashJoint(joints[j].name, parent, bind_[j].translation);
        }
    }

    const TrainingBody& on_;
    const ReducedModel& model_;
    std::vector<Affined> bind_;
    SkinBinding skin_;
    std::vector<ReducedSolver::Coordinates> coordinates_;
    std::map<std::uint32_t, std::uint32_t> rigid_;  // joint → domain without coordinates
    AssetContent content_;
};

}  // namespace

AssetContent assetContent(const TrainingBody& on, const ReducedModel& model,
                          std::span<const SolvedPose> poses) {
    return Assembler(on, model, poses).run();
}

}  // namespace sinew::reduction
