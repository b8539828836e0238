// The program's output: data on stdout, messages on stderr, colour on terminals only.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "Offline/Character/Finding.h"
#include "Offline/Error.h"

namespace sinew {

class Console {
  public:
    void setVerbosity(bool quiet, bool verbose);

    // Writes data to stdout.
    void print(std::string_view text) const;

    void detail(std::string_view text) const;  // shown with --verbose only
    void warn(std::string_view text, std::string_view remedy = {}) const;
    void error(const Error& error) const;

    // True if stdout is a terminal and NO_COLOR is not set.
    bool colourOut() const;

    enum class Paint { Plain, Dim, Bold, Red, Yellow, Green, Blue };
    std::string paint(std::string_view text, Paint paint) const;
    std::string paintSeverity(Severity severity) const;
};

// Lines of at most `kLineWidth` characters, broken at spaces; all but the first are indented.
constexpr std::size_t kLineWidth = 100;
std::string wrapped(std::string_view text, std::size_t indent);

// Writes a line from a signal handler: async-signal-safe.
void saySignalled(std::string_view line) noexcept;

std::string_view severityName(Severity severity);

// A progress bar on a terminal, erased when the work is done; elsewhere JSON lines, about one per second.
// Shows nothing with --quiet.
class Progress {
  public:
    Progress(std::string stage, std::uint64_t total);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // `share`: the fraction of the next item that is done, from 0 to 1.
    void advance(std::uint64_t done, double share = 0);

  private:
    void show();

    using Clock = std::chrono::steady_clock;
    std::string stage_;
    std::uint64_t total_, done_ = 0;
    double share_ = 0, lastShown_ = 0;
    Clock::time_point start_, shown_;
    bool terminal_, drawn_ = false;
};

}  // namespace sinew
