#include "Asset/Problem.h"

namespace sinew {

namespace {

// What is wrong, as the end of a sentence.
constexpr const char* kTexts[] = {
    "nothing is wrong",
    "the memory does not start at a multiple of 64 bytes",
    "the file is too short to be a Sinew asset",
    "the file is not a Sinew asset",
    "the file has an older format",
    "the file has a newer format",
    "the header is damaged",
    "the file is cut short",
    "the file has bytes after its end",
    "the chunk table does not fit into the file",
    "the chunk table is damaged",
    "this version of Sinew does not know the chunk",
    "the file has the chunk twice",
    "the file does not have the chunk",
    "the chunks are in the wrong order",
    "the elements of the chunk have the wrong size",
    "the size of the chunk is not the size of its elements, or the chunk does not fit into the file",
    "the chunk does not start where the one before it ends",
    "the chunk is damaged",
    "the padding is wrong",
    "the count does not agree with the rest of the file",
    "the index is out of range or points at the wrong element",
    "the elements are not in ascending order",
    "the number is infinite or not a number",
    "the value is out of its allowed range",
    "the offset is not the start of a name, or the text has no end",
    "the elimination pattern lacks a block that elimination fills",
};
static_assert(sizeof kTexts / sizeof kTexts[0] == kFaultCount);

const char* faultText(AssetFault fault) {
    const auto value = static_cast<std::int32_t>(fault);
    return value >= 0 && value < kFaultCount ? kTexts[value] : "the fault is unknown";
}

// Text and numbers one after the other, into memory that the caller gave; printf's family is not available
// to the runtime.
class Sentence {
  public:
    explicit Sentence(std::span<char> text) : text_(text) {}

    Sentence& operator<<(const char* words) {
        for (; *words != '\0'; ++words) put(*words);
        return *this;
    }
    Sentence& operator<<(std::uint64_t number) {
        char digits[20];
        int count = 0;
        do {
            digits[count++] = static_cast<char>('0' + number % 10);
            number /= 10;
        } while (number != 0);
        while (count > 0) put(digits[--count]);
        return *this;
    }
    std::size_t end() {
        if (!text_.empty()) text_[length_] = '\0';
        return length_;
    }

  private:
    void put(char c) {
        if (length_ + 1 < text_.size()) text_[length_++] = c;
    }

    std::span<char> text_;
    std::size_t length_ = 0;
};

bool isOtherFormat(AssetFault fault) {
    return fault == AssetFault::OldFormat || fault == AssetFault::NewFormat;
}

}  // namespace

std::size_t describeProblem(const AssetProblem& problem, std::span<char> text) noexcept {
    Sentence out(text);
    if (problem.ok()) return (out << "The asset has no problem.").end();
    if (isOtherFormat(problem.fault)) {
        out << "The file has format " << problem.found << ", but this version of Sinew reads format "
            << problem.expected << ".";
        return out.end();
    }
    if (problem.chunk == ChunkId::None) {
        out << "Header";
    } else {
        out << "Chunk " << chunkName(problem.chunk).text;
    }
    out << ", field \"" << problem.field << "\"";
    if (problem.index != kNoIndex) out << ", index " << problem.index;
    out << ": " << faultText(problem.fault);
    if (problem.found != problem.expected)
        out << " (found " << problem.found << ", expected " << problem.expected << ")";
    return (out << ".").end();
}

const char* remedyText(AssetFault fault) noexcept {
    switch (fault) {
        case AssetFault::None:
            return "";
        case AssetFault::Misaligned:
            return "Copy the bytes to memory that starts at a multiple of 64 bytes.";
        case AssetFault::NoMagic:
            return "Choose a .sinew file, as `sinew build` writes it.";
        case AssetFault::OldFormat:
            return "Rebuild the asset with `sinew build`.";
        case AssetFault::NewFormat:
        case AssetFault::UnknownChunk:
            return "Use a newer version of Sinew, or rebuild the asset with `sinew build`.";
        default:
            return "Copy the file again from where it came, or rebuild it with `sinew build`.";
    }
}

ChunkName chunkName(ChunkId id) noexcept {
    ChunkName name{};
    const auto value = static_cast<std::uint32_t>(id);
    for (int i = 0; i < 4 && id != ChunkId::None; ++i) {
        const char c = static_cast<char>(value >> 8 * i & 0xff);
        name.text[i] = c >= ' ' && c <= '~' ? c : '?';
    }
    return name;
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
