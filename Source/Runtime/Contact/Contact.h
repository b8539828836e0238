// Contact of flesh with the world: finds samples of the skin that are near colliders. Bounding spheres, each
// around sixteen samples, grow with the reduced coordinates (James and Pai 2004, "BD-Tree", section 4).
#pragma once

#include "Runtime/Contact/Collider.h"
#include "Runtime/Tick/Body.h"

namespace sinew {

inline constexpr std::uint32_t kMaxContacts = 256;  // per instance

// A skin sample near a collider. The collider is replaced by its tangent plane at that place.
struct SkinContact {
    std::uint32_t sample, domain, collider;
    Vec3f point;        // in character space
    Vec3f normal;       // away from the collider
    float distance;     // metres at q₀, negative inside the collider
    float stiffness;    // N/m
    float offset;       // distance = offset + row · q
    std::uint32_t row;  // index of the first float of ∂distance/∂q, one float per mode of the domain
};

struct SkinContacts {
    std::span<SkinContact> all;  // sorted by domain
    std::span<float> rows;
    std::uint32_t count = 0;
    std::uint32_t left = 0;  // number of contacts beyond kMaxContacts, which are ignored
};

// The distance of a contact at q, negative inside the collider. q holds the coordinates of all domains; `d`
// is the domain of the sample.
float distanceOf(const SkinContacts& contacts, const SkinContact& contact, const BodyDomain& d,
                 std::span<const float> q) noexcept;

bool allocateContacts(const Body& body, Arena& arena, SkinContacts& contacts) noexcept;

inline constexpr std::uint32_t kSelf =
    ~0u;  // stands for the character itself where a collider index is expected

struct ContactSettings {
    bool self = false;     // also find contacts between domains of the same character
    float margin = 0.01f;  // metres: samples nearer than this become contacts
    float stiffness = 5;   // contact stiffness in units of Young's modulus divided by the sample radius
};

// Finds contacts between domains that are not neighbours. Samples are spheres, and each treats the other as a
// plane.
void findSelfContacts(const Body& body, std::span<const Frame> frames, std::span<const float> q,
                      const ContactSettings& settings, SkinContacts& contacts) noexcept;

// Finds the contacts of all domains with the coordinates q and the poses `frames`. `world` maps character
// space to the world.
void findContacts(const Body& body, std::span<const Collider> colliders, std::span<const Frame> frames,
                  const Frame& world, float scale, std::span<const float> q, const ContactSettings& settings,
                  SkinContacts& contacts) noexcept;

// A place where flesh is in contact, in the world.
struct TouchedPlace {
    Vec3d point;
    Vec3f normal;  // away from the collider
    float depth;   // metres
    std::uint32_t domain, collider;
};

// An impulse that acts on the skin, in the world.
struct PointImpulse {
    Vec3d point;
    Vec3f impulse;  // N·s
    float radius;   // metres: samples within this distance share the impulse
};

// Adds the impulses, as forces over a sub-step of `seconds`, to the load on the coordinates of domains posed
// at `frames`.
void addImpulses(const Body& body, std::span<const PointImpulse> impulses, std::span<const Frame> frames,
                 const Frame& world, float scale, std::span<const float> q, float seconds,
                 std::span<float> load) noexcept;

// The reaction of contacts and impulses on a joint, in the world. The angular part is about the joint's
// origin.
struct JointImpulse {
    Vec3f linear, angular;  // N·s, N·m·s
};

}  // namespace sinew
