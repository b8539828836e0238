// One table of a TOML file, read key by key; keys that were not asked for are refused. The same calls also
// write a table, so that reading and writing cannot differ.
#pragma once

#include <toml++/toml.h>
#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sinew {

class TomlSection {
  public:
    // `file` and `name` are for messages.
    TomlSection(const toml::table& table, std::string file, std::string name)
        : table_(&table), file_(std::move(file)), name_(std::move(name)) {}

    enum class Form {
        Explained,  // every key with its comment; lists that are empty as an example in comments
        Bare        // keys and values only
    };
    // A writer reads nothing: every call below appends its value to `text`.
    static TomlSection writer(std::string& text, Form form) { return TomlSection(text, form, "", ""); }
    bool writes() const { return text_ != nullptr; }

    // Each returns whether the key exists and leaves `value` unchanged if it does not. `about` is the comment
    // that is written after the key.
    bool number(const std::string& key, double& value, double low, double high, const char* about);
    bool integer(const std::string& key, int& value, int low, int high, const char* about);
    bool flag(const std::string& key, bool& value, const char* about);
    bool text(const std::string& key, std::string& value, const char* about);
    bool choice(const std::string& key, std::string& value, const std::vector<std::string>& choices,
                const char* about);
    // A list of two numbers; the key may be missing.
    bool range(const std::string& key, std::optional<std::pair<double, double>>& values, double low,
               double high, const char* about);
    // A list of three numbers, not all 0; the key may be missing.
    bool direction(const std::string& key, std::optional<std::array<double, 3>>& values, const char* about);
    bool texts(const std::string& key, std::vector<std::string>& values, const char* about);

    // Two keys that exclude each other. `second` is in force if it is above 0.
    struct Number {
        const char* key;
        double& value;
        double low, high;
        const char* about;
    };
    void either(const Number& first, const Number& second, double example);

    bool section(const std::string& key, const char* about, const std::function<void(TomlSection&)>& visit);

    // [[name.key]], one for each item. `example` is written as a comment if there is no item.
    template <class T>
    void sections(const std::string& key, const char* about, std::vector<T>& items, T example,
                  const std::function<void(TomlSection&, T&)>& visit) {
        if (writes()) {
            if (items.empty()) writeItem(key, about, true, [&](TomlSection& s) { visit(s, example); });
            for (T& item : items) writeItem(key, about, false, [&](TomlSection& s) { visit(s, item); });
            return;
        }
        readItems(key, [&](TomlSection& s) {
            T item{};
            visit(s, item);
            items.push_back(std::move(item));
        });
    }

    // each() visits all keys of this table when reading. example() writes a line as a comment.
    void each(const std::function<void(const std::string& key)>& visit);
    void example(const std::string& line, const char* about) { write(line, about, true); }

    // Throws if `key` is missing.
    void require(const std::string& key);
    // Throws if the table has a key that no call above asked for.
    void finish() const;

    std::size_t line() const { return table_->source().begin.line; }
    [[noreturn]] void fail(const std::string& key, const std::string& what, std::string remedy) const;

  private:
    TomlSection(std::string& text, Form form, std::string name, std::string prefix)
        : name_(std::move(name)), text_(&text), form_(form), prefix_(std::move(prefix)) {}

    const toml::node* find(const std::string& key);
    std::string named(const std::string& key) const { return name_.empty() ? key : name_ + "." + key; }
    void write(const std::string& line, const char* about, bool isExample = false);
    void writeItem(const std::string& key, const char* about, bool isExample,
                   const std::function<void(TomlSection&)>& visit);
    void readItems(const std::string& key, const std::function<void(TomlSection&)>& visit);

    const toml::table* table_ = nullptr;  // null for a writer
    std::string file_, name_;
    std::vector<std::string> known_;
    std::string* text_ = nullptr;
    Form form_ = Form::Bare;
    std::string prefix_;  // of the lines written
};

}  // namespace sinew
