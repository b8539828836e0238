#include "TomlSection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "Offline/Error.h"
#include "Offline/Nearest.h"

namespace sinew {

namespace {

bool inside(double value, double low, double high) {
    return value >= low && value <= high;  // false for NaN
}

// A basic string of TOML.
std::string inQuotes(const std::string& text) {
    std::string all = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') all += '\\';
        all += code < 0x20 || code == 0x7F ? fmt::format("\\u{:04X}", code) : std::string(1, c);
    }
    return all + "\"";
}

std::string rangeRemedy(double low, double high) {
    return fmt::format("Give a number from {:g} to {:g}.", low, high);
}

}  // namespace

void TomlSection::fail(const std::string& key, const std::string& what, std::string remedy) const {
    const toml::node* const node = key.empty() ? nullptr : table_->get(key);
    const auto at = node != nullptr ? node->source().begin.line : line();
    throw badInput(fmt::format("{}, line {}: {}", file_, at, what), std::move(remedy));
}

void TomlSection::write(const std::string& line, const char* about, bool isExample) {
    const bool isBare = form_ == Form::Bare;
    if (isBare && isExample) return;
    const std::string whole = prefix_ + (isExample ? "# " : "") + line;
    *text_ += isBare || *about == 0 ? whole + "\n" : fmt::format("{:<28}# {}\n", whole, about);
}

const toml::node* TomlSection::find(const std::string& key) {
    known_.push_back(key);
    return table_->get(key);
}

bool TomlSection::number(const std::string& key, double& value, double low, double high, const char* about) {
    if (writes()) {
        write(fmt::format("{} = {}", key, value), about);
        return false;
    }
    const toml::node* const node = find(key);
    if (node == nullptr) return false;
    const auto given = node->value<double>();
    if (!given || node->is_boolean() || node->is_string()) {
        fail(key, named(key) + " must be a number", rangeRemedy(low, high));
    }
    if (!inside(*given, low, high)) {
        fail(key, fmt::format("{} = {:g} is out of range", named(key), *given), rangeRemedy(low, high));
    }
    value = *given;
    return true;
}

bool TomlSection::integer(const std::string& key, int& value, int low, int high, const char* about) {
    double number = value;
    if (!this->number(key, number, low, high, about)) return false;
    if (number != static_cast<int>(number)) {
        fail(key, named(key) + " must be a whole number", rangeRemedy(low, high));
    }
    value = static_cast<int>(number);
    return true;
}

bool TomlSection::flag(const std::string& key, bool& value, const char* about) {
    if (writes()) {
        write(fmt::format("{} = {}", key, value), about);
        return false;
    }
    const toml::node* const node = find(key);
    if (node == nullptr) return false;
    if (!node->is_boolean()) fail(key, named(key) + " must be true or false", "Write it without quotes.");
    value = node->as_boolean()->get();
    return true;
}

bool TomlSection::text(const std::string& key, std::string& value, const char* about) {
    if (writes()) {
        write(fmt::format("{} = {}", key, inQuotes(value)), about);
        return false;
    }
    const toml::node* const node = find(key);
    if (node == nullptr) return false;
    if (!node->is_string()) fail(key, named(key) + " must be text", "Write it in quotes.");
    value = node->as_string()->get();
    return true;
}

bool TomlSection::choice(const std::string& key, std::string& value, const std::vector<std::string>& choices,
                         const char* about) {
    const std::string all = fmt::format("{}: {}", about, fmt::join(choices, ", "));
    if (!text(key, value, all.c_str())) return false;
    if (std::find(choices.begin(), choices.end(), value) == choices.end()) {
        fail(key, fmt::format("{} cannot be \"{}\"{}", named(key), value, didYouMean(value, choices)),
             fmt::format("Use one of: {}.", fmt::join(choices, ", ")));
    }
    return true;
}

namespace {

// The entries of a list, each converted by `read`. Returns nothing if the node is not a list or an entry
// cannot be converted.
template <class T, class Read>
std::optional<std::vector<T>> entries(const toml::node& node, Read&& read) {
    const toml::array* const list = node.as_array();
    if (list == nullptr) return std::nullopt;
    std::vector<T> values;
    for (const toml::node& entry : *list) {
        const std::optional<T> value = read(entry);
        if (!value) return std::nullopt;
        values.push_back(*value);
    }
    return values;
}

}  // namespace

bool TomlSection::range(const std::string& key, std::optional<std::pair<double, double>>& values, double low,
                        double high, const char* about) {
    if (writes()) {
        if (values) write(fmt::format("{} = [{}, {}]", key, values->first, values->second), about);
        return false;
    }
    const toml::node* const node = find(key);
    if (node == nullptr) return false;
    const auto given = entries<double>(*node, [&](const toml::node& entry) {
        const auto value = entry.is_number() ? entry.value<double>() : std::nullopt;
        return value && inside(*value, low, high) ? value : std::nullopt;
    });
    if (!given || given->size() != 2) {
        fail(key, fmt::format("{} must be a list of 2 numbers from {:g} to {:g}", named(key), low, high),
             fmt::format("Write for example {} = [{:g}, {:g}].", key, low, high));
    }
    values = {given->front(), given->back()};
    return true;
}

