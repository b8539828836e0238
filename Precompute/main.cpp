#include "Program.h"

int main(int argc, char** argv) {
    return sinew::runProgram(argc, argv);
}
