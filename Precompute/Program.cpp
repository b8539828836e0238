#include "Program.h"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <new>

#include "Commands/Command.h"
#include "Offline/Files.h"

namespace sinew {

namespace {

// Nothing half-written stays behind; what was there before is still there.
extern "C" void stopOnSignal(int signal) {
    removeUnfinishedFile();
    std::_Exit(128 + signal);
}

// A full disk shows itself only when the last of the output is pushed out.
void flushOutput() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        throw Error(ErrorKind::Io, "could not write to standard output", "Check that the disk is not full.");
    }
}

// Everything that can go wrong ends here, in words and with the exit code of its kind.
int runGuarded(const Session& session) {
    try {
        const int code = session.run();
        flushOutput();
        return code;
    } catch (const Error& error) {
        session.console.error(error);
        return static_cast<int>(error.kind());
    } catch (const std::bad_alloc&) {
        session.console.error({ErrorKind::Budget, "out of memory"});
        return static_cast<int>(ErrorKind::Budget);
    } catch (const std::exception& error) {
        session.console.error(
            {ErrorKind::Failed, error.what(), "This is a fault in sinew: please report it."});
        return static_cast<int>(ErrorKind::Failed);
    }
}

}  // namespace

int runProgram(int argc, const char* const* argv) {
    std::signal(SIGINT, &stopOnSignal);
    std::signal(SIGTERM, &stopOnSignal);
    CLI::App app{"Physics-based soft tissue for game characters."};
    app.set_version_flag("--version", "sinew " SINEW_VERSION);
    app.require_subcommand(1);
    app.fallthrough();
    Session session;
    bool quiet = false, verbose = false;
    app.add_flag("-q,--quiet", quiet, "Only errors on stderr");
    app.add_flag("-v,--verbose", verbose, "More on stderr");
    app.add_option("--threads", session.threads, "Worker threads; 0: all cores. Results do not depend on it")
        ->check(CLI::Range(0, 256))
        ->type_name("N");
    addCheckCommand(app, session);
    addInspectCommand(app, session);
    addRenderCommand(app, session);
    addSamplesCommand(app, session);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : static_cast<int>(ErrorKind::Usage);
    }
    session.console.setVerbosity(quiet, verbose);
    return runGuarded(session);
}

}  // namespace sinew
