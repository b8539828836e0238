#include "Asset/Writer.h"

#include <algorithm>
#include <cstring>

#include "Asset/Writer/Arrays.h"
#include "Asset/Writer/Places.h"
#include "Base/Hash.h"
#include "Offline/Error.h"
#include "Offline/Files.h"

namespace sinew {

namespace {

void packJoints(const AssetContent& content, AssetArrays& arrays) {
    for (const JointContent& j : content.joints)
        arrays.joints.push_back({arrays.addName(j.name), j.parent, j.domain, convert<float>(j.inverseBind)});
}

void packRigidParts(const AssetContent& content, AssetArrays& arrays) {
    for (const RigidPartContent& part : content.rigidParts) {
        arrays.rigidParts.push_back({arrays.addName(part.name), part.joint, part.vertices,
                                     static_cast<float>(part.radius), convert<float>(part.centre),
                                     convert<float>(part.toJoint)});
    }
}

void packSolver(const SolverContent& solver, AssetMeta& meta) {
    meta.material = solver.material;
    meta.young = static_cast<float>(solver.young);
    meta.poisson = static_cast<float>(solver.poisson);
    meta.density = static_cast<float>(solver.density);
    meta.rayleighMass = static_cast<float>(solver.rayleighMass);
    meta.rayleighStiffness = static_cast<float>(solver.rayleighStiffness);
    meta.coupling = static_cast<float>(solver.coupling);
    meta.couplingDamping = static_cast<float>(solver.couplingDamping);
    meta.gravity = static_cast<float>(solver.gravity);
}

void packCounts(AssetArrays& arrays) {
    const auto count = [](const auto& array) { return static_cast<std::uint32_t>(array.size()); };
    AssetMeta& meta = arrays.meta;
    meta.joints = count(arrays.joints);
    meta.domains = count(arrays.domains);
    meta.interfaces = count(arrays.interfaces);
    meta.fileVertices = count(arrays.fileMap);
    meta.triangles = count(arrays.triangles);
    meta.slots = count(arrays.slots);
    meta.samples = count(arrays.samples);
    meta.rigidParts = count(arrays.rigidParts);
}

AssetArrays arraysOf(const AssetContent& content) {
    AssetArrays arrays;
    arrays.recipe = content.recipe;
    arrays.meta.programVersion = arrays.addName(content.programVersion);
    arrays.meta.characterName = arrays.addName(content.characterName);
    arrays.meta.seed = content.seed;
    arrays.meta.metresPerUnit = static_cast<float>(content.metresPerUnit);
    arrays.meta.upAxis = content.upAxis;
    packSolver(content.solver, arrays.meta);
    packJoints(content, arrays);
    packDomains(content, arrays);
    packInterfaces(content, arrays);
    const Places places = placesOf(content);
    packSurface(content, places, arrays);
    packTriangles(content, places, arrays);
    packRigidParts(content, arrays);
    packCounts(arrays);
    return arrays;
}

struct Piece {
    const void* data;
    std::size_t elementSize, count;
};

// In the order of kChunkKinds.
std::vector<Piece> piecesOf(const AssetArrays& a) {
    std::vector<Piece> pieces{{&a.meta, sizeof a.meta, 1}};
    const auto add = [&](const auto&... arrays) {
        (pieces.push_back({arrays.data(), sizeof *arrays.data(), arrays.size()}), ...);
    };
    add(a.recipe, a.text, a.joints, a.domains, a.bounds, a.order, a.fill, a.cubature, a.cubatureBasis,
        a.cubaturePlaces, a.mass, a.interfaces, a.coupling, a.runs, a.blocks, a.weights, a.influences,
        a.scales, a.rows, a.triangles, a.fileTriangles, a.fileMap, a.uvs, a.normals, a.tangents, a.slots,
        a.samples, a.rigidParts);
    return pieces;
}

std::vector<AssetChunk> tableOf(const std::vector<Piece>& pieces) {
    std::vector<AssetChunk> table;
    std::uint64_t offset = kFirstChunkOffset;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        const Piece& p = pieces[i];
        const std::uint64_t size = p.elementSize * p.count;
        table.push_back({kChunkKinds[i].id, static_cast<std::uint32_t>(p.elementSize), offset, size, p.count,
                         hashBytes(p.data, size)});
        offset = alignedUp(offset + size);
    }
    return table;
}

AssetHeader headerOf(const AssetContent& content, const std::vector<AssetChunk>& table) {
    AssetHeader header{};
    std::copy(std::begin(kAssetMagic), std::end(kAssetMagic), header.magic);
    header.version = static_cast<std::uint32_t>(kAssetVersion);
    header.chunkCount = static_cast<std::uint32_t>(table.size());
    header.totalSize = alignedUp(table.back().offset + table.back().size);
    header.recipeHash = content.recipeHash;
    header.meshHash = content.meshHash;
    header.skeletonHash = content.skeletonHash;
    header.tableHash = hashBytes(table.data(), table.size() * sizeof(AssetChunk));
    header.headerHash = hashBytes(&header, offsetof(AssetHeader, headerHash));
    return header;
}

AssetBytes assemble(const AssetContent& content, const AssetArrays& arrays) {
    const std::vector<Piece> pieces = piecesOf(arrays);
    const std::vector<AssetChunk> table = tableOf(pieces);
    const AssetHeader header = headerOf(content, table);
    AssetBytes result(header.totalSize);
    std::byte* const out = result.bytes().data();
    std::memcpy(out, &header, sizeof header);
    std::memcpy(out + sizeof header, table.data(), table.size() * sizeof(AssetChunk));
    for (std::size_t i = 0; i < pieces.size(); ++i) {
        if (table[i].size > 0) std::memcpy(out + table[i].offset, pieces[i].data, table[i].size);
    }
    return result;
}

std::string chunkText(ChunkId id) {
    const auto value = static_cast<std::uint32_t>(id);
    std::string text;
    for (int i = 0; i < 4; ++i) {
        const char c = static_cast<char>(value >> 8 * i & 0xff);
        text += c >= ' ' && c <= '~' ? c : '?';
    }
    return text;
}

const char* remedyOf(AssetFault fault) {
    switch (fault) {
        case AssetFault::OldFormat:
            return "Rebuild it with `sinew build`.";
        case AssetFault::NewFormat:
            return "Use the sinew that made it, or a newer one.";
        case AssetFault::NoMagic:
            return "Name a .sinew file, as `sinew build` writes it.";
        default:
            return "Copy it once more from where it came, or rebuild it with `sinew build`.";
    }
}

}  // namespace

