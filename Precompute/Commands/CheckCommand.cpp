#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "Commands/Command.h"
#include "Offline/Character/Check/Check.h"
#include "Offline/Workers.h"

namespace sinew {

namespace {

std::string_view readinessName(check::Readiness readiness) {
    switch (readiness) {
        case check::Readiness::Ready:
            return "ready";
        case check::Readiness::UsableWithWarnings:
            return "usable-with-warnings";
        case check::Readiness::NotUsable:
            return "not-usable";
    }
    return "not-usable";
}

std::string asJson(const Character& character, const std::vector<Finding>& findings,
                   const check::Verdict& verdict) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const Finding& f : findings) {
        list.push_back({{"severity", severityName(f.severity)},
                        {"code", f.code},
                        {"text", f.text},
                        {"remedy", f.remedy}});
    }
    return dumped({{"character", character.name},
                   {"verdict", readinessName(verdict.readiness)},
                   {"text", verdict.text},
                   {"findings", std::move(list)}});
}

void printFinding(const Console& console, const Finding& finding) {
    constexpr std::size_t kIndent = 9;
    const std::string indent(kIndent, ' ');
    console.print(console.paintSeverity(finding.severity) + "  " +
                  wrapped(finding.text + " [" + finding.code + "]", kIndent));
    if (!finding.remedy.empty()) {
        console.print(indent + console.paint(wrapped(finding.remedy, kIndent), Console::Paint::Dim));
    }
}

// The verdict, what to fix, and notes in one line each.
void printReadable(const Session& session, const Character& character, const std::vector<Finding>& findings,
                   const check::Verdict& verdict) {
    const Console& console = session.console;
    const auto paint = verdict.readiness == check::Readiness::Ready                ? Console::Paint::Green
                       : verdict.readiness == check::Readiness::UsableWithWarnings ? Console::Paint::Yellow
                                                                                   : Console::Paint::Red;
    // The errors that make it unusable follow in full.
    const bool unusable = verdict.readiness == check::Readiness::NotUsable;
    console.print(
        console.paint(wrapped(character.name + ": " + (unusable ? "not usable" : verdict.text), 2), paint));
    // Findings are sorted by severity, the most severe first.
    const auto notes = std::find_if(findings.begin(), findings.end(),
                                    [](const Finding& f) { return f.severity == Severity::Note; });
    std::for_each(findings.begin(), session.verbose ? findings.end() : notes,
                  [&](const Finding& f) { printFinding(console, f); });
    if (session.verbose || notes == findings.end()) return;
    console.print(fmt::format("{} (-v shows more detail):", notes + 1 == findings.end() ? "note" : "notes"));
    std::for_each(notes, findings.end(),
                  [&](const Finding& f) { console.print("  - " + wrapped(f.text, 4)); });
}

int runCheck(const CharacterOptions& options, const Session& session) {
    const Workers workers(session.threads);
    const Character character = options.import();
    const std::vector<Finding> findings = check::checkCharacter(character, workers.jobs());
    const check::Verdict verdict = check::verdictOf(findings);
    if (session.json) {
        session.console.print(asJson(character, findings, verdict));
    } else {
        printReadable(session, character, findings, verdict);
    }
    return verdict.readiness == check::Readiness::NotUsable ? static_cast<int>(ErrorKind::BadInput) : 0;
}

}  // namespace

void addCheckCommand(CLI::App& app, Session& session) {
    auto options = std::make_shared<CharacterOptions>();
    CLI::App& command = *app.add_subcommand("check", "Check a character and list what to fix");
    options->addTo(command);
    command.add_flag("--json", session.json, "Print the findings, or the error, as JSON");
    command.footer(
        "Example:\n  sinew check Hero.glb --unit cm\nThe exit code is 3 if the character cannot be used.");
    command.callback(
        [options, &session] { session.run = [options, &session] { return runCheck(*options, session); }; });
}

}  // namespace sinew
