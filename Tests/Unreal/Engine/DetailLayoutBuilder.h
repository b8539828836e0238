#pragma once
#include "DetailCategoryBuilder.h"
#include "UObject/WeakObjectPtrTemplates.h"

namespace ECategoryPriority {
enum Type { Variable, Transform, Important, TypeSpecific, Default, Uncommon };
}
class IDetailLayoutBuilder {
  public:
    virtual ~IDetailLayoutBuilder() = default;
    virtual IDetailCategoryBuilder& EditCategory(
        FName CategoryName, const FText& NewLocalizedDisplayName = FText::GetEmpty(),
        ECategoryPriority::Type CategoryType = ECategoryPriority::Default) = 0;
    virtual void GetObjectsBeingCustomized(TArray<TWeakObjectPtr<UObject>>& OutObjects) const = 0;
    virtual void HideCategory(FName CategoryName) = 0;
};
