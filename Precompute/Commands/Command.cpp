#include "Commands/Command.h"

#include <fmt/format.h>

#include <map>
#include <nlohmann/json.hpp>

#include "Offline/Files.h"

namespace sinew {

void CharacterOptions::addTo(CLI::App& command, const std::string& what) {
    command.add_option("character", file, what)->required()->type_name("FILE");
    command.add_option("--unit", unit, "Length unit of the file")
        ->check(CLI::IsMember({"auto", "m", "dm", "cm", "mm", "in", "ft"}))
        ->type_name("UNIT")
        ->capture_default_str();
    command.add_option("--up", up, "Up axis of the file")
        ->check(CLI::IsMember({"auto", "x", "y", "z"}))
        ->type_name("AXIS")
        ->capture_default_str();
}

ImportOptions CharacterOptions::importOptions() const {
    static const std::map<std::string, double> metres{{"m", 1},      {"dm", 0.1},    {"cm", 0.01},
                                                      {"mm", 0.001}, {"in", 0.0254}, {"ft", 0.3048}};
    static const std::map<std::string, UpAxis> axes{{"x", UpAxis::X}, {"y", UpAxis::Y}, {"z", UpAxis::Z}};
    ImportOptions options;
    if (unit != "auto") options.metresPerUnit = metres.at(unit);
    if (up != "auto") options.up = axes.at(up);
    return options;
}

Character CharacterOptions::import() const {
    return importCharacter(file, importOptions());
}

void requireOutput(const std::string& option, const std::filesystem::path& made, const std::string& extension,
                   const std::vector<std::filesystem::path>& inputs) {
    if (made.empty()) return;
    if (lowerExtension(made) != extension) {
        throw Error(ErrorKind::Usage, option + " " + made.string() + " does not end in " + extension,
                    "Use a file name such as out" + extension + ".");
    }
    for (const std::filesystem::path& input : inputs) {
        std::error_code ignored;
        if (input.empty() || !std::filesystem::equivalent(made, input, ignored)) continue;
        throw Error(ErrorKind::Usage, option + " " + made.string() + " would replace the input",
                    "Choose another file name.");
    }
    requireWritable(made);
}

void addFleshOption(CLI::App& command, std::string& flesh) {
    command
        .add_option(
            "--flesh", flesh,
            "Preset of the flesh, in place of the recipe's: human has a core of muscle, fat and skin; custom "
            "is the same everywhere")
        ->check(CLI::IsMember(fleshNames()))
        ->type_name("custom|human");
}

CLI::Validator within(Limits limits) {
    const std::string range = fmt::format("{:g} to {:g}", limits.low, limits.high);
    const auto check = [limits, range](const std::string& given) {
        double value = 0;
        const bool number = CLI::detail::lexical_cast(given, value);
        if (number && value >= limits.low && value <= limits.high) return std::string();
        return given + " is not a number from " + range;
    };
    return {check, range, "within"};
}

std::string dumped(const nlohmann::ordered_json& json) {
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace sinew
