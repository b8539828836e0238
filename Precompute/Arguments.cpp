#include "Arguments.h"

#if defined(_WIN32)
#include <windows.h>
// After windows.h, which declares LPWSTR.
#include <shellapi.h>
#endif

namespace sinew {

#if defined(_WIN32)

namespace {

std::string utf8(const wchar_t* text) {
    const int size = WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
    std::string made(static_cast<std::size_t>(size), '\0');
    WideCharToMultiByte(CP_UTF8, 0, text, -1, made.data(), size, nullptr, nullptr);
    made.pop_back();  // the terminating zero
    return made;
}

}  // namespace

// The arguments of main() were converted to the system's code page, which cannot represent most letters.
std::vector<std::string> programArguments(int argc, const char* const* argv) {
    int count = 0;
    wchar_t** const wide = CommandLineToArgvW(GetCommandLineW(), &count);
    if (wide == nullptr) return {argv, argv + argc};
    std::vector<std::string> made;
    made.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) made.push_back(utf8(wide[i]));
    LocalFree(wide);
    return made;
}

#else

std::vector<std::string> programArguments(int argc, const char* const* argv) {
    return {argv, argv + argc};
}

#endif

}  // namespace sinew
