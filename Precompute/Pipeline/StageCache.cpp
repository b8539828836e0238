#include "Pipeline/StageCache.h"

#include <fmt/format.h>

#include "Offline/Files.h"

namespace sinew {

std::string StageCache::kind(std::string_view stage, std::uint64_t key) {
    return fmt::format("sinew {} {:016x}", stage, key);
}

std::filesystem::path StageCache::fileOf(std::string_view stage, std::uint64_t key) const {
    return folder_ / fmt::format("{}-{:016x}.bin", stage, key);
}

std::optional<ArchiveReader> StageCache::find(std::string_view stage, std::uint64_t key) const {
    const std::filesystem::path file = fileOf(stage, key);
    std::error_code none;
    if (!std::filesystem::is_regular_file(file, none)) return std::nullopt;
    return ArchiveReader::open(readFile(file), kind(stage, key));
}

void StageCache::keep(std::string_view stage, std::uint64_t key, ArchiveWriter archive) const {
    writeFileAtomically(fileOf(stage, key), archive.finish());
}

}  // namespace sinew
