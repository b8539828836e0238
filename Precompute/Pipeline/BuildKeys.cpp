#include "Pipeline/BuildKeys.h"

#include <initializer_list>

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

// The imported character, not the file: a glTF file can refer to others.
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

// A stage's sections of the recipe, as an asset stores them: new keys count, comments and the order in the
// user's file do not.
void addSections(StageKey& key, const Recipe& recipe, std::initializer_list<const char*> sections) {
    for (const char* section : sections) key.add(sectionText(recipe, section));
}

// The settings of the volume that the chosen solver reads; the others are the default.
Recipe volumeRecipe(const Recipe& recipe) {
    Recipe read;
    if (recipe.posesBy == SolverKind::OnLattice) {
        read.volume.parts = recipe.volume.parts;
        read.volume.bones = recipe.volume.bones;
        read.cells = recipe.cells;
        read.solve.hold = recipe.solve.hold;  // cells end at the bones that flesh slides over
    } else {
        read.volume = recipe.volume;
    }
    return read;
}

std::uint64_t volumeKey(const BuildInputs& inputs) {
    StageKey key("volume 5");
    addCharacter(key, inputs.character);
    key.add(solverName(inputs.recipe.posesBy));
    addSections(key, volumeRecipe(inputs.recipe), {"volume", "parts", "lattice", "solve"});
    return key.value();
}

// What the solution of one pose depends on; [lattice] counts if the solver is the lattice.
std::uint64_t solveKey(const Recipe& recipe, std::uint64_t volume) {
    StageKey key("solve 3");
    key.add(volume);
    addSections(key, recipe, {"material", "solve"});
    if (recipe.posesBy == SolverKind::OnLattice) addSections(key, recipe, {"lattice"});
    return key.value();
}

std::uint64_t posesKey(const BuildInputs& inputs, std::uint64_t solve) {
    StageKey key("poses 3");
    key.add(solve);
    addSections(key, inputs.recipe, {"poses"});
    for (const Clip& clip : inputs.motions) addClip(key, clip);
    return key.value();
}

// Where there is skin it has points of its own, which belong to domains, too.
std::uint64_t domainsKey(const Recipe& recipe, std::uint64_t volume) {
    StageKey key("domains 2");
    key.add(volume);
    addSections(key, recipe, {"domains"});
    if (recipe.tissue.skin.thickness < 0) key.add(std::string("skin"));
    return key.value();
}

// The key of a stage whose only input of its own is one section.
std::uint64_t keyOf(const char* stage, std::initializer_list<std::uint64_t> before, const Recipe& recipe,
                    const char* section) {
    StageKey key(stage);
    for (const std::uint64_t input : before) key.add(input);
    addSections(key, recipe, {section});
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
    keys.bases = keyOf("bases 6", {keys.domains, keys.poses}, recipe, "bases");
    keys.cubature = keyOf("cubature 6", {keys.bases}, recipe, "cubature");
    keys.asset = StageKey("asset 5").add(keys.cubature).add(resolvedText(recipe)).value();
    return keys;
}

}  // namespace sinew
