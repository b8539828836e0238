#include "Offline/Character/Motion/Bvh.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>

#include "Offline/Error.h"

namespace sinew::motion {

namespace {

// Larger numbers are damage, not motion: no unit makes a body of a billion of them.
constexpr double kLargestValue = 1e9;

struct Token {
    std::string_view text;  // empty at the end of the file
    std::size_t line = 0;
};

bool isSpace(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v' || c == '\0';
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool sameWord(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view trimmed(std::string_view s) {
    while (!s.empty() && isSpace(s.front())) s.remove_prefix(1);
    while (!s.empty() && isSpace(s.back())) s.remove_suffix(1);
    return s;
}

// File text can hold anything; a message must stay one readable line.
std::string readable(std::string_view s) {
    std::string out = "\"";
    for (char c : s.substr(0, 60)) out += c >= ' ' && c != '\x7f' ? c : '?';
    return out + (s.size() > 60 ? "…\"" : "\"");
}

// Words, braces and rest-of-line names, with comments (# or // up to the end of the line) left out.
class Scanner {
  public:
    explicit Scanner(std::string_view text) : text_(text) {
        if (text_.substr(0, 3) == "\xEF\xBB\xBF") text_.remove_prefix(3);
    }

    std::size_t remainingBytes() const { return text_.size() - at_; }
    std::size_t line() const { return line_; }

    Token next() {
        skipSpace();
        const std::size_t begin = at_;
        if (at_ < text_.size() && (text_[at_] == '{' || text_[at_] == '}')) {
            ++at_;
        } else {
            while (at_ < text_.size() && !isSpace(text_[at_]) && text_[at_] != '{' && text_[at_] != '}')
                ++at_;
        }
        return {text_.substr(begin, at_ - begin), line_};
    }

    Token peek() const {
        Scanner copy = *this;
        return copy.next();
    }

    // Up to the end of the line, a brace or a comment: joint names may contain spaces.
    Token nextName() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && text_[at_] != '\n' && text_[at_] != '{' && !atComment()) ++at_;
        return {trimmed(text_.substr(begin, at_ - begin)), line_};
    }

  private:
    bool atComment() const {
        if (at_ > 0 && !isSpace(text_[at_ - 1])) return false;
        return text_[at_] == '#' || text_.substr(at_, 2) == "//";
    }

    void skipSpace() {
        while (at_ < text_.size()) {
            if (atComment()) {
                while (at_ < text_.size() && text_[at_] != '\n') ++at_;
            } else if (isSpace(text_[at_])) {
                line_ += text_[at_] == '\n';
                ++at_;
            } else {
                return;
            }
        }
    }

    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t line_ = 1;
};

std::optional<double> toNumber(std::string_view word) {
    if (!word.empty() && word.front() == '+') word.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return value;
}

class Parser {
  public:
    Parser(std::string_view text, const std::string& file) : scan_(text), file_(file) {}

    Bvh parse() {
        const Token head = scan_.next();
        if (!sameWord(head.text, "HIERARCHY")) {
            fail(head.line, "the file does not begin with HIERARCHY" + found(head),
                 "Choose a BVH motion file.");
        }
        parseHierarchy();
        parseMotion();
        return std::move(bvh_);
    }

  private:
    [[noreturn]] void fail(std::size_t line, const std::string& what, std::string remedy) const {
        throw badInput(file_ + ", line " + std::to_string(line) + ": " + what, std::move(remedy));
    }

    static std::string found(const Token& token) {
        return token.text.empty() ? ", the file ends here" : ", found " + readable(token.text);
    }

    std::string inJoint() const {
        return open_.empty() ? "" : " in joint " + readable(bvh_.joints[open_.back()].name);
    }

    void parseHierarchy() {
        for (;;) {
            const Token token = scan_.next();
            if (sameWord(token.text, open_.empty() ? "ROOT" : "JOINT")) {
                beginJoint(token, false);
            } else if (open_.empty() && sameWord(token.text, "MOTION")) {
                break;
            } else if (!open_.empty() && sameWord(token.text, "End")) {
                beginJoint(token, true);
            } else if (!open_.empty() && sameWord(token.text, "OFFSET")) {
                parseOffset();
            } else if (!open_.empty() && sameWord(token.text, "CHANNELS")) {
                parseChannels(token.line);
            } else if (!open_.empty() && token.text == "}") {
                open_.pop_back();
            } else {
                fail(token.line,
                     (open_.empty() ? "expected ROOT or MOTION"
                                    : "expected OFFSET, CHANNELS, JOINT, End Site or }") +
                         inJoint() + found(token),
                     "Close every { of the hierarchy and put MOTION after it; export the file again if it "
                     "was cut off.");
            }
        }
        if (bvh_.joints.empty())
            fail(scan_.line(), "the hierarchy has no ROOT", "Export the skeleton with the motion.");
        if (bvh_.channels == 0)
            fail(scan_.line(), "no joint has CHANNELS", "Export the motion with rotations.");
    }

