// What every command is given, and the options that several share.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>
#include <string>

#include "Console.h"
#include "Offline/Character/Character.h"
#include "Offline/Character/Import.h"

namespace sinew {

struct Session {
    Console console;
    unsigned threads = 0;  // 0: all
    // Set by the command that was asked for; run after parsing, its result is the exit code.
    std::function<int()> run;
};

// A character file and how to read it.
struct CharacterOptions {
    std::filesystem::path file;
    std::string unit = "auto", up = "auto";

    void addTo(CLI::App& command);
    Character import() const;
};

void addCheckCommand(CLI::App& app, Session& session);
void addInspectCommand(CLI::App& app, Session& session);
void addRenderCommand(CLI::App& app, Session& session);
void addSamplesCommand(CLI::App& app, Session& session);

}  // namespace sinew
