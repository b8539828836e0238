// What every command receives, and options that several commands share.
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
    bool json = false;  // stdout is JSON, errors included
    // Set by the chosen command and called after parsing. Returns the exit code.
    std::function<int()> run;
};

// A character file and how to read it.
struct CharacterOptions {
    std::filesystem::path file;
    std::string unit = "auto", up = "auto";

    // `what` describes the file in the help text.
    void addTo(CLI::App& command, const std::string& what = "Character file: .glb, .gltf or .obj");
    ImportOptions importOptions() const;
    Character import() const;
};

// Throws Error(Usage) if `made` has another extension or would replace an input, and Error(Io) if it cannot
// be written. Empty paths are ignored.
void requireOutput(const std::string& option, const std::filesystem::path& made, const std::string& extension,
                   const std::vector<std::filesystem::path>& inputs);

// --flesh: the name of a FleshPreset; left empty where it is not given.
void addFleshOption(CLI::App& command, std::string& flesh);

// Unlike CLI11's own range check, refuses NaN.
CLI::Validator within(Limits limits);

// Indented JSON text. Bytes that are not UTF-8 are replaced.
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
