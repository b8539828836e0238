#pragma once
#include "UObject/Object.h"

#if SINEW_FAKE_UE_MINOR >= 4
class FAssetRegistryTagsContextData {
  public:
    explicit FAssetRegistryTagsContextData(const UObject* InObject) : Object(InObject) {}
    const UObject* Object;
    TMap<FName, FAssetRegistryTag> Tags;
};
class FAssetRegistryTagsContext {
  public:
    explicit FAssetRegistryTagsContext(FAssetRegistryTagsContextData& InData) : Data(&InData) {}
    void AddTag(const FAssetRegistryTag& Tag) { Data->Tags.Add(Tag.Name, Tag); }
    const UObject* GetObject() const { return Data->Object; }
    bool ContainsTag(FName Name) const { return Data->Tags.Contains(Name); }

  private:
    FAssetRegistryTagsContextData* Data;
};
#endif
