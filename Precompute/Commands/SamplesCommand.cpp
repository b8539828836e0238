#include "Commands/Command.h"
#include "Samples/Samples.h"

namespace sinew {

void addSamplesCommand(CLI::App& app, Session& session) {
    auto directory = std::make_shared<std::filesystem::path>(".");
    CLI::App& command =
        *app.add_subcommand("samples", "Write the sample characters (Limb.glb, Mannequin.glb)");
    command.add_option("-o,--output", *directory, "Folder to write to; it is created if it does not exist")
        ->type_name("DIR")
        ->capture_default_str();
    command.footer("Example:\n  sinew samples -o characters");
    command.callback([directory, &session] {
        session.run = [directory, &session] {
            for (const std::filesystem::path& written : writeSamples(*directory))
                session.console.print(written.generic_string());
            return 0;
        };
    });
}

}  // namespace sinew
