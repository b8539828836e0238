// An asset, instance and surface of the C interface that games use, with the memory they need.
#pragma once

#include <span>
#include <vector>

#include "Api/sinew.h"
#include "Asset/Writer.h"
#include "Base/Jobs.h"

namespace sinew {

// Throws Error if a call of the C interface fails.
class Player {
  public:
    // The asset must outlive this.
    explicit Player(const LoadedAsset& asset);

    // The input of later ticks, apart from their bones. It may be changed between ticks.
    SinewTickInput input{};

    void setWorkers(const Jobs& jobs);

    // Joint frames of the asset's joints, in the character's space.
    SinewStatus tick(std::span<const Affined> jointFrames, double seconds, SinewTickOutput& output);

    // x y z of each file vertex.
    const std::vector<float>& surface();

    // The modal coordinates that are shown, one per mode.
    std::vector<float> coordinates() const;

    std::uint64_t stateHash() const { return sinewStateHash(instance_); }
    std::uint64_t instanceBytes() const { return instanceMemory_.bytes().size(); }

  private:
    AssetBytes assetMemory_{0}, instanceMemory_{0}, surfaceMemory_{0};
    SinewAsset* asset_ = nullptr;
    SinewInstance* instance_ = nullptr;
    SinewSurface* surface_ = nullptr;
    std::vector<SinewBone> bones_;
    std::vector<float> positions_, normals_;
};

}  // namespace sinew
