#pragma once
#include <memory>

#include "Styling/SlateBrush.h"
#include "Templates/SharedPointer.h"

class ISlateStyle {
  public:
    virtual ~ISlateStyle() = default;
    virtual const FName& GetStyleSetName() const = 0;
    virtual const FSlateBrush* GetBrush(const FName Name) const = 0;
};
class FSlateStyleSet : public ISlateStyle {
  public:
    explicit FSlateStyleSet(const FName& InName) : Name(InName) {}
    const FName& GetStyleSetName() const override { return Name; }
    const FSlateBrush* GetBrush(const FName BrushName) const override {
        const std::shared_ptr<FSlateBrush>* Found = Brushes.Find(BrushName);
        return Found == nullptr ? nullptr : Found->get();
    }
    void SetContentRoot(const FString& Root) { ContentRoot = Root; }
    FString RootToContentDir(const TCHAR* Path, const TCHAR* Extension = TEXT("")) const {
        return ContentRoot / Path + Extension;
    }
    /** The style owns it. */
    void Set(const FName BrushName, FSlateBrush* Brush) {
        Brushes.Add(BrushName, std::shared_ptr<FSlateBrush>(Brush));
    }

  private:
    FName Name;
    FString ContentRoot;
    TMap<FName, std::shared_ptr<FSlateBrush>> Brushes;
};
