#include "Signals.h"

#include <csignal>
#include <cstdlib>

#include "Console.h"
#include "Offline/Files.h"

#if !defined(_WIN32)
#include <unistd.h>
#endif

namespace sinew {

namespace {

volatile std::sig_atomic_t listening = 0, requested = 0;

[[noreturn]] void stopNow(int signal) {
    removeUnfinishedFile();
    saySignalled("sinew: stopped; nothing half-written is left\n");
    std::_Exit(128 + signal);
}

// The clock's signal: whoever listened did not come to an end.
extern "C" void stopLate(int) {
    stopNow(requested);
}

extern "C" void stopOnSignal(int signal) {
    if (listening == 0 || requested != 0) stopNow(signal);
    requested = signal;
#if defined(_WIN32)
    std::signal(signal, &stopOnSignal);  // Windows forgets it
#else
    alarm(1);
#endif
}

}  // namespace

void handleSignals() {
    std::signal(SIGINT, &stopOnSignal);
    std::signal(SIGTERM, &stopOnSignal);
#if !defined(_WIN32)
    std::signal(SIGALRM, &stopLate);
#endif
}

StopRequest::StopRequest() {
    listening = 1;
}

StopRequest::~StopRequest() {
    listening = 0;
}

bool StopRequest::made() const noexcept {
    return requested != 0;
}

int StopRequest::exitCode() const noexcept {
    return 128 + requested;
}

}  // namespace sinew
