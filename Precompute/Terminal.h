// What systems have different about the streams that a person or a script looks at.
#pragma once

#include <string_view>

namespace sinew {

enum class Stream { Out = 1, Err = 2 };

// Calls nothing that a signal handler may not call, as does writeNow.
bool isTerminal(Stream stream) noexcept;

// Past all buffers.
void writeNow(Stream stream, std::string_view text) noexcept;

// Whatever goes to stderr comes out of stdout from now on, whole lines of both in the order in which they are
// written. For whoever can read but one of them.
void joinStreams();

// From now on the same bytes come out on all systems, and terminals understand UTF-8 and colours.
void prepareStreams();

}  // namespace sinew
