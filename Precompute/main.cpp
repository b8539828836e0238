#include "Arguments.h"
#include "Program.h"
#include "Terminal.h"

int main(int argc, char** argv) {
    const std::vector<std::string> arguments = sinew::programArguments(argc, argv);
    std::vector<const char*> words;
    words.reserve(arguments.size());
    for (const std::string& argument : arguments) words.push_back(argument.c_str());
    sinew::prepareStreams();
    return sinew::runProgram(static_cast<int>(words.size()), words.data());
}
