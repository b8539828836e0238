#include "Terminal.h"

#include <cstdio>

#if defined(_WIN32)
#include <fcntl.h>
#include <io.h>
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace sinew {

#if defined(_WIN32)

namespace {

HANDLE handleOf(Stream stream) noexcept {
    return reinterpret_cast<HANDLE>(_get_osfhandle(static_cast<int>(stream)));
}

}  // namespace

// A console without colours counts as none.
bool isTerminal(Stream stream) noexcept {
    DWORD mode = 0;
    return GetConsoleMode(handleOf(stream), &mode) != 0 && (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
}

void writeNow(Stream stream, std::string_view text) noexcept {
    _write(static_cast<int>(stream), text.data(), static_cast<unsigned>(text.size()));
}

void joinStreams() {
    std::fflush(stdout);
    std::setvbuf(stdout, nullptr, _IONBF, 0);  // Windows has no line buffering
    _dup2(static_cast<int>(Stream::Out), static_cast<int>(Stream::Err));
    SetStdHandle(STD_ERROR_HANDLE,
                 handleOf(Stream::Err));  // for code that asks the system instead of the C library
}

void prepareStreams() {
    for (const Stream stream : {Stream::Out, Stream::Err}) {
        _setmode(static_cast<int>(stream), _O_BINARY);
        DWORD mode = 0;
        if (GetConsoleMode(handleOf(stream), &mode) == 0) continue;
        SetConsoleMode(handleOf(stream), mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
        SetConsoleOutputCP(CP_UTF8);
    }
}

#else

bool isTerminal(Stream stream) noexcept {
    return isatty(static_cast<int>(stream)) != 0;
}

void writeNow(Stream stream, std::string_view text) noexcept {
    [[maybe_unused]] const ssize_t written = write(static_cast<int>(stream), text.data(), text.size());
}

void joinStreams() {
    std::fflush(stdout);
    std::setvbuf(stdout, nullptr, _IOLBF, BUFSIZ);
    dup2(static_cast<int>(Stream::Out), static_cast<int>(Stream::Err));
}

void prepareStreams() {}

#endif

}  // namespace sinew
