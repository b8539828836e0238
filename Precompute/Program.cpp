#include "Program.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <nlohmann/json.hpp>
#include <string_view>

#include "Commands/Command.h"
#include "Offline/Nearest.h"
#include "Signals.h"
#include "Terminal.h"

namespace sinew {

namespace {

// A full disk is reported only when the last output is flushed.
void flushOutput() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
        throw Error(ErrorKind::Io, "could not write to standard output", "Check that the disk is not full.");
    }
}

int fail(const Session& session, const Error& error) {
    session.console.error(error);
    const int code = static_cast<int>(error.kind());
    if (session.json) {
        session.console.print(
            dumped({{"error", {{"exitCode", code}, {"text", error.what()}, {"remedy", error.remedy()}}}}));
    }
    return code;
}

// Every failure ends here, with a message and the exit code of its kind.
int runGuarded(const Session& session) {
    try {
        const int code = session.run();
        flushOutput();
        return code;
    } catch (const Error& error) {
        return fail(session, error);
    } catch (const std::bad_alloc&) {
        return fail(
            session,
            {ErrorKind::Budget, "out of memory",
             "Use fewer --tets, fewer --frames, smaller pictures or a mesh with fewer vertices, or close "
             "other programs."});
    } catch (const std::exception& error) {
        return fail(session, {ErrorKind::Failed, error.what(), "This is a bug in sinew. Please report it."});
    }
}

std::vector<std::string> optionNames(const CLI::App& command) {
    std::vector<std::string> names;
    for (const CLI::Option* const option : command.get_options()) {
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    }
    return names;
}

std::vector<std::string> commandNames(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::App* const command : app.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

// CLI11's parse error, with this program's wording and remedy.
Error usageError(const CLI::App& app, const CLI::ParseError& error) {
    const std::vector<std::string> left = app.remaining(true);
    const std::vector<CLI::App*> parsed = app.get_subcommands();
    if (parsed.empty()) {
        const std::vector<std::string> known = commandNames(app);
        std::string names;
        for (const std::string& name : known) names += (names.empty() ? "" : ", ") + name;
        return {ErrorKind::Usage,
                left.empty() ? "a command is missing"
                             : "there is no command " + left[0] + didYouMean(left[0], known),
                "See sinew --help. The commands are: " + names + "."};
    }
    const CLI::App& command = *parsed[0];
    const std::string text =
        left.empty() ? error.what()
                     : left[0] + " is not a known argument" + didYouMean(left[0], optionNames(command));
    return {ErrorKind::Usage, text, "See sinew " + command.get_name() + " --help."};
}

// Parsing can fail before it reaches the flag.
bool asksForJson(int argc, const char* const* argv) {
    return std::find(argv, argv + argc, std::string_view("--json")) != argv + argc;
}

// Usage errors must go to stdout too, so this option is looked for before the others are parsed.
bool asksForMessagesOnStdout(int argc, const char* const* argv) {
    bool asked = false;
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        const bool next = word == "--messages" && i + 1 < argc && argv[i + 1] == std::string_view("stdout");
        asked = asked || next || word == "--messages=stdout";
    }
    return asked;
}

// No option accepts an empty value; an unset variable in a script produces one.
void refuseEmptyValues(const CLI::App& app) {
    for (const CLI::App* const command : app.get_subcommands()) {
        for (const CLI::Option* const option : command->get_options()) {
            for (const std::string& value : option->results()) {
                if (!value.empty()) continue;
                throw Error(ErrorKind::Usage, option->get_name() + " has an empty value",
                            "Give it a value or remove it. See sinew " + command->get_name() + " --help.");
            }
        }
    }
}

}  // namespace

int runProgram(int argc, const char* const* argv) {
    handleSignals();
    if (asksForMessagesOnStdout(argc, argv)) joinStreams();
    CLI::App app{"Physics-based soft tissue for game characters.", "sinew"};
    app.set_version_flag("--version", "sinew " SINEW_VERSION);
    app.require_subcommand(1);
    app.fallthrough();
    app.allow_windows_style_options(false);  // paths may begin with a slash on Windows too
    app.footer("sinew COMMAND --help shows the options of a command and an example.");
    Session session;
    bool quiet = false, verbose = false;
    std::string messages = "stderr";
    app.add_flag("-q,--quiet", quiet, "Show errors only");
    app.add_flag("-v,--verbose", verbose, "Show more detail");
    app.add_option("--messages", messages, "Stream for progress, warnings and errors")
        ->check(CLI::IsMember({"stderr", "stdout"}))
        ->type_name("STREAM")
        ->capture_default_str();
    app.add_option("--threads", session.threads,
                   "Number of worker threads; 0 uses all cores. Results do not depend on it")
        ->check(CLI::Range(0, 256))
        ->type_name("N")
        ->capture_default_str();
    addCheckCommand(app, session);
    addCompareCommand(app, session);
    addInspectCommand(app, session);
    addPlayCommand(app, session);
    addRecipeCommand(app, session);
    addRenderCommand(app, session);
    addSamplesCommand(app, session);
    addBuildCommand(app, session);
    addSolveCommand(app, session);
    addVolumeCommand(app, session);
    try {
        app.parse(argc, argv);
        refuseEmptyValues(app);
    } catch (const CLI::ParseError& error) {
        session.json = asksForJson(argc, argv);
        return error.get_exit_code() == 0 ? app.exit(error) : fail(session, usageError(app, error));
    } catch (const Error& error) {
        return fail(session, error);
    }
    session.verbose = verbose;
    session.console.setVerbosity(quiet, verbose);
    return runGuarded(session);
}

}  // namespace sinew