bool TomlSection::direction(const std::string& key, std::optional<std::array<double, 3>>& values,
                            const char* about) {
    if (writes()) {
        const std::array<double, 3> shown = values.value_or(std::array<double, 3>{0, 1, 0});
        write(fmt::format("{} = [{}, {}, {}]", key, shown[0], shown[1], shown[2]), about, !values);
        return false;
    }
    const toml::node* const node = find(key);
    if (node == nullptr) return false;
    const auto given = entries<double>(*node, [](const toml::node& entry) {
        const auto value = entry.is_number() ? entry.value<double>() : std::nullopt;
        return value && std::isfinite(*value) ? value : std::nullopt;
    });
    const auto isZero = [](double v) { return v == 0; };
    if (!given || given->size() != 3 || std::all_of(given->begin(), given->end(), isZero)) {
        fail(key, fmt::format("{} must be a list of 3 numbers that are not all 0", named(key)),
             fmt::format("Write for example {} = [0, 1, 0].", key));
    }
    values = {{(*given)[0], (*given)[1], (*given)[2]}};
    return true;
}

void TomlSection::either(const Number& first, const Number& second, double example) {
    if (writes()) {
        const bool isSecond = second.value > 0;
        write(fmt::format("{} = {}", first.key, first.value), first.about, isSecond);
        write(fmt::format("{} = {}", second.key, isSecond ? second.value : example), second.about, !isSecond);
        return;
    }
    const bool hasFirst = number(first.key, first.value, first.low, first.high, first.about);
    const bool hasSecond = number(second.key, second.value, second.low, second.high, second.about);
    if (!hasFirst || !hasSecond) return;
    fail(second.key, fmt::format("{} has both {} and {}", name_, first.key, second.key),
         "Give only one of them.");
}

bool TomlSection::texts(const std::string& key, std::vector<std::string>& values, const char* about) {
    if (writes()) {
        std::string all;
        for (const std::string& value : values) all += (all.empty() ? "" : ", ") + inQuotes(value);
        write(fmt::format("{} = [{}]", key, all), about);
        return false;
    }
    const toml::node* const node = find(key);
    if (node == nullptr) return false;
    const auto given =
        entries<std::string>(*node, [](const toml::node& entry) { return entry.value<std::string>(); });
    if (!given) {
        fail(key, named(key) + " must be a list of names",
             fmt::format("Write {} = [\"one\", \"other\"].", key));
    }
    values = *given;
    return true;
}

bool TomlSection::section(const std::string& key, const char* about,
                          const std::function<void(TomlSection&)>& visit) {
    if (writes()) {
        if (!text_->empty()) *text_ += "\n";
        write(fmt::format("[{}]", named(key)), about);
        TomlSection inner(*text_, form_, named(key), prefix_);
        visit(inner);
        return false;
    }
    const toml::node* const node = find(key);
    if (node == nullptr) return false;
    if (!node->is_table()) {
        fail(key, named(key) + " must be a section", fmt::format("Write [{}] on its own line.", named(key)));
    }
    TomlSection inner(*node->as_table(), file_, named(key));
    visit(inner);
    inner.finish();
    return true;
}

void TomlSection::writeItem(const std::string& key, const char* about, bool isExample,
                            const std::function<void(TomlSection&)>& visit) {
    if (isExample && form_ == Form::Bare) return;
    TomlSection inner(*text_, form_, named(key), prefix_ + (isExample ? "# " : ""));
    inner.write(fmt::format("[[{}]]", named(key)), about);
    visit(inner);
}

void TomlSection::readItems(const std::string& key, const std::function<void(TomlSection&)>& visit) {
    const toml::node* const node = find(key);
    if (node == nullptr) return;
    const toml::array* const list = node->as_array();
    if (list == nullptr ||
        !std::all_of(list->begin(), list->end(), [](const toml::node& entry) { return entry.is_table(); })) {
        fail(key, named(key) + " must be a list of sections",
             fmt::format("Write [[{}]] on its own line before each entry.", named(key)));
    }
    for (const toml::node& entry : *list) {
        TomlSection inner(*entry.as_table(), file_, named(key));
        visit(inner);
        inner.finish();
    }
}

void TomlSection::each(const std::function<void(const std::string&)>& visit) {
    for (const auto& [key, node] : *table_) {
        const std::string name(key.str());
        known_.push_back(name);
        visit(name);
    }
}

void TomlSection::require(const std::string& key) {
    if (writes()) return;
    if (table_->get(key) == nullptr) {
        fail("", fmt::format("{} is missing in [[{}]]", key, name_), fmt::format("Add {} = ...", key));
    }
}

void TomlSection::finish() const {
    if (writes()) return;
    for (const auto& [key, node] : *table_) {
        const std::string given(key.str());
        if (std::find(known_.begin(), known_.end(), given) != known_.end()) continue;
        const std::string kind = node.is_table() || node.is_array_of_tables() ? "section" : "key";
        fail(
            given, fmt::format("there is no {} {}{}", kind, named(given), didYouMean(given, known_)),
            known_.empty() ? "Remove it." : fmt::format("The known names are: {}.", fmt::join(known_, ", ")));
    }
}

}  // namespace sinew
