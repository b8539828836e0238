#pragma once
#include "Materials/MaterialInterface.h"
#include "Math/Color.h"

class UTexture;

class UMaterialInstance : public UMaterialInterface {
    SINEW_FAKE_CLASS(UMaterialInstance, UMaterialInterface)
    TObjectPtr<UMaterialInterface> Parent;
};
class UMaterialInstanceDynamic : public UMaterialInstance {
    SINEW_FAKE_CLASS(UMaterialInstanceDynamic, UMaterialInstance)
    static UMaterialInstanceDynamic* Create(UMaterialInterface* Parent, UObject* Outer);
    static UMaterialInstanceDynamic* Create(UMaterialInterface* Parent, UObject* Outer, FName Name);
    void SetTextureParameterValue(FName Name, UTexture* Value) { SinewFakeTextures.Add(Name, Value); }
    void SetScalarParameterValue(FName Name, float Value) { SinewFakeScalars.Add(Name, Value); }
    void SetVectorParameterValue(FName Name, FLinearColor Value) { SinewFakeVectors.Add(Name, Value); }
    UTexture* K2_GetTextureParameterValue(FName Name) { return SinewFakeTextures.FindRef(Name); }
    float K2_GetScalarParameterValue(FName Name) { return SinewFakeScalars.FindRef(Name); }
    FLinearColor K2_GetVectorParameterValue(FName Name) { return SinewFakeVectors.FindRef(Name); }
    void SinewFakeReferences(FReferenceCollector& Collector) override;

    TMap<FName, TObjectPtr<UTexture>> SinewFakeTextures;
    TMap<FName, float> SinewFakeScalars;
    TMap<FName, FLinearColor> SinewFakeVectors;
};
