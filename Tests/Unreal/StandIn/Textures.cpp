#include "CoreMinimal.h"
#include "Engine/Texture2D.h"
#include "Materials/Material.h"
#include "Materials/MaterialInstanceDynamic.h"
#include "RenderingThread.h"

namespace {
int32 BytesPerPixel(EPixelFormat Format) {
    switch (Format) {
        case PF_A32B32G32R32F:
            return 16;
        case PF_FloatRGBA:
        case PF_G32R32F:
            return 8;
        case PF_R16F:
            return 2;
        default:
            return 4;
    }
}
}  // namespace

#if SINEW_FAKE_UE_MINOR >= 4
UTexture2D* UTexture2D::CreateTransient(int32 InSizeX, int32 InSizeY, EPixelFormat InFormat,
                                        const FName InName, TConstArrayView64<uint8> InImageData) {
#else
UTexture2D* UTexture2D::CreateTransient(int32 InSizeX, int32 InSizeY, EPixelFormat InFormat,
                                        const FName InName) {
    const TConstArrayView64<uint8> InImageData;
#endif
    if (InSizeX <= 0 || InSizeY <= 0) return nullptr;
    UTexture2D* Texture = NewObject<UTexture2D>(GetTransientPackage(), InName, RF_Transient);
    Texture->SinewFakeWidth = InSizeX;
    Texture->SinewFakeHeight = InSizeY;
    Texture->SinewFakeFormat = InFormat;
    Texture->SinewFakePixels.SetNumZeroed(InSizeX * InSizeY * BytesPerPixel(InFormat));
    if (InImageData.Num() > 0) {
        check(InImageData.Num() == Texture->SinewFakePixels.Num());
        FMemory::Memcpy(Texture->SinewFakePixels.GetData(), InImageData.GetData(), SIZE_T(InImageData.Num()));
    }
    return Texture;
}
void UTexture2D::UpdateTextureRegions(
    int32 MipIndex, uint32 NumRegions, const FUpdateTextureRegion2D* Regions, uint32 SrcPitch, uint32 SrcBpp,
    uint8* SrcData, TFunction<void(uint8*, const FUpdateTextureRegion2D*)> DataCleanupFunc) {
    check(IsInGameThread() && MipIndex == 0);
    if (!bSinewFakeResource) {
        // Nothing is read, and the cleanup never comes: what the engine does, too.
        ++SinewFakeLost;
        return;
    }
    check(int32(SrcBpp) == BytesPerPixel(SinewFakeFormat));
    const TWeakObjectPtr<UTexture2D> Weak(this);
    // Read when the render thread gets there: memory on a stack is gone by then.
    SinewFake::EnqueueRenderCommand([=]() {
        UTexture2D* Texture = Weak.Get();
        for (uint32 Index = 0; Texture != nullptr && Index < NumRegions; ++Index) {
            const FUpdateTextureRegion2D& Region = Regions[Index];
            check(int32(Region.DestX + Region.Width) <= Texture->SinewFakeWidth &&
                  int32(Region.DestY + Region.Height) <= Texture->SinewFakeHeight);
            for (uint32 Row = 0; Row < Region.Height; ++Row) {
                const SIZE_T To =
                    (SIZE_T(Region.DestY + Row) * SIZE_T(Texture->SinewFakeWidth) + Region.DestX) * SrcBpp;
                const SIZE_T From =
                    SIZE_T(uint32(Region.SrcY) + Row) * SrcPitch + SIZE_T(uint32(Region.SrcX)) * SrcBpp;
                FMemory::Memcpy(Texture->SinewFakePixels.GetData() + To, SrcData + From,
                                SIZE_T(Region.Width) * SrcBpp);
            }
        }
        if (Texture != nullptr) ++Texture->SinewFakeUpdates;
        if (Texture != nullptr) ++Texture->SinewFakeCleanups;
        DataCleanupFunc(SrcData, Regions);
    });
}

UMaterial* UMaterial::GetDefaultMaterial(EMaterialDomain) {
    static UMaterial* const Made = [] {
        UMaterial* Default = NewObject<UMaterial>(GetTransientPackage(), FName(TEXT("DefaultMaterial")));
        Default->AddToRoot();
        return Default;
    }();
    return Made;
}
UMaterialInstanceDynamic* UMaterialInstanceDynamic::Create(UMaterialInterface* Parent, UObject* Outer) {
    return Create(Parent, Outer, NAME_None);
}
UMaterialInstanceDynamic* UMaterialInstanceDynamic::Create(UMaterialInterface* Parent, UObject* Outer,
                                                           FName Name) {
    UMaterialInstanceDynamic* Made = NewObject<UMaterialInstanceDynamic>(Outer, Name);
    Made->Parent = Parent;
    return Made;
}
void UMaterialInstanceDynamic::SinewFakeReferences(FReferenceCollector& Collector) {
    Super::SinewFakeReferences(Collector);
    Collector.AddReferencedObject(Parent);
    Collector.AddReferencedObjects(SinewFakeTextures);
}
