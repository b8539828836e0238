#include "Offline/Character/Gltf/Container.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "Offline/Error.h"
#include "Offline/Files.h"

namespace sinew::gltf {

namespace {

constexpr std::uint32_t kMagic = 0x46546C67, kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;
constexpr int kDeepestJson = 64;

std::uint32_t word(std::span<const std::byte> bytes, std::size_t at) {
    std::uint32_t value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    return value;
}

Error cutShort(const std::string& what) {
    return badInput(what, "The file is damaged or was cut short: export or copy it again.");
}

bool startsWith(std::span<const std::byte> bytes, std::string_view text) {
    return bytes.size() >= text.size() && std::memcmp(bytes.data(), text.data(), text.size()) == 0;
}

// What people take for glTF by its name.
struct Disguise {
    std::string_view begin;
    const char* what;
};
constexpr Disguise kDisguises[] = {
    {"\x89PNG", "a PNG picture"},
    {"\xFF\xD8\xFF", "a JPEG picture"},
    {"PK\x03\x04", "a ZIP archive"},
    {"BLENDER", "a Blender file"},
    {"Kaydara", "an FBX file"},
    {"<", "a web page or XML file"},
    {"version https://git-lfs", "a Git LFS pointer: run git lfs pull to get the file"},
};

void requireObject(std::span<const std::byte> text) {
    for (const Disguise& disguise : kDisguises) {
        if (!startsWith(text, disguise.begin)) continue;
        throw badInput(std::string("the file is not glTF but ") + disguise.what,
                       "Export the character as glTF 2.0 (.glb).");
    }
    const auto isSpace = [](std::byte b) {
        return b == std::byte{' '} || (b >= std::byte{9} && b <= std::byte{13});
    };
    const auto first = std::find_if_not(text.begin(), text.end(), isSpace);
    const bool marked = startsWith(text, "\xEF\xBB\xBF");  // byte order mark
    if (marked || (first != text.end() && *first == std::byte{'{'})) return;
    throw badInput("the file is not glTF", "Export the character as glTF 2.0 (.glb).");
}

// -1 for what is not a base64 digit.
int base64Digit(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+' || c == '-') return 62;
    if (c == '/' || c == '_') return 63;
    return -1;
}

std::vector<std::byte> decodeBase64(const std::string& text, std::size_t begin, const std::string& what) {
    std::vector<std::byte> bytes;
    bytes.reserve((text.size() - begin) / 4 * 3 + 3);
    std::uint32_t bits = 0;
    int count = 0;
    for (std::size_t i = begin; i < text.size() && text[i] != '='; ++i) {
        const int digit = base64Digit(text[i]);
        if (digit < 0) throw cutShort(what + " is not valid base64 data");
        bits = bits << 6 | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes.push_back(static_cast<std::byte>(bits >> count & 0xFF));
    }
    return bytes;
}

std::string percentDecoded(const std::string& uri) {
    std::string text;
    for (std::size_t i = 0; i < uri.size(); ++i) {
        const bool escaped = uri[i] == '%' && i + 2 < uri.size() &&
                             std::isxdigit(static_cast<unsigned char>(uri[i + 1])) != 0 &&
                             std::isxdigit(static_cast<unsigned char>(uri[i + 2])) != 0;
        text += escaped ? static_cast<char>(std::stoi(uri.substr(i + 1, 2), nullptr, 16)) : uri[i];
        if (escaped) i += 2;
    }
    return text;
}

// Whether the file lies in the folder of the one that names it, or below: nothing else on the machine may be
// read because a model says so. Backslashes and drive letters count wherever we run.
bool staysBeside(const std::string& uri) {
    std::string name = percentDecoded(uri);
    const bool hasScheme = uri.find(':') != std::string::npos || name.find("://") != std::string::npos;
    const bool hasDrive = name.size() > 1 && name[1] == ':';
    if (hasScheme || hasDrive || name.find('\0') != std::string::npos) return false;
    std::replace(name.begin(), name.end(), '\\', '/');
    const std::filesystem::path normal = pathOf(name).lexically_normal();
    return !normal.empty() && !normal.has_root_path() && *normal.begin() != "..";
}

// Before parsing, because parsers and everything after them recurse.
bool isNestedTooDeeply(std::span<const std::byte> text) {
    int depth = 0;
    bool quoted = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = static_cast<char>(text[i]);
        if (quoted) {
            i += c == '\\' ? 1 : 0;
            quoted = c != '"';
        } else if (c == '"') {
            quoted = true;
        } else if (c == '[' || c == '{') {
            if (++depth > kDeepestJson) return true;
        } else if (c == ']' || c == '}') {
            --depth;
        }
    }
    return false;
}

void eraseExtras(nlohmann::json& value) {
    if (value.is_object()) {
        value.erase("extras");
        value.erase("extensions");
    }
    if (!value.is_structured()) return;
    for (nlohmann::json& child : value) eraseExtras(child);
}

void eraseUnused(nlohmann::json& root) {
    for (const char* const key : {"images", "textures", "samplers", "cameras"}) root.erase(key);
    eraseExtras(root);
}

// Channels may lack a target (an extension then says what they move); tinygltf would refuse the file.
void dropChannelsWithoutNode(nlohmann::json& root) {
    if (!root.contains("animations") || !root["animations"].is_array()) return;
    for (nlohmann::json& animation : root["animations"]) {
        if (!animation.is_object() || !animation.contains("channels")) continue;
        nlohmann::json& channels = animation["channels"];
        if (!channels.is_array()) continue;
        nlohmann::json kept = nlohmann::json::array();
        for (nlohmann::json& channel : channels) {
            const bool hasNode = channel.is_object() && channel.contains("target") &&
                                 channel["target"].is_object() && channel["target"].contains("node");
            if (hasNode) kept.push_back(std::move(channel));
        }
        channels = std::move(kept);
    }
}

// Of materials only the names matter; everything else in them could only fail.
void keepMaterialNames(nlohmann::json& root) {
    if (!root.contains("materials") || !root["materials"].is_array()) return;
    for (nlohmann::json& material : root["materials"]) {
        nlohmann::json named = nlohmann::json::object();
        if (material.is_object() && material.contains("name")) named["name"] = std::move(material["name"]);
        material = std::move(named);
    }
}

}  // namespace

