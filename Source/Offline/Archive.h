// Arrays in a file, which one stage writes for the next. It is written and read by the same build on the same
// machine, so bytes are stored unchanged. Any other file is recognised by its hash and treated as absent.
#pragma once

#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace sinew {

class ArchiveWriter {
  public:
    // `kind` names the content. A reader of another kind rejects it.
    explicit ArchiveWriter(std::string_view kind);

    template <class T>
    void add(const std::vector<T>& values) {
        static_assert(std::is_trivially_copyable_v<T>);
        addBytes(values.data(), values.size(), sizeof(T));
    }
    void add(std::string_view text) { addBytes(text.data(), text.size(), 1); }

    // Returns the bytes with a hash at the end.
    std::string finish();

  private:
    void addBytes(const void* data, std::size_t count, std::size_t size);

    std::string bytes_;
};

class ArchiveReader {
  public:
    // Returns nothing if the bytes are not a complete archive of this kind.
    static std::optional<ArchiveReader> open(std::string bytes, std::string_view kind);

    // The next array. Type and order must be those of writing.
    template <class T>
    std::vector<T> take() {
        static_assert(std::is_trivially_copyable_v<T>);
        const std::size_t count = nextCount(sizeof(T));
        std::vector<T> values(count);
        if (count > 0) std::memcpy(values.data(), bytes_.data() + at_, count * sizeof(T));
        at_ += count * sizeof(T);
        return values;
    }
    std::string takeText();

  private:
    explicit ArchiveReader(std::string bytes) : bytes_(std::move(bytes)) {}
    // Throws std::out_of_range if there is no such array: the hash is correct, but the reader does not match
    // the writer.
    std::size_t nextCount(std::size_t size);

    std::string bytes_;
    std::size_t at_ = 0, end_ = 0;
};

}  // namespace sinew
