// The program `sinew`: command line in, exit code out.
#pragma once

namespace sinew {

int runProgram(int argc, const char* const* argv);

}  // namespace sinew
