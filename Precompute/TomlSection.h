// One table of a TOML file, read key by key; what nobody asked for is refused.
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
        : table_(table), file_(std::move(file)), name_(std::move(name)) {}

    // Each leaves `value` alone where the key is not there, and returns whether it is.
    bool number(const std::string& key, double& value, double low, double high);
    bool integer(const std::string& key, int& value, int low, int high);
    bool flag(const std::string& key, bool& value);
    bool text(const std::string& key, std::string& value);
    bool choice(const std::string& key, std::string& value, const std::vector<std::string>& choices);
    bool numbers(const std::string& key, std::vector<double>& values, std::size_t count, double low,
                 double high);
    bool texts(const std::string& key, std::vector<std::string>& values);
    bool section(const std::string& key, const std::function<void(TomlSection&)>& read);
    // [[name.key]], any number of them.
    void sections(const std::string& key, const std::function<void(TomlSection&)>& read);
    // All keys of this table, whatever they are.
    void each(const std::function<void(const std::string& key)>& read);

    // Throws where `key` is missing.
    void require(const std::string& key);
    // Throws for a key that none of the above was asked about.
    void finish() const;

    std::size_t line() const { return table_.source().begin.line; }
    [[noreturn]] void fail(const std::string& key, const std::string& what, std::string remedy) const;

  private:
    const toml::node* find(const std::string& key);
    std::string named(const std::string& key) const { return name_.empty() ? key : name_ + "." + key; }

    const toml::table& table_;
    std::string file_, name_;
    std::vector<std::string> known_;
};

}  // namespace sinew
