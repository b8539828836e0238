#include "Commands/Command.h"

#include <map>
#include <nlohmann/json.hpp>

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

ImportOptions CharacterOptions::asTold() const {
    static const std::map<std::string, double> metres{{"m", 1},      {"dm", 0.1},    {"cm", 0.01},
                                                      {"mm", 0.001}, {"in", 0.0254}, {"ft", 0.3048}};
    static const std::map<std::string, UpAxis> axes{{"x", UpAxis::X}, {"y", UpAxis::Y}, {"z", UpAxis::Z}};
    ImportOptions options;
    if (unit != "auto") options.metresPerUnit = metres.at(unit);
    if (up != "auto") options.up = axes.at(up);
    return options;
}

Character CharacterOptions::import() const {
    return importCharacter(file, asTold());
}

std::string dumped(const nlohmann::ordered_json& json) {
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

}  // namespace sinew