std::uint32_t AssetArrays::addName(std::string_view name) {
    const auto offset = static_cast<std::uint32_t>(text.size());
    text += name.substr(0, name.find('\0'));
    text += '\0';
    return offset;
}

std::string problemText(const AssetProblem& problem) {
    if (problem.fault == AssetFault::OldFormat || problem.fault == AssetFault::NewFormat) {
        return "made by format " + std::to_string(problem.found) + ", this program reads " +
               std::to_string(problem.expected) + ": " +
               (problem.fault == AssetFault::OldFormat ? "rebuild with `sinew build`" : "use a newer sinew");
    }
    std::string text = problem.chunk == ChunkId::None ? "" : "chunk " + chunkText(problem.chunk) + ", ";
    text += problem.field;
    if (problem.chunk != ChunkId::None) text += " " + std::to_string(problem.index);
    text += std::string(": ") + faultText(problem.fault);
    if (problem.found != problem.expected)
        text += " (" + std::to_string(problem.found) + ", expected " + std::to_string(problem.expected) + ")";
    return text;
}

AssetBytes packAsset(const AssetContent& content) {
    AssetBytes packed = assemble(content, arraysOf(content));
    AssetView view;
    if (const AssetProblem problem = viewAsset(packed.bytes(), view); !problem.ok()) {
        throw Error(
            ErrorKind::Failed, "asset: " + problemText(problem),
            "A stage made something that no asset may hold: rebuild without the cache, and report it if "
            "that does not help.");
    }
    return packed;
}

void writeAsset(const std::filesystem::path& path, const AssetContent& content) {
    const AssetBytes packed = packAsset(content);
    const auto bytes = packed.bytes();
    writeFileAtomically(path, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

LoadedAsset loadAsset(const std::filesystem::path& path) {
    const std::string file = readFile(path);
    LoadedAsset loaded{AssetBytes(file.size()), {}};
    if (!file.empty()) std::memcpy(loaded.bytes.bytes().data(), file.data(), file.size());
    const AssetProblem problem = viewAsset(loaded.bytes.bytes(), loaded.view);
    if (!problem.ok()) throw badInput(path.string() + ": " + problemText(problem), remedyOf(problem.fault));
    return loaded;
}

}  // namespace sinew
