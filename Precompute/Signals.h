// Ctrl-C and termination signals.
#pragma once

namespace sinew {

// Installs handlers: a signal ends the program at once with exit code 128 plus its number, one line on stderr
// and no partly written files, except while a command has a StopRequest.
void handleSignals();

// While it exists, the first signal only sets made(), so that a command can report its progress before it
// returns. The program is ended one second later, or by a second signal.
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
