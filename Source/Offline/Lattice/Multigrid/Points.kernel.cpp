// Energy, forces and tangents of cells with four points, eight cells at once (Patterson, Mitchell, Sifakis
// 2012, sections 2.1, 3.1 and 5). Where the energy consists of one of shape and one of volume, it is
// Ψ(μ, 0) at each point and λ/2 M̄² of the cell, with the average measure M̄ of its flesh: cells that bend or
// twist keep their volume without keeping it everywhere, which they cannot.
//
// Deviation: the paper averages all of κ. Then nothing resists volume that goes from one point of a cell to
// another, and flesh that is pressed together does so: ten times as many steps, and folds through themselves.
#include "Offline/Lattice/Multigrid/PointLanes.h"
#include "Offline/Lattice/Multigrid/ShapeLanes.h"

#include "Material/Material.h"

namespace sinew::lattice::SINEW_KERNEL_NAMESPACE {

namespace {

using PointGradients = BrickGradients<kGroupsPerBrick * kPoints>;

HWY_INLINE Vector placeOf(const GroupPoints& points, std::uint32_t q, std::size_t lane) {
    return loadThree(points.at[q], lane);
}

HWY_INLINE Lane volumeOf(const GroupPoints& points, std::size_t lane) {
    Lane sum;
    for (std::uint32_t q = 0; q < kPoints; ++q) sum += load(points.volume[q] + lane);
    return sum;
}

// 1/a where a lane has a cell.
HWY_INLINE Lane inverseOf(Lane a) {
    return select(a > Lane(0), Lane(1) / a, Lane(0));
}

// F at the points of all cells of a brick, group by group, and its averages.
HWY_INLINE void pointGradientsOf(const Bricks& level, const Brick& brick, const Local& nodes,
                                 const GroupPoints* points, PointGradients& g, GroupGradient* averages) {
    const Lane scale(0.25f / level.width);
    for (std::uint32_t i = 0; i < brick.groupCount; ++i) {
        const std::uint32_t group = brick.firstGroup + i;
        forEachRegister([&](std::size_t lane) {
            Corners corners;
            corners.load(nodes, firstNode(level, group, lane));
            const Lane inverse = inverseOf(volumeOf(points[group], lane));
            const auto used = inverse > Lane(0);
            Matrix average;
            for (std::uint32_t q = 0; q < kPoints; ++q) {
                const Matrix f = gradientAt(corners, placeOf(points[group], q, lane)) * scale;
                g.store(f, used, kPoints * i + q, lane);
                const Lane part = load(points[group].volume[q] + lane) * inverse;
                for (int j = 0; j < 3; ++j) average.column[j] = plus(average.column[j], f.column[j], part);
            }
            if (averages != nullptr) storeMatrix(average, averages[group].f, lane);
        });
    }
}

// One cell per lane.
struct PointCells {
    const GroupPoints& points;
    std::size_t lane;
    Lame<Lane> lame;
    Lane volume, inverse;  // m³, and one by it
    Decomposed at[kPoints];

