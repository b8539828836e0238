// What every command is given, and the options that several share.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>
#include "Commands/CommandLine.h"

#include "Console.h"
#include "Offline/Character/Character.h"
#include "Offline/Character/Import.h"
#include "Recipe.h"

namespace sinew {

struct Session {
    Console console;
    unsigned threads = 0;  // 0: all
    bool verbose = false;
    bool json = false;  // what goes to stdout is JSON, an error too
    // Set by the command that was asked for; run after parsing, its result is the exit code.
    std::function<int()> run;
};

// A character file and how to read it.
struct CharacterOptions {
    std::filesystem::path file;
    std::string unit = "auto", up = "auto";

    // `what` describes the file in the help.
    void addTo(CLI::App& command, const std::string& what = "A character: .glb, .gltf or .obj");
    ImportOptions asTold() const;
    Character import() const;
};

// Throws Error(Usage) where `made` ends in something else or would replace an input, Error(Io) where it
// cannot be written. Empty paths are none.
void requireOutput(const std::string& option, const std::filesystem::path& made, const std::string& extension,
                   const std::vector<std::filesystem::path>& inputs);

// Unlike CLI11's own, refuses what is not a number.
CLI::Validator within(Limits limits);

// Indented; what is not UTF-8 in a file's names is replaced.
std::string dumped(const nlohmann::ordered_json& json);

void addBuildCommand(CLI::App& app, Session& session);
void addCheckCommand(CLI::App& app, Session& session);
void addCompareCommand(CLI::App& app, Session& session);
void addInspectCommand(CLI::App& app, Session& session);
void addPlayCommand(CLI::App& app, Session& session);
void addRecipeCommand(CLI::App& app, Session& session);
void addRenderCommand(CLI::App& app, Session& session);
void addSamplesCommand(CLI::App& app, Session& session);
void addSolveCommand(CLI::App& app, Session& session);
void addVolumeCommand(CLI::App& app, Session& session);

}  // namespace sinew
