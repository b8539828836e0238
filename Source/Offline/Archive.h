// Arrays in a file: what one stage leaves for the next. Made and read by one build of the program on one
// machine, so bytes are stored as they are; anything else is told by its hash and counts as absent.
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
    // `kind`: what it holds, refused when read as something else.
    explicit ArchiveWriter(std::string_view kind);

    template <class T>
    void add(const std::vector<T>& values) {
        static_assert(std::is_trivially_copyable_v<T>);
        addBytes(values.data(), values.size(), sizeof(T));
    }
    void add(std::string_view text) { addBytes(text.data(), text.size(), 1); }

    // With the hash of it all at the end.
    std::string finish();

  private:
    void addBytes(const void* data, std::size_t count, std::size_t size);

    std::string bytes_;
};

class ArchiveReader {
  public:
    // Nothing where the bytes are not a whole archive of this kind.
    static std::optional<ArchiveReader> open(std::string bytes, std::string_view kind);

    // The next array; must be of the type and in the order that it was written.
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
    // Throws std::out_of_range where there is no such array: a hash that fits but a reader that does not.
    std::size_t nextCount(std::size_t size);

    std::string bytes_;
    std::size_t at_ = 0, end_ = 0;
};

}  // namespace sinew
