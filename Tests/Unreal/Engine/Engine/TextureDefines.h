#pragma once
#include "CoreTypes.h"

enum TextureCompressionSettings : int32 {
    TC_Default,
    TC_Normalmap,
    TC_Masks,
    TC_Grayscale,
    TC_Displacementmap,
    TC_VectorDisplacementmap,
    TC_HDR,
    TC_HalfFloat,
    TC_SingleFloat,
    TC_HDR_F32
};
enum TextureFilter : int32 { TF_Nearest, TF_Bilinear, TF_Trilinear, TF_Default };
enum TextureAddress : int32 { TA_Wrap, TA_Clamp, TA_Mirror };
enum TextureMipGenSettings : int32 { TMGS_FromTextureGroup, TMGS_NoMipmaps };
enum TextureGroup : int32 { TEXTUREGROUP_World, TEXTUREGROUP_Pixels2D };
