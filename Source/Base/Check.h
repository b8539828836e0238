// Assertions for programming errors: checked in debug builds, removed in release builds.
#pragma once

namespace sinew {

// Prints the failed condition and stops the process. Never called in release builds.
[[noreturn]] void checkFailed(const char* condition, const char* file, int line) noexcept;

}  // namespace sinew

#ifdef NDEBUG
#define SINEW_CHECK(condition) static_cast<void>(0)
#else
#define SINEW_CHECK(condition)                           \
    (static_cast<bool>(condition) ? static_cast<void>(0) \
                                  : ::sinew::checkFailed(#condition, __FILE__, __LINE__))
#endif
