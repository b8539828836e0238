// One line per fact that a figure depends on, then the benchmarks.
#include <benchmark/benchmark.h>

#include <fstream>
#include <string>
#include <thread>

#include "Math/InstructionSet.h"

namespace {

std::string processorName() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
    }
    return "unknown";
}

}  // namespace

int main(int argc, char** argv) {
    benchmark::AddCustomContext("processor", processorName());
    benchmark::AddCustomContext("threads", std::to_string(std::thread::hardware_concurrency()));
    benchmark::AddCustomContext("instruction set", sinew::instructionSetName(sinew::bestInstructionSet()));
    benchmark::AddCustomContext("compiler", __VERSION__);
    benchmark::AddCustomContext("build", SINEW_BUILD_TYPE);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
