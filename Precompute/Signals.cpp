#include "Signals.h"

#include <atomic>
#include <csignal>
#include <cstdlib>

#include "Console.h"
#include "Offline/Files.h"

#if defined(_WIN32)
#include <windows.h>
#else
#include <unistd.h>
#endif

namespace sinew {

namespace {

std::atomic<int> listening = 0, requested = 0;
static_assert(std::atomic<int>::is_always_lock_free, "a signal handler must not wait");

[[noreturn]] void stopNow(int signal) {
    removeUnfinishedFile();
    saySignalled("sinew: stopped; no partly written files are left\n");
    std::_Exit(128 + signal);
}

#if defined(_WIN32)

// Ctrl-C is SIGINT; a closed window, the end of a session and Ctrl-Break are SIGTERM. The system calls this
// on a thread of its own, which may wait for a StopRequest, and ends the program when it returns.
BOOL WINAPI stopOnEvent(DWORD event) {
    const int signal = event == CTRL_C_EVENT ? SIGINT : SIGTERM;
    if (listening == 0 || requested.exchange(signal) != 0) stopNow(signal);
    Sleep(1000);
    stopNow(signal);
}

#else

// The alarm's signal: the command has not returned in time.
extern "C" void stopLate(int) {
    stopNow(requested);
}

extern "C" void stopOnSignal(int signal) {
    if (listening == 0 || requested != 0) stopNow(signal);
    requested = signal;
    alarm(1);
}

#endif

}  // namespace

void handleSignals() {
#if defined(_WIN32)
    SetConsoleCtrlHandler(&stopOnEvent, TRUE);
#else
    std::signal(SIGINT, &stopOnSignal);
    std::signal(SIGTERM, &stopOnSignal);
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
