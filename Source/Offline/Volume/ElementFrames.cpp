#include "Offline/Volume/ElementFrames.h"

#include "Material/Material.h"

namespace sinew {

void ElementFrames::decompose(MaterialKind kind, bool definite, std::size_t count) {
    std::array<Mat3Block, kBlocks> u, v;
    std::array<Vec3Block, kBlocks> sigma;
    const std::size_t blocks = blocksFor(count);
    svd3(std::span(f_).first(blocks), std::span(u).first(blocks), std::span(sigma).first(blocks),
         std::span(v).first(blocks));
    withMaterial<float>(kind, [&](auto material) {
        for (std::size_t i = 0; i < count; ++i) {
            const Principal<float> p = decltype(material)::principal(vectorAt(sigma, i), lame_[i]);
            frames_[i] = {matrixAt(u, i), matrixAt(v, i),
                          definite ? projectedStiffness(p) : trueStiffness(p)};
        }
    });
}

}  // namespace sinew
