// Flesh against the world: samples of the skin that press against colliders, found with the help of spheres
// about sixteen of them each, which grow with the coordinates (James and Pai 2004, "BD-Tree", section 4).
#pragma once

#include "Runtime/Contact/Collider.h"
#include "Runtime/Tick/Body.h"

namespace sinew {

inline constexpr std::uint32_t kMaxContacts = 256;  // of an instance

// A sample that is near a collider, which is taken for its tangent plane there.
struct SkinContact {
    std::uint32_t sample, domain, collider;
    Vec3f point;        // in the character's space
    Vec3f normal;       // away from the collider
    float distance;     // at q₀: below 0 pressed in
    float stiffness;    // N/m
    float offset;       // distance = offset + row · q
    std::uint32_t row;  // first float: how the distance changes with each of the domain's modes
};

struct SkinContacts {
    std::span<SkinContact> all;  // by domain
    std::span<float> rows;
    std::uint32_t count = 0;
    std::uint32_t left = 0;  // that there was no room for
};

// Of a contact, below 0 where the sample is pressed in; q: of all domains, of which `d` is the sample's.
float distanceOf(const SkinContacts& contacts, const SkinContact& contact, const BodyDomain& d,
                 std::span<const float> q) noexcept;

bool allocateContacts(const Body& body, Arena& arena, SkinContacts& contacts) noexcept;

inline constexpr std::uint32_t kSelf = ~0u;  // in place of a collider

struct ContactSettings {
    bool self = false;     // flesh against flesh, too
    float margin = 0.01f;  // metres: how near is near
    float stiffness = 5;   // of the push, in Young's modulus over the samples' radius
};

// Between domains that do not touch each other where they meet: samples are spheres, each of which takes the
// other for a plane.
void findSelfContacts(const Body& body, std::span<const Frame> frames, std::span<const float> q,
                      const ContactSettings& settings, SkinContacts& contacts) noexcept;

// Of all domains with coordinates q, posed as `frames` say; `world`: the character's space → the world.
void findContacts(const Body& body, std::span<const Collider> colliders, std::span<const Frame> frames,
                  const Frame& world, float scale, std::span<const float> q, const ContactSettings& settings,
                  SkinContacts& contacts) noexcept;

// Where flesh is pressed in, in the world.
struct TouchedPlace {
    Vec3d point;
    Vec3f normal;  // away from the collider
    float depth;   // metres
    std::uint32_t domain, collider;
};

// An impulse on the skin, in the world.
struct PointImpulse {
    Vec3d point;
    Vec3f impulse;  // N·s
    float radius;   // metres: whose samples share it
};

// load += what impulses do in a sub-step of so many seconds to the coordinates of domains posed as `frames`
// say.
void addImpulses(const Body& body, std::span<const PointImpulse> impulses, std::span<const Frame> frames,
                 const Frame& world, float scale, std::span<const float> q, float seconds,
                 std::span<float> load) noexcept;

// What a bone gets of the pushes on its flesh, in the world; turning about its joint.
struct JointImpulse {
    Vec3f linear, angular;  // N·s, N·m·s
};

}  // namespace sinew
