// A character as a host has it: plain arrays, for sinew_full.h.
#pragma once

#include <numeric>
#include <vector>

#include "Api/sinew_full.h"
#include "Offline/Character/Pose.h"

namespace sinew::test {

inline SinewBone boneOf(const Affined& frame) {
    const Transformd t = toTransform(frame);
    const auto f = [](double x) { return static_cast<float>(x); };
    return {{f(t.rotation.x), f(t.rotation.y), f(t.rotation.z), f(t.rotation.w)},
            {f(t.translation.x), f(t.translation.y), f(t.translation.z)},
            {f(t.scale.x), f(t.scale.y), f(t.scale.z)}};
}

inline std::vector<SinewBone> bonesOf(std::span<const Affined> frames) {
    std::vector<SinewBone> bones;
    for (const Affined& frame : frames) bones.push_back(boneOf(frame));
    return bones;
}

class CharacterArrays {
  public:
    explicit CharacterArrays(const Character& character) : character_(character) {
        const Surface& surface = character_.surface;
        firstWeight_.push_back(0);
        for (std::uint32_t v = 0; v < vertices(); ++v) addVertex(v);
        for (const Joint& joint : character_.skeleton.joints) {
            names_.push_back(joint.name.c_str());
            parents_.push_back(joint.parent);
        }
        bind_ = bonesOf(bindFrames(character_.skeleton));
        sinewFullCharacterDefaults(&given, sizeof given);
        given.vertexCount = vertices();
        given.jointCount = static_cast<std::uint32_t>(names_.size());
        const std::vector<Triangle>& triangles =
            surface.fileTriangles.empty() ? surface.triangles : surface.fileTriangles;
        given.triangleCount = static_cast<std::uint32_t>(triangles.size());
        given.triangles = triangles[0].data();
        given.positions = positions_.data();
        given.normals = surface.normals.empty() ? nullptr : &surface.normals[0].x;
        given.firstWeight = firstWeight_.data();
        given.weightJoints = joints_.data();
        given.weights = weights_.data();
        given.names = names_.data();
        given.parents = parents_.data();
        given.bind = bind_.data();
    }
    CharacterArrays(const CharacterArrays&) = delete;  // `given` points into it
    CharacterArrays& operator=(const CharacterArrays&) = delete;

    std::uint32_t vertices() const {
        const Surface& s = character_.surface;
        return static_cast<std::uint32_t>(s.weldedOfFile.empty() ? s.positions.size()
                                                                 : s.weldedOfFile.size());
    }
    const std::vector<float>& positions() const { return positions_; }
    const std::vector<SinewBone>& bind() const { return bind_; }

    SinewFullCharacter given;

  private:
    void addVertex(std::uint32_t vertex) {
        const Surface& s = character_.surface;
        const std::uint32_t welded = s.weldedOfFile.empty() ? vertex : s.weldedOfFile[vertex];
        for (int i = 0; i < 3; ++i) positions_.push_back(static_cast<float>(s.positions[welded][i]));
        const SkinWeights& w = character_.weights;
        for (std::uint32_t i = w.firstOfVertex[welded]; i < w.firstOfVertex[welded + 1]; ++i) {
            joints_.push_back(w.influences[i].joint);
            weights_.push_back(w.influences[i].weight);
        }
        firstWeight_.push_back(static_cast<std::uint32_t>(joints_.size()));
    }

    Character character_;
    std::vector<float> positions_, weights_;
    std::vector<std::uint32_t> firstWeight_, joints_;
    std::vector<const char*> names_;
    std::vector<std::int32_t> parents_;
    std::vector<SinewBone> bind_;
};

}  // namespace sinew::test
