#pragma once
#include "Containers/ArrayView.h"
#include "UObject/SoftObjectPtr.h"

struct FAssetCategoryPath {
    FAssetCategoryPath(const FText& InCategory) : Category(InCategory) {}
    FAssetCategoryPath(const FAssetCategoryPath& Parent, const FText& Sub)
        : Category(Parent.Category), SubCategory(Sub) {}
    FText Category, SubCategory;
};
struct EAssetCategoryPaths {
    static inline const FAssetCategoryPath Basic{FText::FromString(TEXT("Basic"))},
        Animation{FText::FromString(TEXT("Animation"))}, Physics{FText::FromString(TEXT("Physics"))},
        Misc{FText::FromString(TEXT("Miscellaneous"))};
};
class UAssetDefinition : public UObject {
    SINEW_FAKE_CLASS(UAssetDefinition, UObject)
    virtual FText GetAssetDisplayName() const { return FText(); }
    virtual FLinearColor GetAssetColor() const { return FLinearColor(); }
    virtual TSoftClassPtr<UObject> GetAssetClass() const { return nullptr; }
    virtual TConstArrayView<FAssetCategoryPath> GetAssetCategories() const {
        return TConstArrayView<FAssetCategoryPath>();
    }
    virtual bool CanImport() const { return false; }
};
