// The command line as the rest of the program reads it.
#pragma once

#include <string>
#include <vector>

namespace sinew {

// In UTF-8 on all systems, as they were typed: nobody but a shell replaces wildcards.
std::vector<std::string> programArguments(int argc, const char* const* argv);

}  // namespace sinew
