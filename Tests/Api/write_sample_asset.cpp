// usage: write_sample_asset PATH
#include <iostream>

#include "Offline/Error.h"
#include "Support/Runtime/AssetSamples.h"

int main(int count, char** arguments) {
    if (count != 2) return 2;
    try {
        sinew::writeAsset(arguments[1], sinew::test::sampleAsset().content);
    } catch (const sinew::Error& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
    return 0;
}
