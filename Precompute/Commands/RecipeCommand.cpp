#include <string>

#include "Commands/Command.h"
#include "Recipe.h"

namespace sinew {

void addRecipeCommand(CLI::App& app, Session& session) {
    CLI::App& command = *app.add_subcommand("recipe", "Print a recipe with every setting and its default");
    command.footer("Example:\n  sinew recipe > hero.toml");
    command.callback([&session] {
        session.run = [&session] {
            std::string text = recipeText();
            text.pop_back();  // print() ends the line
            session.console.print(text);
            return 0;
        };
    });
}

}  // namespace sinew
