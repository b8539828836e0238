#include <nlohmann/json.hpp>

#include "Commands/Command.h"
#include "Offline/Character/Check.h"
#include "Offline/Workers.h"

namespace sinew {

namespace {

struct CheckOptions {
    CharacterOptions character;
    bool json = false;
};

std::string_view readinessName(Readiness readiness) {
    switch (readiness) {
        case Readiness::Ready:
            return "ready";
        case Readiness::UsableWithWarnings:
            return "usable-with-warnings";
        case Readiness::NotUsable:
            return "not-usable";
    }
    return "not-usable";
}

std::string asJson(const Character& character, const std::vector<Finding>& findings, const Verdict& verdict) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Finding& f : findings) {
        list.push_back({{"severity", severityName(f.severity)},
                        {"code", f.code},
                        {"text", f.text},
                        {"remedy", f.remedy}});
    }
    const nlohmann::ordered_json report{{"character", character.name},
                                        {"verdict", readinessName(verdict.readiness)},
                                        {"text", verdict.text},
                                        {"findings", std::move(list)}};
    return report.dump(2);
}

void printReadable(const Console& console, const Character& character, const std::vector<Finding>& findings,
                   const Verdict& verdict) {
    for (const Finding& f : findings) {
        console.print(console.paintSeverity(f.severity) + "  " + f.text + "  " +
                      console.paint("[" + f.code + "]", Console::Paint::Dim));
        if (!f.remedy.empty()) console.print("           " + f.remedy);
    }
    const auto paint = verdict.readiness == Readiness::Ready                ? Console::Paint::Green
                       : verdict.readiness == Readiness::UsableWithWarnings ? Console::Paint::Yellow
                                                                            : Console::Paint::Red;
    console.print(character.name + ": " + console.paint(verdict.text, paint));
}

int runCheck(const CheckOptions& options, const Session& session) {
    const Workers workers(session.threads);
    const Character character = options.character.import();
    const std::vector<Finding> findings = checkCharacter(character, workers.jobs());
    const Verdict verdict = verdictOf(findings);
    if (options.json) {
        session.console.print(asJson(character, findings, verdict));
    } else {
        printReadable(session.console, character, findings, verdict);
    }
    return verdict.readiness == Readiness::NotUsable ? static_cast<int>(ErrorKind::BadInput) : 0;
}

}  // namespace

void addCheckCommand(CLI::App& app, Session& session) {
    auto options = std::make_shared<CheckOptions>();
    CLI::App& command =
        *app.add_subcommand("check", "Tell in seconds whether a character can be used, and what to mend");
    options->character.addTo(command);
    command.add_flag("--json", options->json, "Print the findings as JSON");
    command.callback(
        [options, &session] { session.run = [options, &session] { return runCheck(*options, session); }; });
}

}  // namespace sinew
