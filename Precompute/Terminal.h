// Platform differences of the standard streams.
#pragma once

#include <string_view>

namespace sinew {

enum class Stream { Out = 1, Err = 2 };

// Async-signal-safe, as is writeNow().
bool isTerminal(Stream stream) noexcept;

// Writes without buffering.
void writeNow(Stream stream, std::string_view text) noexcept;

// Redirects stderr to stdout, in whole lines and in the order of writing, for hosts that read one stream
// only.
void joinStreams();

// Makes the streams write the same bytes on all systems, and enables UTF-8 and colours on terminals.
void prepareStreams();

}  // namespace sinew
