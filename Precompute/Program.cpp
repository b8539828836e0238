#include "Program.h"

#include <CLI/CLI.hpp>

namespace sinew {

int runProgram(int argc, const char* const* argv) {
    CLI::App app{"Physics-based soft tissue for game characters."};
    app.set_version_flag("--version", "sinew " SINEW_VERSION);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : 2;
    }
    return 0;
}

}  // namespace sinew
