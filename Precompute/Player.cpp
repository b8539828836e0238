#include "Player.h"

#include "Math/Affine.h"
#include "Offline/Error.h"

namespace sinew {

namespace {

void require(SinewStatus status, const char* what) {
    if (status == SINEW_OK) return;
    throw Error(ErrorKind::Failed, std::string(what) + ": " + sinewStatusText(status),
                "Rebuild the asset with `sinew build`.");
}

SinewBone boneOf(const Affined& frame) {
    const Transformd t = toTransform(frame);
    const auto f = [](double x) { return static_cast<float>(x); };
    return {{f(t.rotation.x), f(t.rotation.y), f(t.rotation.z), f(t.rotation.w)},
            {f(t.translation.x), f(t.translation.y), f(t.translation.z)},
            {f(t.scale.x), f(t.scale.y), f(t.scale.z)}};
}

}  // namespace

Player::Player(const LoadedAsset& asset) {
    const std::span<const std::byte> bytes = asset.bytes.bytes();
    std::uint64_t size = 0;
    require(sinewAssetMeasure(bytes.data(), bytes.size(), &size), "the asset");
    assetMemory_ = AssetBytes(size);
    require(sinewAssetCreate(bytes.data(), bytes.size(), assetMemory_.bytes().data(), size, &asset_),
            "the asset");
    require(sinewInstanceMeasure(asset_, &size), "an instance");
    instanceMemory_ = AssetBytes(size);
    require(sinewInstanceCreate(asset_, instanceMemory_.bytes().data(), size, &instance_), "an instance");
    require(sinewSurfaceMeasure(asset_, nullptr, &size), "a surface");
    surfaceMemory_ = AssetBytes(size);
    require(sinewSurfaceCreate(asset_, nullptr, surfaceMemory_.bytes().data(), size, &surface_), "a surface");
    positions_.resize(3 * std::size_t{sinewSurfaceVertices(surface_)});
    normals_.resize(positions_.size());
    sinewTickDefaults(&input, sizeof input);
}

void Player::setWorkers(const Jobs& jobs) {
    input.workers = {jobs.parallelFor, jobs.host};
}

SinewStatus Player::tick(std::span<const Affined> jointFrames, double seconds, SinewTickOutput& output) {
    bones_.clear();
    for (const Affined& frame : jointFrames) bones_.push_back(boneOf(frame));
    input.bones = bones_.data();
    input.boneCount = static_cast<std::uint32_t>(bones_.size());
    input.seconds = seconds;
    output.structSize = sizeof output;
    return sinewTick(instance_, &input, &output);
}

const std::vector<float>& Player::surface() {
    SinewSurfaceOutput output;
    sinewSurfaceDefaults(&output, sizeof output);
    output.positions = positions_.data();
    output.normals = normals_.data();
    output.workers = input.workers;
    require(sinewSurfaceWrite(surface_, instance_, &output), "the surface");
    return positions_;
}

std::vector<float> Player::coordinates() const {
    std::vector<float> q(sinewCoordinates(instance_, nullptr, 0));
    sinewCoordinates(instance_, q.data(), static_cast<std::uint32_t>(q.size()));
    return q;
}

}  // namespace sinew
