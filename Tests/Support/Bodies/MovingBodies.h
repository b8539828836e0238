// The same small box of flesh in motion, on tetrahedra and on a lattice. What dynamics promises it promises
// for both.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "Offline/Full/Dynamics.h"
#include "Offline/Lattice/Dynamics.h"
#include "Offline/Tets/Dynamics.h"
#include "Support/Bodies/TetBoxes.h"

namespace sinew::test {

enum class Elements { LinearTets, QuadraticTets, Cells };

struct BoxSettings {
    std::array<std::uint32_t, 3> counts{3, 3, 3};  // of cells, or of cubes of six tets
    double width = 0.05;                           // metres
    Flesh flesh;
    bool held = true;  // at x = 0, by a bone
    Hold hold = Hold::Hard;
    Vec3d gravity;
    Jobs jobs;
};

// A box from the origin.
struct MovingBody {
    std::vector<Vec3d> rest;

    MovingBody() = default;
    MovingBody(const MovingBody&) = delete;
    MovingBody& operator=(const MovingBody&) = delete;
    virtual ~MovingBody() = default;
    virtual DynamicBody& body() = 0;

    Vec3d momentum(const DynamicState& state) {
        Vec3d sum;
        for (std::size_t i = 0; i < rest.size(); ++i) sum += state.v[i] * body().masses()[i];
        return sum;
    }
    Vec3d spin(const DynamicState& state) {
        Vec3d sum;
        for (std::size_t i = 0; i < rest.size(); ++i)
            sum += cross(state.x[i], state.v[i]) * body().masses()[i];
        return sum;
    }
};

inline std::vector<std::int32_t> boneAtZero(std::span<const Vec3d> rest, bool held) {
    std::vector<std::int32_t> bones;
    for (const Vec3d& p : rest) bones.push_back(held && p.x < 1e-9 ? 0 : -1);
    return bones;
}

inline PoseSettings poseSettingsOf(const BoxSettings& box) {
    PoseSettings settings;
    settings.hold = box.hold;
    settings.gravity = box.gravity;
    return settings;
}

class MovingTets : public MovingBody {
  public:
    MovingTets(const BoxSettings& box, bool quadratic)
        : body_(meshOf(box, quadratic), box.flesh),
          solver_(body_, boneAtZero(body_.rest().nodes, box.held), box.held ? 1 : 0, poseSettingsOf(box),
                  box.jobs),
          dynamic_(solver_, box.jobs) {
        rest = body_.rest().nodes;
    }
    DynamicBody& body() override { return dynamic_; }

  private:
    static TetMesh meshOf(const BoxSettings& box, bool quadratic) {
        TetMesh mesh = boxOfTets(box.counts[0], box.counts[1], box.counts[2], box.width);
        return quadratic ? tets::withMiddles(std::move(mesh)) : mesh;
    }

    tets::ElasticBody body_;
    tets::PoseSolver solver_;
    tets::DynamicFlesh dynamic_;
};

class MovingCells : public MovingBody {
  public:
    explicit MovingCells(const BoxSettings& box)
        : cells_(lattice::boxOfCells(placeOf(box.counts), box.width)) {
        for (std::uint32_t n = 0; n < cells_.nodeCount(); ++n) rest.push_back(cells_.nodePosition(n));
        const double side = box.counts[1] * box.width;
        solver_ = std::make_unique<lattice::PoseSolver>(
            cells_, box.flesh, std::span<const double>(), boneAtZero(rest, box.held), box.held ? 1 : 0,
            4 * box.counts[0] * box.width * side, poseSettingsOf(box), box.jobs);
        dynamic_ = std::make_unique<lattice::DynamicFlesh>(*solver_, box.jobs);
    }
    DynamicBody& body() override { return *dynamic_; }

  private:
    static lattice::Cells::Place placeOf(const std::array<std::uint32_t, 3>& counts) {
        return {static_cast<std::int32_t>(counts[0]), static_cast<std::int32_t>(counts[1]),
                static_cast<std::int32_t>(counts[2])};
    }

    lattice::Cells cells_;
    std::unique_ptr<lattice::PoseSolver> solver_;
    std::unique_ptr<lattice::DynamicFlesh> dynamic_;
};

inline std::unique_ptr<MovingBody> movingBox(Elements elements, const BoxSettings& box) {
    if (elements == Elements::Cells) return std::make_unique<MovingCells>(box);
    return std::make_unique<MovingTets>(box, elements == Elements::QuadraticTets);
}

}  // namespace sinew::test
