// Ctrl-C and termination signals.
#pragma once

namespace sinew {

// From now on a signal ends the program at once with 128 plus its number, one line on stderr and nothing
// half-written, except while a command has a StopRequest.
void handleSignals();

// While it lives the first signal only asks, so that a command can say how far it came. One that has not
// ended the program a second later, or a second signal, does it at once.
class StopRequest {
  public:
    StopRequest();
    ~StopRequest();
    StopRequest(const StopRequest&) = delete;
    StopRequest& operator=(const StopRequest&) = delete;

    bool made() const noexcept;
    int exitCode() const noexcept;
};

}  // namespace sinew
