// Errors of offline code: a text and a remedy. The program converts the kind to an exit code.
#pragma once

#include <stdexcept>
#include <string>

namespace sinew {

enum class ErrorKind {
    Failed = 1,    // a solve or a quality gate
    Usage = 2,     // the command line
    BadInput = 3,  // a file's content: names the bone, vertex or field
    Budget = 4,    // a limit the user set
    Io = 5,        // reading or writing
};

class Error : public std::runtime_error {
  public:
    Error(ErrorKind kind, const std::string& what, std::string remedy = {})
        : std::runtime_error(what), kind_(kind), remedy_(std::move(remedy)) {}

    ErrorKind kind() const { return kind_; }
    const std::string& remedy() const { return remedy_; }

  private:
    ErrorKind kind_;
    std::string remedy_;
};

inline Error badInput(const std::string& what, std::string remedy = {}) {
    return {ErrorKind::BadInput, what, std::move(remedy)};
}

}  // namespace sinew
