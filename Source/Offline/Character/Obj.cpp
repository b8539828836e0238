#include "Offline/Character/Obj.h"

#include <charconv>
#include <cmath>
#include <map>
#include <string_view>

#include "Offline/Character/FileMesh.h"
#include "Offline/Error.h"

namespace sinew {

namespace {

bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

// Words of one line, in turn; empty at its end.
std::string_view nextWord(std::string_view& line) {
    std::size_t begin = 0;
    while (begin < line.size() && isSpace(line[begin])) ++begin;
    std::size_t end = begin;
    while (end < line.size() && !isSpace(line[end])) ++end;
    const std::string_view word = line.substr(begin, end - begin);
    line.remove_prefix(end);
    return word;
}

class ObjReader {
  public:
    FileMesh read(std::string_view text) {
        while (!text.empty()) {
            ++line_;
            const std::size_t end = std::min(text.find('\n'), text.size());
            std::string_view line = text.substr(0, end);
            text.remove_prefix(std::min(end + 1, text.size()));
            readLine(line.substr(0, line.find('#')));
        }
        if (!hasUvs_) mesh_.uvs.clear();
        return std::move(mesh_);
    }

  private:
    struct Corner {
        std::int64_t position, uv;  // uv -1: none
        friend bool operator<(const Corner& a, const Corner& b) {
            return a.position != b.position ? a.position < b.position : a.uv < b.uv;
        }
    };

    Error wrong(const std::string& what) const {
        return badInput("line " + std::to_string(line_) + ": " + what,
                        "Repair the OBJ file, or export it again.");
    }

    double number(std::string_view word) const {
        if (word.starts_with('+')) word.remove_prefix(1);
        double value = 0;
        const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), value);
        if (failed != std::errc{} || end != word.data() + word.size() || !(std::abs(value) < 1e30)) {
            throw wrong("\"" + std::string(word.substr(0, 40)) + "\" is not a usable number");
        }
        return value;
    }

    // OBJ counts from one, or backwards from the last.
    std::int64_t index(std::string_view word, std::size_t count, const char* what) const {
        std::int64_t value = 0;
        const auto [end, failed] = std::from_chars(word.data(), word.data() + word.size(), value);
        const auto size = static_cast<std::int64_t>(count);
        if (failed != std::errc{} || end != word.data() + word.size() || value == 0 || value > size ||
            value < -size) {
            throw wrong(std::string(what) + " \"" + std::string(word.substr(0, 40)) +
                        "\" does not exist; the file has " + std::to_string(count) + " before this line");
        }
        return value > 0 ? value - 1 : size + value;
    }

    Corner corner(std::string_view word) const {
        const std::size_t slash = word.find('/');
        Corner result{index(word.substr(0, slash), positions_.size(), "vertex"), -1};
        if (slash == std::string_view::npos) return result;
        const std::string_view rest = word.substr(slash + 1);
        const std::string_view uv = rest.substr(0, rest.find('/'));
        if (!uv.empty()) result.uv = index(uv, uvs_.size(), "texture coordinate");
        return result;
    }

    // A file vertex is a position with its texture coordinate, numbered at first use.
    std::uint32_t vertex(Corner c) {
        const auto [found, isNew] =
            vertices_.try_emplace(c, static_cast<std::uint32_t>(mesh_.positions.size()));
        if (!isNew) return found->second;
        mesh_.positions.push_back(positions_[static_cast<std::size_t>(c.position)]);
        mesh_.uvs.push_back(c.uv < 0 ? Uv{} : uvs_[static_cast<std::size_t>(c.uv)]);
        hasUvs_ = hasUvs_ || c.uv >= 0;
        return found->second;
    }

    void readFace(std::string_view line) {
        std::vector<std::uint32_t> corners;
        for (std::string_view word = nextWord(line); !word.empty(); word = nextWord(line)) {
            corners.push_back(vertex(corner(word)));
        }
        if (corners.size() < 3) throw wrong("a face has fewer than three corners");
        if (mesh_.materials.empty()) useMaterial("default");
        for (std::size_t i = 2; i < corners.size(); ++i) {
            mesh_.triangles.push_back({corners[0], corners[i - 1], corners[i]});
            mesh_.materialOf.push_back(material_);
        }
    }

    void useMaterial(std::string name) {
        const auto next = static_cast<std::uint32_t>(mesh_.materials.size());
        const auto [found, isNew] = materials_.try_emplace(name, next);
        if (isNew) mesh_.materials.push_back(std::move(name));
        material_ = found->second;
    }

    void readLine(std::string_view line) {
        const std::string_view key = nextWord(line);
        if (key == "v") {
            Vec3d p;
            for (int i = 0; i < 3; ++i) p[i] = number(nextWord(line));
            positions_.push_back(p);
        } else if (key == "vt") {
            const double u = number(nextWord(line));
            const std::string_view v = nextWord(line);
            uvs_.push_back({static_cast<float>(u), v.empty() ? 0.0f : static_cast<float>(number(v))});
        } else if (key == "f") {
            readFace(line);
        } else if (key == "usemtl") {
            useMaterial(std::string(nextWord(line)));
        }
    }

    std::size_t line_ = 0;
    std::vector<Vec3d> positions_;
    std::vector<Uv> uvs_;
    std::map<Corner, std::uint32_t> vertices_;
    std::map<std::string, std::uint32_t> materials_;
    std::uint32_t material_ = 0;
    bool hasUvs_ = false;
    FileMesh mesh_;
};

}  // namespace

Character readObj(std::span<const std::byte> bytes) {
    FileMesh mesh = ObjReader().read({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    if (mesh.triangles.empty()) throw badInput("the file has no faces", "Export the mesh with its faces.");
    Character character;
    character.surface = weldMesh(std::move(mesh), "the mesh", character.findings).surface;
    return character;
}

}  // namespace sinew
