// The results of stages, in files named by the key of their inputs.
#pragma once

#include <filesystem>
#include <optional>

#include "Offline/Archive.h"

namespace sinew {

class StageCache {
  public:
    // The folder is created when the first result is stored.
    explicit StageCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // Returns nothing if the file is missing or damaged.
    std::optional<ArchiveReader> find(std::string_view stage, std::uint64_t key) const;
    // Writes atomically. `archive` must have been started with kind(stage, key).
    void keep(std::string_view stage, std::uint64_t key, ArchiveWriter archive) const;

    static std::string kind(std::string_view stage, std::uint64_t key);
    std::filesystem::path fileOf(std::string_view stage, std::uint64_t key) const;
    const std::filesystem::path& folder() const { return folder_; }

  private:
    std::filesystem::path folder_;
};

}  // namespace sinew
