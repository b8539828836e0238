// What stages have made, in files named after what it was made from.
#pragma once

#include <filesystem>
#include <optional>

#include "Offline/Archive.h"

namespace sinew {

class StageCache {
  public:
    // The folder is made when something is kept.
    explicit StageCache(std::filesystem::path folder) : folder_(std::move(folder)) {}

    // Nothing where there is none, or what is there is damaged.
    std::optional<ArchiveReader> find(std::string_view stage, std::uint64_t key) const;
    // Whole or not at all. `archive` must have been begun with kind(stage, key).
    void keep(std::string_view stage, std::uint64_t key, ArchiveWriter archive) const;

    static std::string kind(std::string_view stage, std::uint64_t key);
    std::filesystem::path fileOf(std::string_view stage, std::uint64_t key) const;
    const std::filesystem::path& folder() const { return folder_; }

  private:
    std::filesystem::path folder_;
};

}  // namespace sinew
