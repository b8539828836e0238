#include "Console.h"

#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "Terminal.h"

namespace sinew {

namespace {

constexpr std::string_view kEraseLine = "\r\x1b[K";
constexpr std::size_t kRemedyIndent = 7;

// https://no-color.org: set and not empty means no colour.
bool noColour() {
    const char* const value = std::getenv("NO_COLOR");
    return value != nullptr && *value != '\0';
}

spdlog::logger& log() {
    static const std::shared_ptr<spdlog::logger> logger = [] {
        const auto mode = noColour() ? spdlog::color_mode::never : spdlog::color_mode::automatic;
        auto made = std::make_shared<spdlog::logger>(
            "sinew", std::make_shared<spdlog::sinks::stderr_color_sink_mt>(mode));
        made->set_pattern("sinew: %^%l%$: %v");
        made->flush_on(spdlog::level::trace);
        return made;
    }();
    return *logger;
}

void printRemedy(std::string_view remedy) {
    const std::string text = std::string(kRemedyIndent, ' ') + wrapped(remedy, kRemedyIndent);
    std::fprintf(stderr, "%s\n", text.c_str());
}

const char* escapeOf(Console::Paint paint) {
    switch (paint) {
        case Console::Paint::Plain:
            return "";
        case Console::Paint::Dim:
            return "\x1b[2m";
        case Console::Paint::Bold:
            return "\x1b[1m";
        case Console::Paint::Red:
            return "\x1b[31m";
        case Console::Paint::Yellow:
            return "\x1b[33m";
        case Console::Paint::Green:
            return "\x1b[32m";
        case Console::Paint::Blue:
            return "\x1b[34m";
    }
    return "";
}

}  // namespace

void Console::setVerbosity(bool quiet, bool verbose) {
    log().set_level(quiet ? spdlog::level::err : verbose ? spdlog::level::debug : spdlog::level::info);
}

void Console::print(std::string_view text) const {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fputc('\n', stdout);
}

void Console::detail(std::string_view text) const {
    log().debug("{}", text);
}

void Console::warn(std::string_view text, std::string_view remedy) const {
    log().warn("{}", text);
    if (!remedy.empty() && log().should_log(spdlog::level::warn)) printRemedy(remedy);
}

void Console::error(const Error& error) const {
    log().error("{}", error.what());
    if (!error.remedy().empty()) printRemedy(error.remedy());
}

bool Console::colourOut() const {
    return !noColour() && isTerminal(Stream::Out);
}

std::string Console::paint(std::string_view text, Paint paint) const {
    if (paint == Paint::Plain || !colourOut()) return std::string(text);
    return escapeOf(paint) + std::string(text) + "\x1b[0m";
}

std::string Console::paintSeverity(Severity severity) const {
    switch (severity) {
        case Severity::Note:
            return paint("note   ", Paint::Blue);
        case Severity::Warning:
            return paint("warning", Paint::Yellow);
        case Severity::Error:
            return paint("error  ", Paint::Red);
    }
    return {};
}

std::string wrapped(std::string_view text, std::size_t indent) {
    // UTF-8 continuation bytes have no width.
    const auto widthOf = [](std::string_view word) {
        return static_cast<std::size_t>(
            std::count_if(word.begin(), word.end(), [](char c) { return (c & 0xC0) != 0x80; }));
    };
    std::string result;
    std::size_t column = indent;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        text.remove_prefix(std::min(word.size() + 1, text.size()));
        const std::size_t width = widthOf(word);
        if (column > indent && column + 1 + width > kLineWidth) {
            result += "\n" + std::string(indent, ' ');
            column = indent;
        } else if (column > indent) {
            result += ' ';
            ++column;
        }
        result += word;
        column += width;
    }
    return result;
}

void saySignalled(std::string_view line) noexcept {
    if (isTerminal(Stream::Err)) writeNow(Stream::Err, kEraseLine);
    writeNow(Stream::Err, line);
}

std::string_view severityName(Severity severity) {
    switch (severity) {
        case Severity::Note:
            return "note";
        case Severity::Warning:
            return "warning";
        case Severity::Error:
            return "error";
    }
    return "note";
}

Progress::Progress(std::string stage, std::uint64_t total)
    : stage_(std::move(stage)),
      total_(total),
      start_(Clock::now()),
      shown_(start_),
      terminal_(isTerminal(Stream::Err)) {}

Progress::~Progress() {
    try {
        if (!terminal_ && total_ > 1 && done_ > 0) show();
    } catch (const std::exception&) {
        // The work is done. A progress line that cannot be written must not fail it.
    }
    if (drawn_) std::fwrite(kEraseLine.data(), 1, kEraseLine.size(), stderr);
}

void Progress::advance(std::uint64_t done, double share) {
    done_ = done;
    share_ = share;
    const Clock::time_point now = Clock::now();
    const auto pause = std::chrono::milliseconds(terminal_ ? 100 : 1000);
    if (now - shown_ < pause) return;
    shown_ = now;
    show();
}

void Progress::show() {
    if (!log().should_log(spdlog::level::info)) return;
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    const double done = static_cast<double>(done_) + share_;
    const double share = total_ > 0 ? done / static_cast<double>(total_) : 1.0;
    const double left = share > 0 ? seconds * (1 - share) / share : 0;
    if (!terminal_) {
        if (done == lastShown_) return;
        lastShown_ = done;
        const nlohmann::json line{{"progress", stage_},
                                  {"done", done_},
                                  {"total", total_},
                                  {"seconds", std::round(seconds * 10) / 10},
                                  {"secondsLeft", std::round(left * 10) / 10}};
        std::fprintf(stderr, "%s\n", line.dump().c_str());
        return;
    }
    constexpr std::size_t kWidth = 30;
    const auto filled = std::min(kWidth, static_cast<std::size_t>(share * kWidth));
    const std::string bar = std::string(filled, '#') + std::string(kWidth - filled, '.');
    std::fprintf(stderr, "%s%s [%s] %llu/%llu  %.0f s left", kEraseLine.data(), stage_.c_str(), bar.c_str(),
                 static_cast<unsigned long long>(done_), static_cast<unsigned long long>(total_), left);
    drawn_ = true;
}

}  // namespace sinew