    void beginJoint(const Token& keyword, bool endSite) {
        const Token name = scan_.nextName();
        BvhJoint joint;
        joint.endSite = endSite;
        joint.line = keyword.line;
        joint.parent = open_.empty() ? -1 : static_cast<std::int32_t>(open_.back());
        if (endSite && !bvh_.joints[open_.back()].endSite) {
            joint.name = bvh_.joints[open_.back()].name + " End";
        } else if (!endSite) {
            joint.name = name.text;
        }
        if (joint.name.empty()) {
            fail(keyword.line, "a joint has no name" + inJoint(),
                 "Write the name on the line of ROOT or JOINT.");
        }
        if (!open_.empty() && bvh_.joints[open_.back()].endSite) {
            fail(keyword.line, "an End Site cannot have children" + inJoint(),
                 "Make it a JOINT with CHANNELS 0.");
        }
        const Token brace = scan_.next();
        if (brace.text != "{") {
            fail(brace.line, "expected { after joint " + readable(joint.name) + found(brace),
                 "Open the joint with {.");
        }
        open_.push_back(bvh_.joints.size());
        bvh_.joints.push_back(std::move(joint));
    }

    double parseFinite(const std::string& what) {
        const Token token = scan_.next();
        const std::optional<double> value = toNumber(token.text);
        if (!value) {
            fail(token.line, "expected a number for " + what + found(token),
                 "Write numbers with a decimal point, for example 1.25.");
        }
        if (!isUsable(*value)) failOnSize(token, what);
        return *value;
    }

    static bool isUsable(double value) { return std::isfinite(value) && std::abs(value) <= kLargestValue; }

    [[noreturn]] void failOnSize(const Token& token, const std::string& what) const {
        fail(token.line, what + " is " + readable(token.text) + ", which is not a usable number",
             "Repair the value or export the motion again.");
    }

    void parseOffset() {
        const std::string what = "OFFSET" + inJoint();
        Vec3d& offset = bvh_.joints[open_.back()].offset;
        for (int i = 0; i < 3; ++i) offset[i] = parseFinite(what);
    }

    void parseChannels(std::size_t line) {
        BvhJoint& joint = bvh_.joints[open_.back()];
        if (!joint.channels.empty() || joint.endSite) {
            fail(line, "CHANNELS is not allowed here" + inJoint(),
                 "Write one CHANNELS line per joint, and none for an End Site.");
        }
        const Token count = scan_.next();
        const std::optional<double> number = toNumber(count.text);
        if (!number || *number < 0 || *number > 9 || *number != std::floor(*number)) {
            fail(count.line, "the number of CHANNELS" + inJoint() + " must be 0 to 9" + found(count),
                 "Write CHANNELS 3 or CHANNELS 6, then that number of channel names.");
        }
        joint.firstChannel = bvh_.channels;
        for (int i = 0; i < static_cast<int>(*number); ++i) joint.channels.push_back(parseChannel(joint));
        bvh_.channels += joint.channels.size();
    }

    BvhChannel parseChannel(const BvhJoint& joint) {
        static constexpr std::array<std::string_view, 6> kNames{"Xposition", "Yposition", "Zposition",
                                                                "Xrotation", "Yrotation", "Zrotation"};
        const Token token = scan_.next();
        if (token.text.size() == 6 && sameWord(token.text.substr(1), "scale")) return BvhChannel::Scale;
        for (std::size_t i = 0; i < kNames.size(); ++i) {
            if (!sameWord(token.text, kNames[i])) continue;
            const auto channel = static_cast<BvhChannel>(i);
            if (std::find(joint.channels.begin(), joint.channels.end(), channel) == joint.channels.end()) {
                return channel;
            }
            fail(token.line, "channel " + readable(token.text) + " occurs twice" + inJoint(),
                 "Write each channel once.");
        }
        fail(token.line, "unknown or missing channel" + inJoint() + found(token),
             "The number after CHANNELS must be the number of names (Xposition to Zrotation) that follow.");
    }

