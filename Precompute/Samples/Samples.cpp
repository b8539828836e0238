#include "Samples/Samples.h"

#include "Offline/Character/Gltf/WriteCharacter.h"
#include "Offline/Files.h"
#include "Samples/Limb.h"
#include "Samples/Mannequin.h"

namespace sinew {

std::vector<Character> makeSamples() {
    std::vector<Character> samples;
    samples.push_back(makeLimb());
    samples.push_back(makeMannequin());
    return samples;
}

std::vector<std::byte> sampleBytes(const Character& sample) {
    return gltf::toGlb(sample, {{{0.78, 0.62, 0.50, 1.0}}});
}

std::vector<std::filesystem::path> writeSamples(const std::filesystem::path& directory) {
    std::vector<std::filesystem::path> written;
    for (const Character& sample : makeSamples()) {
        const std::vector<std::byte> bytes = sampleBytes(sample);
        written.push_back(directory / (sample.name + ".glb"));
        writeFileAtomically(written.back(), {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    }
    return written;
}

}  // namespace sinew
