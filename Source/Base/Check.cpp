#include "Base/Check.h"

#include <cstdio>
#include <cstdlib>

namespace sinew {

void checkFailed(const char* condition, const char* file, int line) noexcept {
    std::fprintf(stderr, "%s:%d: check failed: %s\n", file, line, condition);
    std::abort();
}

}  // namespace sinew
