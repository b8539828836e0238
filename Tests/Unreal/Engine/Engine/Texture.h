#pragma once
#include "Containers/EnumAsByte.h"
#include "Engine/TextureDefines.h"
#include "PixelFormat.h"
#include "UObject/UObjectGlobals.h"

class FTextureResource {};

class UTexture : public UObject {
    SINEW_FAKE_CLASS(UTexture, UObject)
    uint8 SRGB : 1 = 1;
    uint8 NeverStream : 1 = 0;
    TEnumAsByte<TextureFilter> Filter = TF_Default;
    TEnumAsByte<TextureCompressionSettings> CompressionSettings = TC_Default;
    TEnumAsByte<TextureGroup> LODGroup = TEXTUREGROUP_World;
#if WITH_EDITORONLY_DATA
    TEnumAsByte<TextureMipGenSettings> MipGenSettings = TMGS_FromTextureGroup;
#endif
    virtual void UpdateResource() {
        bSinewFakeResource = true;
    }
    virtual float GetSurfaceWidth() const {
        return 0;
    }
    virtual float GetSurfaceHeight() const {
        return 0;
    }
    FTextureResource* GetResource() {
        return bSinewFakeResource ? &SinewFakeResource : nullptr;
    }
    FTextureResource SinewFakeResource;
    bool bSinewFakeResource = false;  // without one, updates are lost
};
