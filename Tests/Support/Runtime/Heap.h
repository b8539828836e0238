// How much memory is taken, for tests of what takes none.
#pragma once

#include <malloc.h>

#include <cstddef>

namespace sinew::test {

inline std::size_t heapInUse() {
#if defined(_WIN32)
    std::size_t bytes = 0;
    for (_HEAPINFO entry{}; _heapwalk(&entry) == _HEAPOK;) {
        if (entry._useflag == _USEDENTRY) bytes += entry._size;
    }
    return bytes;
#else
    return mallinfo2().uordblks;
#endif
}

}  // namespace sinew::test