    HWY_INLINE PointCells(const GroupPoints& group, std::size_t firstLane)
        : points(group),
          lane(firstLane),
          lame{load(group.mu + firstLane), load(group.lambda + firstLane)},
          volume(volumeOf(group, firstLane)),
          inverse(inverseOf(volume)) {}
    HWY_INLINE Lane volumeAt(std::uint32_t q) const { return load(points.volume[q] + lane); }
};

HWY_INLINE Lane averageOf(const PointCells& cells, const Growth<Lane>* growth) {
    Lane sum;
    for (std::uint32_t q = 0; q < kPoints; ++q) sum = multiplyAdd(cells.volumeAt(q), growth[q].value, sum);
    return sum * cells.inverse;
}

// M̄, ∂M̄/∂F at the points by their volume, and the second derivative of M̄ along the first.
struct Average {
    Lane value, curve;
    Growth<Lane> at[kPoints];
};

template <class Energy>
HWY_INLINE Average averageMeasure(const PointCells& cells, const Growth<Lane>* growth, VolumeAverage kind) {
    Average m;
    if constexpr (MeasuresRatio<Energy, Lane>) {
        if (kind == VolumeAverage::Ratio) {
            for (std::uint32_t q = 0; q < kPoints; ++q) m.at[q] = growthOfRatio(cells.at[q].sigma);
            const RatioMeasure<Lane> ratio = Energy::ofRatio(Lane(1) + averageOf(cells, m.at));
            for (Growth<Lane>& g : m.at) {
                g.value = ratio.value;
                for (Vector* part : {&g.slope, &g.mixed, &g.shear, &g.torque}) *part *= ratio.slope;
            }
            m.value = ratio.value;
            m.curve = ratio.curve / (ratio.slope * ratio.slope);
            return m;
        }
    }
    for (std::uint32_t q = 0; q < kPoints; ++q) m.at[q] = growth[q];
    m.value = averageOf(cells, growth);
    return m;
}

// How the flesh of a cell resists a change of M̄.
struct Together {
    Lane pressure, bulk;  // the first and second derivative of the energy by M̄
    Lane energy;          // that per volume, where it is not ½ · pressure · M̄
};

HWY_INLINE Together together(const PointCells& cells, const Average& average, const float* pressures,
                             const CellLaw& law, GroupCoupling* coupling) {
    const Lane lambda = cells.lame.lambda;
    if (pressures == nullptr) return {lambda * average.value, lambda, Lane()};
    const Pressed p =
        pressed(average.value, lambda, load(pressures + cells.lane), cells.lame.mu, law.cappedBulk);
    if (coupling != nullptr) storeCoupling(p, cells.lame.mu, cells.volume, *coupling, cells.lane);
    return {p.pressure, p.capped, p.energy};
}

HWY_INLINE void storePoint(const Decomposed& d, const Principal<Lane>& p, Lane scale, Linearisation kind,
                           GroupTangent& to, std::size_t lane) {
    storeMatrix(d.u, to.u, lane);
    storeMatrix(d.v, to.v, lane);
    storePrincipals(principalsOf(p, kind), scale, to, lane);
}

// The energies at the points, without stiffness against growing volume: that is the cell's.
template <class Energy>
HWY_INLINE Together principalsOf(const PointCells& cells, const float* pressures, const CellLaw& law,
                                 Lane perWidth, GroupCoupling* coupling, GroupPointTangents* tangents,
                                 Principal<Lane>* principals) {
    if constexpr (SplitsVolume<Energy, Lane>) {
        Growth<Lane> growth[kPoints];
        for (std::uint32_t q = 0; q < kPoints; ++q) growth[q] = Energy::growth(cells.at[q].sigma);
        const Average average = averageMeasure<Energy>(cells, growth, law.average);
        Together all = together(cells, average, pressures, law, coupling);
        const Bulk<Lane> own = Energy::bulk({cells.lame.mu, Lane()});
        for (std::uint32_t q = 0; q < kPoints; ++q) {
            const Principal<Lane> alone = combined(Energy::shape(cells.at[q].sigma, cells.lame), growth[q],
                                                   own.restPressure, own.kappa * growth[q].value, own.kappa);
            principals[q] = combined(alone, average.at[q], Lane(), all.pressure, Lane());
            if (tangents != nullptr)
                storeThree(average.at[q].slope * (cells.volumeAt(q) * perWidth), tangents->slope[q],
                           cells.lane);
        }
        all.bulk = multiplyAdd(all.pressure, average.curve, all.bulk);
        if (law.linearisation == Linearisation::Definite) all.bulk = detail::notNegative(all.bulk);
        return all;
    } else {
        for (std::uint32_t q = 0; q < kPoints; ++q) {
            principals[q] = Energy::principal(cells.at[q].sigma, cells.lame);
            if (tangents != nullptr) storeThree(Vector{}, tangents->slope[q], cells.lane);
        }
        return {};
    }
}

// Energy of the cells, J, and their forces on the nodes, with the sign of a gradient.
HWY_INLINE Lane addPointForces(const PointCells& cells, const Principal<Lane>* p, const Together& all,
                               Lane perWidth, Lane hold, const Local& nodes, std::uint32_t at, Local& out) {
    Corners corners, forces{};
    corners.load(nodes, at);
    Lane energy = multiplyAdd(all.energy, cells.volume, corners.hourglassEnergy(hold));
    for (std::uint32_t q = 0; q < kPoints; ++q) {
        const Lane volume = cells.volumeAt(q);
        energy = multiplyAdd(p[q].energy, volume, energy);
        const Matrix stress = stressOf(cells.at[q], p[q].stress * (volume * perWidth));
        addStress(stress, placeOf(cells.points, q, cells.lane), forces);
    }
    addHold(corners, hold, forces);
    forces.addTo(out, at);
    return energy;
}

template <class Energy>
void evaluatePointsOf(const Bricks& level, std::uint32_t begin, std::uint32_t end, const NodePosition* x,
                      const PointStates& states, const CellLaw& law, const PointEvaluation& out) {
    const Lane perWidth(0.25f / level.width), width(level.width);
    Local nodes, forces;
    clear(nodes);
    PointGradients g;
    for (std::uint32_t b = begin; b < end; ++b) {
        const Brick& brick = level.bricks[b];
        gather(level, brick, x, nodes);
        pointGradientsOf(level, brick, nodes, states.points, g, out.gradients);
        g.decompose(kPoints * brick.groupCount);
        clear(forces);
        double energy = 0;
        for (std::uint32_t i = 0; i < brick.groupCount; ++i) {
            const std::uint32_t group = brick.firstGroup + i;
            GroupPointTangents* const tangents = out.tangents != nullptr ? out.tangents + group : nullptr;
            GroupCoupling* const coupling = out.couplings != nullptr ? out.couplings + group : nullptr;
            const float* pressures = states.pressures != nullptr ? states.pressures[group].p : nullptr;
            forEachRegister([&](std::size_t lane) {
                PointCells cells(states.points[group], lane);
                for (std::uint32_t q = 0; q < kPoints; ++q) cells.at[q] = g.at(kPoints * i + q, lane);
                Principal<Lane> p[kPoints];
                const Together all =
                    principalsOf<Energy>(cells, pressures, law, perWidth, coupling, tangents, p);
                const Lane hold = cells.lame.mu * width * load(cells.points.hold + lane);
                if (tangents != nullptr) {
                    for (std::uint32_t q = 0; q < kPoints; ++q)
                        storePoint(cells.at[q], p[q], cells.volumeAt(q) * perWidth * perWidth,
                                   law.linearisation, tangents->at[q], lane);
                    (all.bulk * cells.inverse).store(tangents->bulk + lane);
                    hold.store(tangents->hold + lane);
                }
                if (out.sums != nullptr)
                    energy += sumOf(addPointForces(cells, p, all, perWidth, hold, nodes,
                                                   firstNode(level, group, lane), forces));
            });
        }
        if (out.sums != nullptr) writeSums(level, brick, forces, out.sums, out.firstSlot);
        if (out.energies != nullptr) out.energies[b] = energy;
    }
}

// The work of both operators: pressure(group, lane, growth) gives the change of the pressure of a change of
// the measure of volume times volume.
template <class Pressure>
HWY_INLINE void applyPointsWith(const Bricks& level, const GroupPoints* points,
                                const GroupPointTangents* tangents, std::uint32_t begin, std::uint32_t end,
                                const NodeVector* x, NodeVector* sums, std::uint32_t firstSlot,
                                Pressure&& pressure) {
    Local nodes, out;
    clear(nodes);
    for (std::uint32_t b = begin; b < end; ++b) {
        const Brick& brick = level.bricks[b];
        gather(level, brick, x, nodes);
        clear(out);
        for (std::uint32_t group = brick.firstGroup; group < brick.firstGroup + brick.groupCount; ++group) {
            const GroupPointTangents& t = tangents[group];
            forEachRegister([&](std::size_t lane) {
                const std::uint32_t at = firstNode(level, group, lane);
                Corners corners, forces{};
                corners.load(nodes, at);
                Matrix inFrame[kPoints];
                Lane growth;
                for (std::uint32_t q = 0; q < kPoints; ++q) {
                    const Matrix df = gradientAt(corners, placeOf(points[group], q, lane));
                    const Matrix u = loadMatrix(t.at[q].u, lane), v = loadMatrix(t.at[q].v, lane);
                    inFrame[q] = product(transposedProduct(u, df), v);
                    const Vector along{inFrame[q](0, 0), inFrame[q](1, 1), inFrame[q](2, 2)};
                    growth += dotOf(loadThree(t.slope[q], lane), along);
                }
                const Lane change = pressure(group, lane, growth);
                for (std::uint32_t q = 0; q < kPoints; ++q) {
                    Matrix stress = principalDifferential(loadPrincipals(t.at[q], lane), inFrame[q]);
                    const Vector slope = loadThree(t.slope[q], lane);
                    for (int i = 0; i < 3; ++i) stress(i, i) = multiplyAdd(slope[i], change, stress(i, i));
                    const Matrix u = loadMatrix(t.at[q].u, lane), v = loadMatrix(t.at[q].v, lane);
                    addStress(product(product(u, stress), transpose(v)), placeOf(points[group], q, lane),
                              forces);
                }
                addHold(corners, load(t.hold + lane), forces);
                forces.addTo(out, at);
            });
        }
        writeSums(level, brick, out, sums, firstSlot);
    }
}

}  // namespace

void evaluatePoints(const Bricks& level, std::uint32_t begin, std::uint32_t end, const NodePosition* x,
                    const PointStates& states, const CellLaw& law, const PointEvaluation& out) {
    withMaterial<Lane>(law.material, [&](auto energy) {
        evaluatePointsOf<decltype(energy)>(level, begin, end, x, states, law, out);
    });
}

void applyPoints(const Bricks& level, const GroupPoints* points, const GroupPointTangents* tangents,
                 std::uint32_t begin, std::uint32_t end, const NodeVector* x, NodeVector* sums,
                 std::uint32_t firstSlot) {
    applyPointsWith(level, points, tangents, begin, end, x, sums, firstSlot,
                    [&](std::uint32_t group, std::size_t lane, Lane growth) {
                        return load(tangents[group].bulk + lane) * growth;
                    });
}

void applyMixedPoints(const Bricks& level, const GroupPoints* points, const GroupPointTangents* tangents,
                      const GroupCoupling* couplings, std::uint32_t begin, std::uint32_t end,
                      const NodeVector* x, const GroupPressure* dp, NodeVector* sums, GroupPressure* q,
                      std::uint32_t firstSlot) {
    applyPointsWith(
        level, points, tangents, begin, end, x, sums, firstSlot,
        [&](std::uint32_t group, std::size_t lane, Lane growth) {
            const Lane pressure = load(dp[group].p + lane);
            (growth - load(couplings[group].compliance + lane) * pressure).store(q[group].p + lane);
            return multiplyAdd(load(tangents[group].bulk + lane), growth, pressure);
        });
}

}  // namespace sinew::lattice::SINEW_KERNEL_NAMESPACE
