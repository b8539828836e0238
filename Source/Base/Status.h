// The result of a call into the runtime. The values are part of the C interface, so new ones are only
// appended.
#pragma once

#include <cstdint>

namespace sinew {

enum class Status : std::int32_t {
    Ok = 0,
    InvalidArgument = 1,  // a null pointer, a wrong count, a struct size this build does not know
    BadAsset = 2,         // bytes that are not a well-formed asset
    WrongVersion = 3,     // a well-formed asset of another format version
    OutOfMemory = 4,      // the memory the host gave is smaller than what was asked for
    NotConverged = 5,     // the solve stopped early; the last good state is kept
    BadInput = 6,         // NaN or out-of-range input; the last good state is kept
};

// A sentence in English. Never null, also for unknown values.
const char* statusText(Status status) noexcept;

}  // namespace sinew
