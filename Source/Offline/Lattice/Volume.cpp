#include "Offline/Lattice/Volume.h"

#include <algorithm>

#include "Offline/Error.h"
#include "Offline/Full/Settings.h"
#include "Offline/Volume/Regions.h"

namespace sinew::lattice {

namespace {

constexpr std::uint32_t kHeldNodes = 4;  // that a separate piece must have on bones

FleshCells fleshAs(const Solid& solid, const VolumeSettings& settings, const Jobs& jobs,
                   const ProgressCallback& progress) {
    const CellSettings& cells = settings.cells;
    FleshCells flesh = cells.width > 0 ? FleshCells(solid, cells.width, jobs, progress, cells.quadrature)
                                       : fleshOfCount(solid, cells.count, jobs, progress, cells.quadrature);
    if (flesh.cells().cells.empty()) {
        throw Error(ErrorKind::Failed, "the body is too thin for the cells, so no cell contains flesh",
                    "Use a smaller cell width, or a larger number of cells.");
    }
    return flesh;
}

// The nodes of each piece that bones hold.
std::vector<std::uint32_t> heldNodes(const Volume& volume, std::span<const std::uint32_t> pieceOfCell,
                                     std::size_t pieces, const Jobs& jobs) {
    const Attachment attachment = attach(volume.flesh, volume.bones, *volume.solid, 0, jobs);
    std::vector<bool> counted(attachment.boneOfNode.size(), false);
    std::vector<std::uint32_t> held(pieces, 0);
    for (std::uint32_t c = 0; c < volume.cells().cellCount(); ++c) {
        for (const std::uint32_t n : volume.cells().nodesOfCell[c]) {
            if (counted[n] || attachment.boneOfNode[n] == Attachment::kFree) continue;
            counted[n] = true;
            ++held[pieceOfCell[c]];
        }
    }
    return held;
}

// The largest piece stays, and every other that bones hold; the rest is reported.
void dropLoosePieces(const Character& character, Volume& volume, const Jobs& jobs) {
    const std::vector<std::uint32_t> pieceOfCell = volume.flesh.pieces();
    const std::size_t count = 1 + *std::max_element(pieceOfCell.begin(), pieceOfCell.end());
    if (count < 2) return;
    const double cellVolume = volume.cells().width * volume.cells().width * volume.cells().width;
    std::vector<VolumeLoss> pieces(count);
    for (std::uint32_t c = 0; c < pieceOfCell.size(); ++c) {
        VolumeLoss& piece = pieces[pieceOfCell[c]];
        piece.volume += static_cast<double>(volume.cells().cells[c].coverage) * cellVolume;
        if (piece.cells++ == 0) {
            piece.where = nearestJointName(character, volume.bones, volume.flesh.middle(c));
        }
    }
    const std::vector<std::uint32_t> held = heldNodes(volume, pieceOfCell, count, jobs);
    const auto largest = static_cast<std::size_t>(
        std::max_element(pieces.begin(), pieces.end(),
                         [](const auto& a, const auto& b) { return a.volume < b.volume; }) -
        pieces.begin());
    const auto stays = [&](std::size_t piece) { return piece == largest || held[piece] >= kHeldNodes; };
    std::vector<bool> keep(pieceOfCell.size());
    for (std::size_t c = 0; c < keep.size(); ++c) keep[c] = stays(pieceOfCell[c]);
    for (std::size_t piece = 0; piece < count; ++piece) {
        if (!stays(piece)) volume.report.dropped.push_back(pieces[piece]);
    }
    if (!volume.report.dropped.empty()) volume.flesh.keepOnly(keep);
}

void hollow(Volume& volume, const Jobs& jobs) {
    volume.flesh.carve([&](Vec3d p) { return nearestBone(volume.bones, p).distance; }, jobs);
    if (!volume.cells().cells.empty()) return;
    throw Error(ErrorKind::Failed, "the bones leave no flesh that could slide over them",
                "Use thinner bones (bone_radius), or a smaller cell width.");
}

std::uint32_t doubledCells(const Cells& cells) {
    std::uint32_t doubled = 0;
    for (std::size_t c = 0; c < cells.cells.size(); ++c) {
        const auto sharesPlaceWith = [&](std::size_t other) {
            return other < cells.cells.size() && cells.cells[other].place == cells.cells[c].place;
        };
        doubled += sharesPlaceWith(c + 1) || (c > 0 && sharesPlaceWith(c - 1)) ? 1 : 0;
    }
    return doubled;
}

void finishReport(const Character& character, const FleshParts& parts, Volume& volume) {
    VolumeReport& report = volume.report;
    report.volume = volume.flesh.volume();
    report.doubled = doubledCells(volume.cells());
    SkinOutside outside = skinOutside(character, parts, volume.skin.outside, report.width);
    report.embeddedOutside = outside.vertices;
    report.outsideMax = outside.max;
    report.lost = std::move(outside.lost);
    report.crumbs = lossesAt(character, volume.bones, volume.flesh.droppedCrumbs(), &VolumeLoss::cells);
    report.bonesWithoutNodes = bonesWithoutNodes(character, volume.bones, volume.attachment, report.joints);
}

}  // namespace

VolumeSettings volumeFor(const PoseSettings& pose, VolumeSettings settings) {
    settings.hollowBones = pose.hold == Hold::Sliding;
    return settings;
}

Volume buildVolume(const Character& character, const VolumeSettings& settings, const Jobs& jobs,
                   const ProgressCallback& progress) {
    Volume volume;
    const FleshParts parts = decideParts(character, settings.parts, jobs);
    volume.solid = std::make_unique<const Solid>(character.surface.positions, parts.triangles, jobs);
    report(progress, 0.1);
    volume.flesh = fleshAs(*volume.solid, settings, jobs, part(progress, 0.1, 0.6));
    volume.report.width = volume.cells().width;
    volume.report.parts = parts.decisions;
    BonePlan plan = planBones(character, parts, *volume.solid, volume.report.width, settings.bones);
    volume.report.joints = std::move(plan.decisions);
    volume.bones = std::move(plan.bones);
    report(progress, 0.75);
    if (settings.hollowBones) hollow(volume, jobs);
    dropLoosePieces(character, volume, jobs);
    report(progress, 0.8);
    volume.attachment = attach(volume.flesh, volume.bones, *volume.solid, 4, jobs);
    report(progress, 0.9);
    volume.skin = bindSkin(volume.flesh, character.surface.positions, outwardNormals(character, parts), jobs);
    finishReport(character, parts, volume);
    volume.followsSkeleton = followShares(character, parts, volume.skin.outside, volume.report.width);
    report(progress, 1);
    return volume;
}

std::vector<Vec3d> skinPositions(const Volume& volume, std::span<const Vec3d> nodes,
                                 std::span<const Vec3d> skinned, const Jobs& jobs) {
    std::vector<Vec3d> positions = boundPositions(volume.skin, nodes, jobs);
    for (std::size_t v = 0; v < positions.size() && v < skinned.size(); ++v) {
        positions[v] = lerp(positions[v], skinned[v], static_cast<double>(volume.followsSkeleton[v]));
    }
    return positions;
}

std::vector<Vec3d> cellMiddles(const Volume& volume) {
    std::vector<Vec3d> middles(volume.cells().cells.size());
    for (std::uint32_t c = 0; c < middles.size(); ++c) middles[c] = volume.flesh.middle(c);
    return middles;
}

std::vector<double> cellStiffness(const Character& character, const Volume& volume,
                                  const StiffnessRegions& regions, const Jobs& jobs) {
    if (regions.empty()) return {};
    return elementStiffness(character, volume.bones, cellMiddles(volume), regions, jobs);
}

}  // namespace sinew::lattice
