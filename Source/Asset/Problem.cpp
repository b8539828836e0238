#include "Asset/Problem.h"

namespace sinew {

namespace {

constexpr const char* kTexts[] = {
    "nothing is wrong",
    "the buffer does not start at a multiple of 64 bytes",
    "it is too short to be a Sinew asset",
    "it is not a Sinew asset",
    "it was made by an older format: rebuild it with `sinew build`",
    "it was made by a newer format: use a newer sinew",
    "the header is damaged",
    "it is cut short",
    "it has bytes after its end",
    "its chunk table does not fit into it",
    "the chunk table is damaged",
    "it has a chunk that its format does not know",
    "it has a chunk twice",
    "a chunk is missing",
    "chunks are not in the format's order",
    "the elements of a chunk have another size than in its format",
    "the size of a chunk is not that of its elements",
    "a chunk is not where the one before it ends",
    "a chunk is damaged",
    "what should be zero between values is not",
    "counts that belong together differ",
    "an index is out of range",
    "elements are not in rising order",
    "a number is not finite",
    "a number is out of its range",
    "a text does not start or end where texts do",
    "the elimination pattern lacks a block",
};
constexpr auto kTextCount = static_cast<std::int32_t>(sizeof kTexts / sizeof kTexts[0]);
static_assert(kTextCount == static_cast<std::int32_t>(AssetFault::Pattern) + 1);

}  // namespace

const char* faultText(AssetFault fault) noexcept {
    const auto value = static_cast<std::int32_t>(fault);
    return value >= 0 && value < kTextCount ? kTexts[value] : "unknown fault";
}

Status statusOf(AssetFault fault) noexcept {
    switch (fault) {
        case AssetFault::None:
            return Status::Ok;
        case AssetFault::Misaligned:
            return Status::InvalidArgument;
        case AssetFault::OldFormat:
        case AssetFault::NewFormat:
            return Status::WrongVersion;
        default:
            return Status::BadAsset;
    }
}

}  // namespace sinew
