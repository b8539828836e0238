// One table of a TOML file, read key by key; what nobody asked for is refused. The same calls also list all
// keys there are, with their usual values.
#pragma once

#include <toml++/toml.h>
#include <functional>
#include <string>
#include <vector>

namespace sinew {

class TomlSection {
  public:
    // `file` and `name` are for messages.
    TomlSection(const toml::table& table, std::string file, std::string name)
        : table_(&table), file_(std::move(file)), name_(std::move(name)) {}

    // Reads nothing: every call below adds a line to `list`, with the value given to it.
    static TomlSection listing(std::string& list) { return TomlSection(list, "", ""); }

    // Each leaves `value` alone where the key is not there, and returns whether it is. `about`: for the list.
    bool number(const std::string& key, double& value, double low, double high, const char* about);
    bool integer(const std::string& key, int& value, int low, int high, const char* about);
    bool flag(const std::string& key, bool& value, const char* about);
    bool text(const std::string& key, std::string& value, const char* about);
    bool choice(const std::string& key, std::string& value, const std::vector<std::string>& choices,
                const char* about);
    bool numbers(const std::string& key, std::vector<double>& values, std::size_t count, double low,
                 double high, const char* about);
    bool texts(const std::string& key, std::vector<std::string>& values, const char* about);
    bool section(const std::string& key, const char* about, const std::function<void(TomlSection&)>& read);
    // [[name.key]], any number of them; the list has one, as a comment.
    void sections(const std::string& key, const char* about, const std::function<void(TomlSection&)>& read);
    // All keys of this table, whatever they are. `example`: a line of the list, as a comment.
    void each(const char* example, const char* about,
              const std::function<void(const std::string& key)>& read);

    // Throws where `key` is missing.
    void require(const std::string& key);
    // Throws for a key that none of the above was asked about.
    void finish() const;

    std::size_t line() const { return table_->source().begin.line; }
    [[noreturn]] void fail(const std::string& key, const std::string& what, std::string remedy) const;

  private:
    TomlSection(std::string& list, std::string name, std::string prefix)
        : name_(std::move(name)), list_(&list), prefix_(std::move(prefix)) {}

    const toml::node* find(const std::string& key);
    std::string named(const std::string& key) const { return name_.empty() ? key : name_ + "." + key; }
    // Where this is a list, adds the line and returns true. `usual` false: the value is none that a file may
    // have, so the line is a comment.
    bool listed(const std::string& line, const char* about, bool usual = true);

    const toml::table* table_ = nullptr;  // null: a list is made
    std::string file_, name_;
    std::vector<std::string> known_;
    std::string* list_ = nullptr;
    std::string prefix_;  // of its lines
};

}  // namespace sinew
