// Benchmarks of something that a character goes through, on one worker and on all.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>

#include "Offline/Character/Import.h"
#include "Offline/Workers.h"
#include "Support/Data.h"

namespace sinew::bench {

using CharacterBody = void (*)(benchmark::State&, const Character&, const Jobs&);
using CharacterSource = std::function<const Character&()>;  // made when it is first asked for

inline void addCharacterBench(const std::string& name, CharacterBody body, const CharacterSource& character,
                              benchmark::TimeUnit unit) {
    static const Workers workers;
    const auto run = [=](const Jobs& jobs) {
        return [=](benchmark::State& state) { body(state, character(), jobs); };
    };
    benchmark::RegisterBenchmark((name + "/one").c_str(), run({}))->Unit(unit);
    benchmark::RegisterBenchmark((name + "/all").c_str(), run(workers.jobs()))->Unit(unit)->UseRealTime();
}

// add("human_body", source) where the file is there.
template <class Add>
void withHumanBody(Add&& add) {
    const auto path = test::dataPath("makehuman_human/human_body.glb");
    if (!path) return;
    add("human_body", [path]() -> const Character& {
        static const Character character = importCharacter(*path);
        return character;
    });
}

}  // namespace sinew::bench
