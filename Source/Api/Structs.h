// Reads and writes structs of hosts that were compiled with an older version of the headers.
#pragma once

#include <cstdint>
#include <cstring>

#include "Api/sinew.h"

namespace sinew {

// Returns false for null and for a struct that is newer than this library.
template <class Struct>
bool isKnown(const Struct* given) {
    return given != nullptr && given->structSize >= sizeof(std::uint32_t) &&
           given->structSize <= sizeof(Struct);
}

// Copies the caller's fields over the defaults in `to`. Fields that the caller does not know keep them.
template <class Struct>
bool readStruct(const Struct* from, Struct& to) {
    if (!isKnown(from)) return false;
    std::memcpy(&to, from, from->structSize);
    return true;
}

template <class Struct>
bool writeStruct(const Struct& from, Struct* to) {
    if (!isKnown(to)) return false;
    const std::uint32_t size = to->structSize;
    std::memcpy(to, &from, size);
    to->structSize = size;
    return true;
}

// Writes the defaults of all fields that the caller's header has. A struct that is newer than this library
// only gets its size, so that every call refuses it.
template <class Struct>
void writeDefaults(const Struct& defaults, Struct* to, std::uint32_t structSize) {
    if (to == nullptr || structSize < sizeof(std::uint32_t)) return;
    to->structSize = structSize;
    writeStruct(defaults, to);
}

}  // namespace sinew
