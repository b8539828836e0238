#include "Program.h"

#include <new>

#include "Commands/Command.h"

namespace sinew {

namespace {

// Everything that can go wrong ends here, in words and with the exit code of its kind.
int runGuarded(const Session& session) {
    try {
        return session.run();
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