Chunks splitContainer(std::span<const std::byte> bytes) {
    if (bytes.size() < 4 || word(bytes, 0) != kMagic) return {bytes, {}, false};
    if (bytes.size() < 20) throw cutShort("the GLB header is incomplete");
    if (word(bytes, 4) != 2) {
        throw badInput("the GLB container has version " + std::to_string(word(bytes, 4)) + ", not 2",
                       "Convert it to glTF 2.0, for example by importing and exporting it with Blender.");
    }
    const std::size_t length = word(bytes, 8);
    if (length > bytes.size()) {
        throw cutShort("the GLB header declares " + std::to_string(length) + " bytes, but the file has " +
                       std::to_string(bytes.size()));
    }
    Chunks chunks;
    bool hasJson = false;
    for (std::size_t at = 12; at + 8 <= length;) {
        const std::size_t size = word(bytes, at);
        if (size > length - at - 8) throw cutShort("a GLB chunk is longer than the file");
        const std::uint32_t type = word(bytes, at + 4);
        const std::span<const std::byte> chunk = bytes.subspan(at + 8, size);
        if (type == kJsonChunk && !hasJson) {
            chunks.json = chunk;
            hasJson = true;
        } else if (type == kBinaryChunk && !chunks.hasBinary) {
            chunks.binary = chunk;
            chunks.hasBinary = true;
        }
        at += 8 + size + (4 - size % 4) % 4;
    }
    if (!hasJson) throw cutShort("the GLB file has no JSON chunk");
    return chunks;
}

nlohmann::json parseJson(std::span<const std::byte> text) {
    requireObject(text);
    if (isNestedTooDeeply(text))
        throw badInput("the JSON text is nested too deeply to be glTF",
                       "Export the character again as glTF 2.0.");
    const char* const begin = reinterpret_cast<const char*>(text.data());
    nlohmann::json root;
    try {
        // Without a callback to leave things out at once: with one, its time grows with the square of a list.
        root = nlohmann::json::parse(begin, begin + text.size());
    } catch (const nlohmann::json::parse_error& error) {
        const auto line = 1 + std::count(begin, begin + std::min(error.byte, text.size()), '\n');
        throw cutShort("the JSON text cannot be parsed at line " + std::to_string(line) + ", byte " +
                       std::to_string(error.byte));
    } catch (const nlohmann::json::exception&) {
        throw cutShort("the JSON text has a number that cannot be parsed");
    }
    if (!root.is_object())
        throw badInput("the JSON text is not an object, so the file is not glTF",
                       "Export the character again as glTF 2.0.");
    eraseUnused(root);
    keepMaterialNames(root);
    dropChannelsWithoutNode(root);
    return root;
}

std::vector<std::byte> readUri(const std::string& uri, const std::filesystem::path& folder,
                               const std::string& what) {
    if (uri.starts_with("data:")) {
        const std::size_t mark = uri.find(";base64,");
        if (mark == std::string::npos)
            throw badInput(what + " has inline data that is not base64",
                           "Export the character as one .glb file.");
        return decodeBase64(uri, mark + 8, what);
    }
    if (folder.empty() || !staysBeside(uri)) {
        throw badInput(what + " is stored outside the folder of the .gltf file (\"" + uri + "\")",
                       "Export one .glb file, or put the .bin file into the folder of the .gltf file.");
    }
    try {
        const std::string text = readFile(folder / pathOf(percentDecoded(uri)));
        const auto bytes = std::as_bytes(std::span(text));
        return {bytes.begin(), bytes.end()};
    } catch (const Error&) {
        throw Error(ErrorKind::Io, what + " refers to the file \"" + uri + "\", which cannot be read",
                    "Put that file into the folder of the .gltf file, or export one .glb file.");
    }
}

}  // namespace sinew::gltf
