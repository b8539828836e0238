#pragma once
#include "Containers/ArrayView.h"
#include "Engine/Texture.h"
#include "RHITypes.h"
#include "Templates/Function.h"

/** The picture is bytes that tests look at. Updates arrive when the world next ticks, as from the render
 * thread. */
class UTexture2D : public UTexture {
    SINEW_FAKE_CLASS(UTexture2D, UTexture)
    TEnumAsByte<TextureAddress> AddressX = TA_Wrap, AddressY = TA_Wrap;
#if SINEW_FAKE_UE_MINOR >= 4
    static UTexture2D* CreateTransient(int32 InSizeX, int32 InSizeY, EPixelFormat InFormat = PF_B8G8R8A8,
                                       const FName InName = NAME_None,
                                       TConstArrayView64<uint8> InImageData = TConstArrayView64<uint8>());
#else
    static UTexture2D* CreateTransient(int32 InSizeX, int32 InSizeY, EPixelFormat InFormat = PF_B8G8R8A8,
                                       const FName InName = NAME_None);
#endif
    void UpdateTextureRegions(
        int32 MipIndex, uint32 NumRegions, const FUpdateTextureRegion2D* Regions, uint32 SrcPitch,
        uint32 SrcBpp, uint8* SrcData,
        TFunction<void(uint8* SrcData, const FUpdateTextureRegion2D* Regions)> DataCleanupFunc =
            [](uint8*, const FUpdateTextureRegion2D*) {});
    int32 GetSizeX() const {
        return SinewFakeWidth;
    }
    int32 GetSizeY() const {
        return SinewFakeHeight;
    }
    float GetSurfaceWidth() const override {
        return float(SinewFakeWidth);
    }
    float GetSurfaceHeight() const override {
        return float(SinewFakeHeight);
    }
    EPixelFormat GetPixelFormat(uint32 = 0) const {
        return SinewFakeFormat;
    }
    int32 GetNumMips() const {
        return 1;
    }

    TArray<uint8> SinewFakePixels;
    int32 SinewFakeUpdates = 0, SinewFakeCleanups = 0, SinewFakeLost = 0;

  private:
    int32 SinewFakeWidth = 0, SinewFakeHeight = 0;
    EPixelFormat SinewFakeFormat = PF_Unknown;
};
