// The report of a comparison between an asset and the full solver.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "Asset/View.h"
#include "Commands/SolveReport.h"

namespace sinew {

// Distances from the full solution, metres.
struct SkinErrors {
    double rms = 0, percentile95 = 0, largest = 0;
};

// Root mean squares over the skin whose largest weight is a domain's, metres.
struct DomainErrors {
    std::vector<double> reduced, linearBlend;
};

struct NormalJumps {
    double full = 0, reduced = 0, linearBlend = 0, dualQuaternion = 0;  // radians
};

struct ComparedFrame {
    std::string label;
    bool converged = true;  // the full solution
    SkinErrors reduced, linearBlend, dualQuaternion;
    SkinFigures full, shown, blended, dual;
    double seamGap = 0;  // metres
    NormalJumps jumps;
    DomainErrors ofDomains;
    std::vector<Vec3d> skin;
};

SkinErrors errorsOf(std::span<const Vec3d> skin, std::span<const Vec3d> full);

// `domainOf`: as domainsOfSkin() returns it.
std::vector<double> rmsOfDomains(std::span<const Vec3d> skin, std::span<const Vec3d> full,
                                 std::span<const std::uint32_t> domainOf, std::size_t domains);

struct ComparedThings {
    std::string asset, character;
    const AssetView& view;
    double boundVolume = 0;  // m³
};

nlohmann::ordered_json comparisonJson(const ComparedThings& things, std::span<const ComparedFrame> frames);
std::string comparisonText(const nlohmann::ordered_json& json);
std::string comparisonPlot(std::span<const ComparedFrame> frames);

}  // namespace sinew
