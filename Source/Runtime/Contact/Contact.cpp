#include "Runtime/Contact/Contact.h"

#include "Asset/Rows.h"

namespace sinew {

namespace {

// Which of a run's domains a domain is.
std::uint32_t slotOf(const AssetRun& run, std::uint32_t domain) {
    std::uint32_t slot = 0;
    while (slot < run.bindings && run.domain[slot] != domain) ++slot;
    return slot;
}

// The domain's modes at a vertex, x of all, y of all, z of all.
void decodeRows(const Body& body, const AssetSample& sample, float* to) {
    const AssetView& view = body.view;
    const AssetRun& run = view.runs[sample.run];
    const std::uint32_t slot = slotOf(run, sample.domain), lane = sample.place % kAssetLanes;
    if (slot == run.bindings) return;
    std::size_t perBlock = 0, before = 0;
    for (std::uint32_t i = 0; i < run.bindings; ++i) {
        const std::size_t rows = rowsOf(view.domains[run.domain[i]].rank);
        if (i < slot) before += rows;
        perBlock += rows;
    }
    const AssetRow* const rows =
        view.rows.data() + run.firstRow + (sample.place / kAssetLanes - run.firstBlock) * perBlock + before;
    const BodyDomain& d = body.domains[sample.domain];
    for (std::uint32_t k = 0; k < d.rank; ++k) {
        for (std::uint32_t c = 0; c < 3; ++c) {
            to[c * d.lanes + k] =
                decodeRow(rows[k / 2 * 3 + c].lane[lane][k % 2], view.scales[d.firstLane + k]);
        }
    }
}

Vec3f restOf(const AssetView& view, const AssetSample& sample) {
    const AssetBlock& block = view.blocks[sample.place / kAssetLanes];
    const std::uint32_t lane = sample.place % kAssetLanes;
    return Vec3f{block.position[0][lane], block.position[1][lane], block.position[2][lane]} -
           view.domains[sample.domain].centre;
}

std::uint32_t clustersOf(const AssetDomain& d) {
    return (d.samples + kClusterSamples - 1) / kClusterSamples;
}

Vec3f turned(const float* rows, const BodyDomain& d, const float* q) {
    Vec3f sum;
    for (std::uint32_t k = 0; k < d.rank; ++k) {
        sum += Vec3f{rows[k], rows[d.lanes + k], rows[2 * d.lanes + k]} * q[k];
    }
    return sum;
}

void boundCluster(const Body& body, ContactBody& contact, Cluster& cluster) {
    const BodyDomain& d = body.domains[cluster.domain];
    Vec3f low = contact.rest[cluster.first], high = low;
    for (std::uint32_t s = cluster.first; s < cluster.first + cluster.count; ++s) {
        low = min(low, contact.rest[s]);
        high = max(high, contact.rest[s]);
    }
    cluster.centre = (low + high) * 0.5f;
    for (std::uint32_t s = cluster.first; s < cluster.first + cluster.count; ++s) {
        const float away = length(contact.rest[s] - cluster.centre);
        cluster.radius = away > cluster.radius ? away : cluster.radius;
        const float* const rows = contact.rows.data() + contact.firstRow[s];
        for (std::uint32_t k = 0; k < d.rank; ++k) {
            const float moved = length(Vec3f{rows[k], rows[d.lanes + k], rows[2 * d.lanes + k]});
            float& growth = contact.growth[cluster.growth + k];
            growth = moved > growth ? moved : growth;
        }
    }
}

// One call's inputs.
struct Search {
    const Body& body;
    const ContactBody& shared;
    std::span<const Collider> colliders;
    std::span<const float> q;
    const ContactSettings& settings;
    float scale;
    SkinContacts& contacts;
};

float reachOf(const Search& search, const Cluster& cluster) {
    const BodyDomain& d = search.body.domains[cluster.domain];
    float reach = cluster.radius;
    for (std::uint32_t k = 0; k < d.rank; ++k) {
        reach += search.shared.growth[cluster.growth + k] * std::abs(search.q[d.firstLane + k]);
    }
    return reach;
}

void addContact(const Search& search, std::uint32_t sample, std::uint32_t domain, std::uint32_t collider,
                const Frame& frame, Vec3f point, const Touch& found) {
    SkinContacts& contacts = search.contacts;
    if (contacts.count == contacts.all.size()) {
        ++contacts.left;
        return;
    }
    const BodyDomain& d = search.body.domains[domain];
    SkinContact& contact = contacts.all[contacts.count];
    const float radius = search.body.view.samples[sample].radius;
    const float area = 3.14159265f * radius * radius;
    contact = {sample,
               domain,
               collider,
               point,
               found.normal,
               found.distance,
               search.settings.stiffness * search.body.view.meta->young / radius * area,
               found.distance,
               contacts.count * kMaxRank};
    ++contacts.count;
    const Vec3f local = convert<float>(rotate(conjugate(frame.rotation), convert<double>(found.normal)));
    const float* const rows = search.shared.rows.data() + search.shared.firstRow[sample];
    float* const row = contacts.rows.data() + contact.row;
    for (std::uint32_t k = 0; k < d.lanes; ++k) {
        row[k] = local.x * rows[k] + local.y * rows[d.lanes + k] + local.z * rows[2 * d.lanes + k];
        contact.offset -= k < d.rank ? row[k] * search.q[d.firstLane + k] : 0;
    }
}

Vec3f placeOf(const Frame& frame, Vec3f local) {
    return convert<float>(rotate(frame.rotation, convert<double>(local)) + frame.translation);
}

// In the character's unscaled space.
Vec3f samplePlace(const Body& body, std::uint32_t sample, const Frame& frame, std::span<const float> q) {
    const BodyDomain& d = body.domains[body.view.samples[sample].domain];
    const float* const rows = body.contact.rows.data() + body.contact.firstRow[sample];
    return placeOf(frame, body.contact.rest[sample] + turned(rows, d, q.data() + d.firstLane));
}

bool areNeighbours(const AssetView& view, std::uint32_t a, std::uint32_t b) {
    for (const AssetInterface& interface : view.interfaces) {
        if ((interface.a == a && interface.b == b) || (interface.a == b && interface.b == a)) return true;
    }
    return false;
}

// Of a sample taken for a sphere: half of the usual distance to the next.
float sphereRadius(const AssetView& view) {
    return view.samples.empty() ? 0 : 0.75f * view.samples[0].radius;
}

// The samples of one against those of the other; what was near as bound is not in contact.
void pressTogether(const Search& search, const Cluster& a, const Cluster& b, std::span<const Frame> frames) {
    const AssetView& view = search.body.view;
    const float touching = 2 * sphereRadius(view);
    for (std::uint32_t i = a.first; i < a.first + a.count; ++i) {
        const Vec3f x = samplePlace(search.body, i, frames[a.domain], search.q);
        for (std::uint32_t j = b.first; j < b.first + b.count; ++j) {
            const Vec3f away = x - samplePlace(search.body, j, frames[b.domain], search.q);
            const float apart = length(away);
            if (!(apart < touching) || !(apart > 0)) continue;
            const Vec3f rest = search.shared.rest[i] + view.domains[a.domain].centre - search.shared.rest[j] -
                               view.domains[b.domain].centre;
            if (length(rest) < 1.5f * touching) continue;
            addContact(search, i, a.domain, kSelf, frames[a.domain], x, {apart - touching, away / apart});
        }
    }
}

// `toCollider`: the character's unscaled space → the collider's.
void searchCluster(const Search& search, const Cluster& cluster, std::uint32_t collider, const Frame& frame,
                   const Frame& toCollider) {
    const Collider& with = search.colliders[collider];
    const auto inCollider = [&](Vec3f p) {
        const Vec3d placed =
            rotate(toCollider.rotation, convert<double>(p) * static_cast<double>(search.scale));
        return convert<float>(placed + toCollider.translation);
    };
    const float near = search.settings.margin + reachOf(search, cluster) * search.scale;
    if (touch(with, inCollider(placeOf(frame, cluster.centre))).distance > near) return;
    for (std::uint32_t s = cluster.first; s < cluster.first + cluster.count; ++s) {
        const Vec3f point = samplePlace(search.body, s, frame, search.q);
        Touch found = touch(with, inCollider(point));
        if (!(found.distance < search.settings.margin)) continue;
        found.distance /= search.scale;
        found.normal = convert<float>(rotate(conjugate(toCollider.rotation), convert<double>(found.normal)));
        addContact(search, s, cluster.domain, collider, frame, point, found);
    }
}

}  // namespace

bool allocateContactBody(const AssetView& view, Arena& arena, ContactBody& contact) noexcept {
    std::uint32_t clusters = 0;
    std::size_t growth = 0, rows = 0;
    for (const AssetDomain& d : view.domains) {
        clusters += clustersOf(d);
        growth += std::size_t{clustersOf(d)} * paddedModes(d.rank);
        rows += 3 * std::size_t{d.samples} * paddedModes(d.rank);
    }
    contact.clusters = arena.take<Cluster>(clusters);
    contact.growth = arena.take<float>(growth);
    contact.firstRow = arena.take<std::uint32_t>(view.samples.size());
    contact.rows = arena.take<float>(rows);
    contact.rest = arena.take<Vec3f>(view.samples.size());
    return arena.ok();
}

void fillContactBody(const Body& body, ContactBody& contact) noexcept {
    std::uint32_t row = 0, cluster = 0, growth = 0;
    for (std::uint32_t i = 0; i < body.view.domains.size(); ++i) {
        const AssetDomain& d = body.view.domains[i];
        const std::uint32_t lanes = body.domains[i].lanes;
        for (std::uint32_t s = d.firstSample; s < d.firstSample + d.samples; ++s) {
            contact.firstRow[s] = row;
            contact.rest[s] = restOf(body.view, body.view.samples[s]);
            decodeRows(body, body.view.samples[s], contact.rows.data() + row);
            row += 3 * lanes;
        }
        for (std::uint32_t first = 0; first < d.samples; first += kClusterSamples) {
            const std::uint32_t count =
                d.samples - first < kClusterSamples ? d.samples - first : kClusterSamples;
            contact.clusters[cluster] = {i, d.firstSample + first, count, growth, {}, 0};
            boundCluster(body, contact, contact.clusters[cluster++]);
            growth += lanes;
        }
    }
}

float distanceOf(const SkinContacts& contacts, const SkinContact& contact, const BodyDomain& d,
                 std::span<const float> q) noexcept {
    float distance = contact.offset;
    for (std::uint32_t i = 0; i < d.rank; ++i)
        distance += contacts.rows[contact.row + i] * q[d.firstLane + i];
    return distance;
}

bool allocateContacts(const Body& body, Arena& arena, SkinContacts& contacts) noexcept {
    const std::size_t capacity = body.view.samples.empty() ? 0 : kMaxContacts;
    contacts.all = arena.take<SkinContact>(capacity);
    contacts.rows = arena.take<float>(capacity * kMaxRank);
    return arena.ok();
}

void findContacts(const Body& body, std::span<const Collider> colliders, std::span<const Frame> frames,
                  const Frame& world, float scale, std::span<const float> q, const ContactSettings& settings,
                  SkinContacts& contacts) noexcept {
    contacts.count = contacts.left = 0;
    const Search search{body, body.contact, colliders, q, settings, scale, contacts};
    for (const Cluster& cluster : body.contact.clusters) {
        for (std::uint32_t c = 0; c < colliders.size(); ++c) {
            const Frame& of = colliders[c].frame;
            const Quatd back = conjugate(of.rotation);
            const Frame toCollider{back * world.rotation, rotate(back, world.translation - of.translation)};
            searchCluster(search, cluster, c, frames[cluster.domain], toCollider);
        }
    }
}

void findSelfContacts(const Body& body, std::span<const Frame> frames, std::span<const float> q,
                      const ContactSettings& settings, SkinContacts& contacts) noexcept {
    const Search search{body, body.contact, {}, q, settings, 1, contacts};
    const std::span<const Cluster> clusters = body.contact.clusters;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        for (std::size_t j = 0; j < clusters.size(); ++j) {
            const Cluster &a = clusters[i], &b = clusters[j];
            if (a.domain == b.domain || areNeighbours(body.view, a.domain, b.domain)) continue;
            const float apart =
                length(placeOf(frames[a.domain], a.centre) - placeOf(frames[b.domain], b.centre));
            const float touching = 2 * sphereRadius(body.view);
            if (apart > reachOf(search, a) + reachOf(search, b) + touching) continue;
            pressTogether(search, a, b, frames);
        }
    }
}

