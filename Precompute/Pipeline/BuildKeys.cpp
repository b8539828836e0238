#include "Pipeline/BuildKeys.h"

#include "Pipeline/StageKey.h"

namespace sinew {

namespace {

template <class Value>
void addTrack(StageKey& key, const Track<Value>& track) {
    key.add(track.interpolation).add(track.times).add(track.values);
}

void addClip(StageKey& key, const Clip& clip) {
    key.add(clip.name).add(clip.duration).add(clip.joints.size());
    for (const JointTracks& joint : clip.joints) {
        addTrack(key, joint.translation);
        addTrack(key, joint.rotation);
        addTrack(key, joint.scale);
    }
}

void addSurface(StageKey& key, const Surface& s) {
    key.add(s.positions).add(s.triangles).add(s.fileTriangles).add(s.weldedOfFile).add(s.uvs).add(s.colours);
    key.add(s.normals).add(s.tangents);
    key.add(s.materialOf).add(s.materials.size());
    for (const std::string& material : s.materials) key.add(material);
}

// As it was imported: the bytes of one file are not all of it where that names others.
void addCharacter(StageKey& key, const Character& c) {
    key.add(c.name).add(c.units.metresPerUnit).add(c.units.up);
    addSurface(key, c.surface);
    key.add(c.weights.firstOfVertex).add(c.weights.influences);
    key.add(c.skeleton.inverseBind).add(c.skeleton.joints.size());
    for (const Joint& joint : c.skeleton.joints) {
        key.add(joint.name).add(joint.parent).add(std::vector{joint.rest});
    }
    key.add(c.rigidParts.size()).add(c.clips.size());
    for (const RigidPart& part : c.rigidParts) {
        key.add(part.name).add(part.joint);
        addSurface(key, part.surface);
    }
    for (const Clip& clip : c.clips) addClip(key, clip);
}

std::uint64_t volumeKey(const BuildInputs& inputs) {
    const tets::VolumeSettings& v = inputs.recipe.volume;
    StageKey key("volume 3");
    addCharacter(key, inputs.character);
    key.add(v.edgeLength).add(v.tets).add(v.gaps);
    key.add(v.bones.radius).add(v.bones.skullRadius).add(v.bones.jointGap);
    for (const PartOverride& part : v.parts) key.add(part.part).add(part.role);
    return key.value();
}

std::uint64_t domainsKey(const Recipe& recipe, std::uint64_t volume) {
    const tets::DomainSettings& d = recipe.domains;
    StageKey key("domains 1");
    key.add(volume).add(d.rule).add(d.leastFlesh).add(d.leastLength).add(d.leastTurn);
    key.add(d.keep.size());
    for (const std::string& name : d.keep) key.add(name);
    for (const std::string& name : d.merged) key.add(name);
    return key.value();
}

void addRegions(StageKey& key, const StiffnessRegions& regions) {
    key.add(regions.joints.size()).add(regions.distances.size()).add(regions.painted.size());
    for (const auto& region : regions.joints) key.add(region.joint).add(region.factor);
    for (const auto& region : regions.distances) key.add(region.metres).add(region.factor);
    for (const auto& region : regions.painted) key.add(region.channel).add(region.atZero).add(region.atOne);
}

std::uint64_t solveKey(const Recipe& recipe, std::uint64_t volume) {
    const Flesh& f = recipe.flesh;
    const PoseSettings& s = recipe.solve;
    StageKey key("solve 2");
    key.add(volume).add(f.kind).add(f.young).add(f.poisson).add(f.density);
    addRegions(key, recipe.regions);
    key.add(s.hold).add(s.springStiffness).add(s.grip);
    key.add(s.gravity.x).add(s.gravity.y).add(s.gravity.z);
    key.add(s.newton.relative).add(s.newton.absolute).add(s.newton.maxIterations);
    key.add(s.stride.largestTurn).add(s.stride.maxHalvings).add(recipe.posesBy);
    if (recipe.posesBy == SolverKind::OnTets) return key.value();
    const lattice::ContactSettings& c = recipe.lattice.contact;
    key.add(recipe.cells.width).add(recipe.cells.count).add(recipe.lattice.selfContact);
    key.add(c.stiffness).add(c.thickness);
    return key.value();
}

void addRange(StageKey& key, const std::optional<AngleRange>& range) {
    key.add(range.has_value());
    if (range) key.add(range->low).add(range->high);
}

std::uint64_t posesKey(const BuildInputs& inputs, std::uint64_t solve) {
    const poses::PoseChoiceSettings& p = inputs.recipe.poses;
    const LimitSettings& l = inputs.recipe.limits;
    StageKey key("poses 2");
    key.add(solve).add(p.count).add(p.sampled).add(p.heldOut).add(p.heldOutSampled).add(p.framesPerSecond);
    key.add(p.maxFrames).add(p.samplesPerPose).add(p.leastDistance).add(p.maxOverlap);
    key.add(p.samples.spread).add(p.samples.active).add(p.samples.calm).add(p.samples.seed);
    key.add(l.clips).add(l.anatomy).add(l.margin).add(l.leastRange).add(l.maxWidening).add(l.framesPerSecond);
    key.add(inputs.recipe.jointLimits.size());
    for (const LimitOverride& limit : inputs.recipe.jointLimits) {
        key.add(limit.joint);
        addRange(key, limit.twist);
        addRange(key, limit.bend);
        addRange(key, limit.side);
    }
    for (const Clip& clip : inputs.motions) addClip(key, clip);
    return key.value();
}

}  // namespace

BuildKeys keysOf(const BuildInputs& inputs) {
    const Recipe& recipe = inputs.recipe;
    BuildKeys keys;
    keys.volume = volumeKey(inputs);
    keys.domains = domainsKey(recipe, keys.volume);
    keys.solve = solveKey(recipe, keys.volume);
    keys.poses = posesKey(inputs, keys.solve);
    keys.bases = StageKey("bases 5")
                     .add(keys.domains)
                     .add(keys.poses)
                     .add(recipe.bases.rank)
                     .add(recipe.bases.even)
                     .add(recipe.bases.energy)
                     .add(recipe.bases.vibrations)
                     .add(recipe.bases.seams)
                     .add(recipe.bases.stretch)
                     .add(recipe.bases.coupling)
                     .add(recipe.bases.band)
                     .add(recipe.vibrations.count)
                     .add(recipe.vibrations.derivatives)
                     .value();
    keys.cubature = StageKey("cubature 5")
                        .add(keys.bases)
                        .add(recipe.cubature.tolerance)
                        .add(recipe.cubature.maxElements)
                        .add(recipe.cubature.seed)
                        .value();
    keys.asset = StageKey("asset 4")
                     .add(keys.cubature)
                     .add(inputs.recipeText)
                     .add(recipe.damping.mass)
                     .add(recipe.damping.stiffness)
                     .add(recipe.damping.seams)
                     .value();
    return keys;
}

}  // namespace sinew
