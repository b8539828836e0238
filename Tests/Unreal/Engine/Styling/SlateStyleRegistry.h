#pragma once
#include "Styling/SlateStyle.h"

class FSlateStyleRegistry {
  public:
    static void RegisterSlateStyle(const ISlateStyle& Style) {
        Styles().Add(Style.GetStyleSetName(), &Style);
    }
    static void UnRegisterSlateStyle(const ISlateStyle& Style) { Styles().Remove(Style.GetStyleSetName()); }
    static const ISlateStyle* FindSlateStyle(const FName& Name) { return Styles().FindRef(Name); }

  private:
    static TMap<FName, const ISlateStyle*>& Styles() {
        static TMap<FName, const ISlateStyle*> Held;
        return Held;
    }
};
