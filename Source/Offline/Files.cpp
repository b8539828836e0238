#include "Offline/Files.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <mutex>
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

// The name of the file being written, where a signal handler can reach it. One write at a time.
constexpr std::size_t kLongestName = 4096;
std::timed_mutex writing;
char unfinished[kLongestName];
volatile std::sig_atomic_t hasUnfinished = 0;

class UnfinishedFile {
  public:
    explicit UnfinishedFile(const std::filesystem::path& path) : lock_(writing) {
        const std::string name = path.string();
        if (name.size() >= kLongestName) return;
        std::copy(name.begin(), name.end(), unfinished);
        unfinished[name.size()] = '\0';
        hasUnfinished = 1;
    }
    ~UnfinishedFile() { hasUnfinished = 0; }
    UnfinishedFile(const UnfinishedFile&) = delete;
    UnfinishedFile& operator=(const UnfinishedFile&) = delete;

  private:
    std::scoped_lock<std::timed_mutex> lock_;
};

// Whoever names a link or a device means what is behind it, so that is not replaced by a file.
std::filesystem::path realTarget(const std::filesystem::path& path) {
    std::error_code ignored;
    std::filesystem::path target =
        std::filesystem::is_symlink(path, ignored) ? std::filesystem::weakly_canonical(path, ignored) : path;
    if (std::filesystem::exists(target, ignored) && !std::filesystem::is_regular_file(target, ignored)) {
        throw Error(ErrorKind::Io, "could not write " + path.string() + ": it is not an ordinary file",
                    "Choose a file that may be replaced.");
    }
    return target;
}

constexpr const char* kWriteRemedy = "Check that you may write to the folder and that the disk is not full.";

std::string reason() {
    return errno != 0 ? std::string(": ") + std::strerror(errno) : std::string();
}

}  // namespace

void writeFileAtomically(const std::filesystem::path& given, std::string_view bytes) {
    const std::filesystem::path path = realTarget(given);
    std::error_code code;
    if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), code);
    const std::filesystem::path temporary = temporaryBeside(path);
    const UnfinishedFile guard(temporary);
    errno = 0;
    {
        std::ofstream file(temporary, std::ios::binary | std::ios::trunc);
        file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        file.flush();
        if (!file) {
            const std::string why = reason();
            std::filesystem::remove(temporary, code);
            throw Error(ErrorKind::Io, "could not write " + path.string() + why, kWriteRemedy);
        }
    }
    std::filesystem::rename(temporary, path, code);
    if (code) {
        const std::string why = code.message();
        std::filesystem::remove(temporary, code);
        throw Error(ErrorKind::Io, "could not write " + path.string() + ": " + why,
                    "Check that no other program uses the file, and that it is not a folder.");
    }
}

// Missing folders will be made, so the nearest one that exists must take a file.
void requireWritable(const std::filesystem::path& given) {
    const std::filesystem::path path = realTarget(given);
    std::error_code ignored;
    std::filesystem::path folder = std::filesystem::absolute(path, ignored).parent_path();
    while (folder.has_relative_path() && !std::filesystem::exists(folder, ignored))
        folder = folder.parent_path();
    const std::filesystem::path probe = temporaryBeside(folder / "sinew");
    const UnfinishedFile guard(probe);
    errno = 0;
    const bool written = std::ofstream(probe, std::ios::binary).is_open();
    const std::string why = reason();
    std::filesystem::remove(probe, ignored);
    if (!written) throw Error(ErrorKind::Io, "could not write " + path.string() + why, kWriteRemedy);
}

#if defined(_WIN32)
// What is open cannot be removed here, but handlers have a thread of their own, which may wait for the write
// to end. The lock is kept: no other write begins.
void removeUnfinishedFile() noexcept {
    [[maybe_unused]] const bool ended = writing.try_lock_for(std::chrono::seconds(2));
}
#else
void removeUnfinishedFile() noexcept {
    if (hasUnfinished != 0) std::remove(unfinished);
}
#endif

std::string readFile(const std::filesystem::path& path) {
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored)) {
        throw Error(ErrorKind::Io, path.string() + ": the file does not exist", "Check the path.");
    }
    if (!std::filesystem::is_regular_file(path, ignored)) {
        throw Error(ErrorKind::Io, path.string() + " is not a file",
                    "Choose a file, not a folder or a device.");
    }
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    std::string bytes(std::filesystem::file_size(path, ignored), '\0');
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file) {
        throw Error(ErrorKind::Io, "could not read " + path.string() + reason(),
                    "Check that you may read the file.");
    }
    return bytes;
}

std::filesystem::path pathOf(std::string_view utf8) {
    return std::u8string(utf8.begin(), utf8.end());
}

std::string lowerExtension(const std::filesystem::path& path) {
    std::string extension = path.extension().string();
    std::transform(extension.begin(), extension.end(), extension.begin(),
                   [](char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); });
    return extension;
}

}  // namespace sinew
