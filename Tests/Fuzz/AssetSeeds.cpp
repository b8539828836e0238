// Small assets for the asset fuzzer to start from, each once as it is, once asking for a table that fits
// and once as patches to it.
#include <fstream>

#include "Fuzz/AssetSizes.h"

int main(int argc, char** argv) {
    if (argc != 2) return 2;
    const std::filesystem::path dir = std::filesystem::absolute(argv[1]);
    std::filesystem::create_directories(dir);
    std::string list;
    int index = 0;
    for (const sinew::test::SampleSize& size : sinew::test::fuzzedSizes()) {
        const sinew::AssetBytes packed = sinew::packAsset(sinew::test::sampleAsset(size).content);
        std::string text(reinterpret_cast<const char*>(packed.bytes().data()), packed.bytes().size());
        for (const char first : {'S', 's', 'p'}) {
            text[0] = first;
            if (first == 'p') text = std::string("p") + static_cast<char>(index / 3) + std::string(16, '\1');
            const std::filesystem::path path = dir / (std::to_string(index++) + ".sinew");
            if (!(std::ofstream(path, std::ios::binary) << text)) return 5;
            list += (list.empty() ? "" : ",") + path.string();
        }
    }
    return (std::ofstream(dir / "list") << list) ? 0 : 5;
}