    // "Frames:" and "Frames :" and "Frames:12" are all seen.
    Token parseLabelled(std::string_view label) {
        Token token = scan_.next();
        std::string word(token.text);
        while (word.size() < label.size() && !word.empty()) {
            const Token more = scan_.peek();
            if (more.text.empty() || word.size() + more.text.size() > label.size() + 40) break;
            word += scan_.next().text;
        }
        if (!sameWord(std::string_view(word).substr(0, label.size()), label)) {
            fail(token.line, "expected " + std::string(label) + found(token),
                 "Write Frames: and Frame Time: after MOTION.");
        }
        if (word.size() == label.size()) return scan_.next();
        held_ = word.substr(label.size());
        return {held_, token.line};
    }

    void parseMotion() {
        const Token frames = parseLabelled("Frames:");
        const std::optional<double> count = toNumber(frames.text);
        if (!count || !(*count >= 1) || *count != std::floor(*count)) {
            fail(frames.line, "Frames: must be a whole number of at least 1" + found(frames),
                 "Write the number of rows.");
        }
        const std::string declared(frames.text);
        const std::size_t line = frames.line;
        const Token time = parseLabelled("FrameTime:");
        const std::optional<double> seconds = toNumber(time.text);
        if (!seconds || !(*seconds > 0) || !(*seconds <= 3600)) {
            fail(time.line, "Frame Time: must be a positive number of seconds" + found(time),
                 "Write 0.0333333 for 30 frames per second.");
        }
        bvh_.frameTime = *seconds;
        // A row takes two bytes at least, so a count that the rest of the file cannot hold is never believed.
        const double maxRows = (static_cast<double>(scan_.remainingBytes()) + 1) / 2;
        if (*count > maxRows) {
            fail(line, "Frames: is " + declared + ", which is more rows than the file can contain",
                 "Write the real number of rows, or copy the file again: it may have been cut off.");
        }
        bvh_.frames = static_cast<std::size_t>(*count);
        parseRows();
    }

    struct RowFault {
        std::size_t line = 0, values = 0;
    };

    // Rows may be wrapped over lines as long as the total is right; otherwise the first line of another
    // length is named, since that is what the user must look at.
    void parseRows() {
        const std::size_t wanted = bvh_.frames * bvh_.channels;
        bvh_.values.reserve(std::min(wanted, scan_.remainingBytes() / 2 + 1));
        std::optional<RowFault> fault;
        std::size_t inLine = 0, line = 0;
        const auto endLine = [&] {
            if (inLine != 0 && inLine != bvh_.channels && !fault) fault = RowFault{line, inLine};
        };
        for (Token token = scan_.next(); !token.text.empty(); token = scan_.next()) {
            if (token.line != line) {
                endLine();
                inLine = 0;
                line = token.line;
            }
            const std::optional<double> value = toNumber(token.text);
            if (!value || !isUsable(*value)) failOnValue(value, token, fault ? bvh_.values.size() : inLine);
            bvh_.values.push_back(*value);
            ++inLine;
        }
        endLine();
        if (bvh_.values.size() != wanted) failOnCount(fault, line);
    }

    [[noreturn]] void failOnValue(std::optional<double> value, const Token& token, std::size_t index) const {
        if (value) failOnSize(token, valueName(index));
        fail(token.line, "expected a number for " + valueName(index) + found(token),
             "Write numbers with a decimal point and separate them by spaces.");
    }

    [[noreturn]] void failOnCount(const std::optional<RowFault>& fault, std::size_t lastLine) const {
        if (!fault) {
            const std::size_t rows = bvh_.values.size() / bvh_.channels;
            fail(lastLine,
                 "Frames: is " + std::to_string(bvh_.frames) + ", but the file has " + std::to_string(rows) +
                     " rows",
                 "Write Frames: " + std::to_string(rows) +
                     ", or copy the file again: it may have been cut off.");
        }
        const bool isShort = fault->values < bvh_.channels;
        fail(fault->line,
             "the row has " + std::to_string(fault->values) + " values, but the hierarchy has " +
                 std::to_string(bvh_.channels) + " channels" +
                 (isShort ? "; the first missing value is " + valueName(fault->values) : std::string()),
             "Every row must have one value per channel of all joints. Export the motion again.");
    }

    std::string valueName(std::size_t index) const {
        index %= bvh_.channels;
        for (const BvhJoint& joint : bvh_.joints) {
            if (index < joint.firstChannel || index - joint.firstChannel >= joint.channels.size()) continue;
            return "channel " + std::to_string(index - joint.firstChannel + 1) + " of joint " +
                   readable(joint.name);
        }
        return "a channel";
    }

    Scanner scan_;
    const std::string& file_;
    std::string held_;               // a value that stood without a space behind its label
    std::vector<std::size_t> open_;  // joints whose } is still to come
    Bvh bvh_;
};

}  // namespace

Bvh parseBvh(std::string_view text, const std::string& file) {
    return Parser(text, file).parse();
}

}  // namespace sinew::motion
