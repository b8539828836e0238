#include "Offline/Files.h"

#include <cerrno>
#include <cstring>
#include <fstream>
#include <random>
#include <system_error>

#include "Offline/Error.h"

namespace sinew {

namespace {

// A name of its own, so that two writers of one target never share a temporary file.
std::filesystem::path temporaryBeside(const std::filesystem::path& path) {
    std::filesystem::path temporary = path;
    temporary += "." + std::to_string(std::random_device{}()) + ".part";
    return temporary;
}

std::string reason() {
    return errno != 0 ? std::string(": ") + std::strerror(errno) : std::string();
}

}  // namespace

void writeFileAtomically(const std::filesystem::path& path, std::string_view bytes) {
    std::error_code code;
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), code);
    const std::filesystem::path temporary = temporaryBeside(path);
    errno = 0;
    {
        std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
        file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        file.flush();
        if (!file) {
            const std::string why = reason();
            std::filesystem::remove(temporary, code);
            throw Error(ErrorKind::Io, "could not write " + path.string() + why,
                        "Check that the folder exists, may be written to, and that the disk is not full.");
        }
    }
    std::filesystem::rename(temporary, path, code);
    if (code) {
        const std::string why = code.message();
        std::filesystem::remove(temporary, code);
        throw Error(ErrorKind::Io, "could not write " + path.string() + ": " + why,
                    "Check that nothing else holds the file and that it is not a folder.");
    }
}

std::string readFile(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        throw Error(ErrorKind::Io, path.string() + ": there is no such file", "Check the path.");
    }
    if (std::filesystem::is_directory(path, ignored)) {
        throw Error(ErrorKind::Io, path.string() + " is a folder", "Name a file in it.");
    }
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file.is_open() || file.bad()) {
        throw Error(ErrorKind::Io, "could not read " + path.string() + reason(),
                    "Check that you may read it.");
    }
    return bytes;
}

}  // namespace sinew
