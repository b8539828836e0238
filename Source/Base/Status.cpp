#include "Base/Status.h"

namespace sinew {

const char* statusText(Status status) noexcept {
    switch (status) {
        case Status::Ok:
            return "ok";
        case Status::InvalidArgument:
            return "an argument is null or out of range";
        case Status::BadAsset:
            return "the bytes are not a well-formed Sinew asset";
        case Status::WrongVersion:
            return "the asset has another format version: rebuild it with this version of sinew";
        case Status::OutOfMemory:
            return "the memory is null, not aligned to 64 bytes, or smaller than the measured size";
        case Status::NotConverged:
            return "the solve did not converge: the last good state is shown";
        case Status::BadInput:
            return "the input is not finite or out of range: the last good state is shown";
    }
    return "unknown status";
}

}  // namespace sinew