void addImpulses(const Body& body, std::span<const PointImpulse> impulses, std::span<const Frame> frames,
                 const Frame& world, float scale, std::span<const float> q, float seconds,
                 std::span<float> load) noexcept {
    for (const PointImpulse& impulse : impulses) {
        const Quatd back = conjugate(world.rotation);
        const Vec3f at =
            convert<float>(rotate(back, impulse.point - world.translation) / static_cast<double>(scale));
        const Vec3d force = rotate(back, convert<double>(impulse.impulse)) / static_cast<double>(seconds);
        // Twice: first how much there is to share.
        float sum = 0;
        const auto forEach = [&](auto&& visit) {
            for (std::uint32_t s = 0; s < body.view.samples.size(); ++s) {
                const std::uint32_t domain = body.view.samples[s].domain;
                const float away =
                    length(samplePlace(body, s, frames[domain], q) - at) * scale / impulse.radius;
                if (away < 1) visit(s, domain, (1 - away * away) * (1 - away * away));
            }
        };
        forEach([&](std::uint32_t, std::uint32_t, float share) { sum += share; });
        if (!(sum > 0)) continue;
        forEach([&](std::uint32_t s, std::uint32_t domain, float share) {
            const BodyDomain& d = body.domains[domain];
            const Vec3f f = convert<float>(rotate(conjugate(frames[domain].rotation), force)) * (share / sum);
            const float* const rows = body.contact.rows.data() + body.contact.firstRow[s];
            for (std::uint32_t k = 0; k < d.rank; ++k) {
                load[d.firstLane + k] +=
                    f.x * rows[k] + f.y * rows[d.lanes + k] + f.z * rows[2 * d.lanes + k];
            }
        });
    }
}

}  // namespace sinew
