#include "Offline/Archive.h"

#include <cstdint>
#include <stdexcept>

#include "Base/Hash.h"

namespace sinew {

namespace {

struct ArrayHeader {
    std::uint64_t count, size;  // elements, bytes each
};

}  // namespace

ArchiveWriter::ArchiveWriter(std::string_view kind) {
    add(kind);
}

void ArchiveWriter::addBytes(const void* data, std::size_t count, std::size_t size) {
    const ArrayHeader header{count, size};
    bytes_.append(reinterpret_cast<const char*>(&header), sizeof header);
    bytes_.append(static_cast<const char*>(data), count * size);
}

std::string ArchiveWriter::finish() {
    const std::uint64_t hash = hashBytes(bytes_.data(), bytes_.size());
    bytes_.append(reinterpret_cast<const char*>(&hash), sizeof hash);
    return std::move(bytes_);
}

std::optional<ArchiveReader> ArchiveReader::open(std::string bytes, std::string_view kind) {
    std::uint64_t hash = 0;
    if (bytes.size() < sizeof hash + sizeof(ArrayHeader)) return std::nullopt;
    std::memcpy(&hash, bytes.data() + bytes.size() - sizeof hash, sizeof hash);
    ArchiveReader reader(std::move(bytes));
    reader.end_ = reader.bytes_.size() - sizeof hash;
    if (hashBytes(reader.bytes_.data(), reader.end_) != hash) return std::nullopt;
    if (reader.takeText() != kind) return std::nullopt;
    return reader;
}

std::size_t ArchiveReader::nextCount(std::size_t size) {
    ArrayHeader header{};
    if (end_ - at_ < sizeof header) throw std::out_of_range("archive has no more arrays");
    std::memcpy(&header, bytes_.data() + at_, sizeof header);
    at_ += sizeof header;
    if (header.size != size || (end_ - at_) / size < header.count) {
        throw std::out_of_range("archive has another array here");
    }
    return header.count;
}

std::string ArchiveReader::takeText() {
    const std::size_t count = nextCount(1);
    std::string text = bytes_.substr(at_, count);
    at_ += count;
    return text;
}

}  // namespace sinew
