#pragma once
#include "Widgets/DeclarativeSyntaxSupport.h"

class SButton : public SWidget {
  public:
    struct FArguments {
        SINEW_FAKE_ARGUMENT(FText, Text)
        SINEW_FAKE_ARGUMENT(FText, ToolTipText)
        SINEW_FAKE_ARGUMENT(bool, IsEnabled)
        FArguments& OnClicked(const FOnClicked& Value) {
            HeldOnClicked = Value;
            return *this;
        }
        FOnClicked HeldOnClicked;
        SINEW_FAKE_WIDGET(SButton)
    };
    void Construct(const FArguments& Arguments) { Given = Arguments; }
    FText SinewFakeText() const override { return Given.HeldText.Get(); }
    bool SinewFakePress() override {
        return Given.HeldIsEnabled.Get(true) && Given.HeldOnClicked.IsBound() &&
               Given.HeldOnClicked.Execute().IsEventHandled();
    }

  private:
    FArguments Given;
};
