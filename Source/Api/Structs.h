// Structs of other versions of the doors' headers.
#pragma once

#include <cstdint>
#include <cstring>

#include "Api/sinew.h"

namespace sinew {

// False where it is newer than this library.
template <class Struct>
bool isKnown(const Struct* given) {
    return given != nullptr && given->structSize >= sizeof(std::uint32_t) &&
           given->structSize <= sizeof(Struct);
}

// A struct as the caller's header had it, over the defaults of this one.
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

// As much of the defaults as the caller's header knows. A struct that is newer than this library gets its
// size alone, with which every call refuses it.
template <class Struct>
void writeDefaults(const Struct& defaults, Struct* to, std::uint32_t structSize) {
    if (to == nullptr || structSize < sizeof(std::uint32_t)) return;
    to->structSize = structSize;
    writeStruct(defaults, to);
}

}  // namespace sinew
