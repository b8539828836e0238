#include "Commands/Command.h"

#include <map>

namespace sinew {

void CharacterOptions::addTo(CLI::App& command) {
    command.add_option("character", file, "A character: .glb, .gltf or .obj")->required()->type_name("FILE");
    command.add_option("--unit", unit, "Length unit of the file: auto, m, dm, cm, mm, in, ft")
        ->check(CLI::IsMember({"auto", "m", "dm", "cm", "mm", "in", "ft"}))
        ->type_name("UNIT");
    command.add_option("--up", up, "Up axis of the file: auto, x, y, z")
        ->check(CLI::IsMember({"auto", "x", "y", "z"}))
        ->type_name("AXIS");
}

Character CharacterOptions::import() const {
    static const std::map<std::string, double> metres{{"m", 1},      {"dm", 0.1},    {"cm", 0.01},
                                                      {"mm", 0.001}, {"in", 0.0254}, {"ft", 0.3048}};
    static const std::map<std::string, UpAxis> axes{{"x", UpAxis::X}, {"y", UpAxis::Y}, {"z", UpAxis::Z}};
    ImportOptions options;
    if (unit != "auto") options.metresPerUnit = metres.at(unit);
    if (up != "auto") options.up = axes.at(up);
    return importCharacter(file, options);
}

}  // namespace sinew
