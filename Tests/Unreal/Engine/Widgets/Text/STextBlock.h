#pragma once
#include "Widgets/DeclarativeSyntaxSupport.h"

class STextBlock : public SWidget {
  public:
    struct FArguments {
        SINEW_FAKE_ARGUMENT(FText, Text)
        SINEW_FAKE_ARGUMENT(FText, ToolTipText)
        SINEW_FAKE_ARGUMENT(bool, AutoWrapText)
        SINEW_FAKE_WIDGET(STextBlock)
    };
    void Construct(const FArguments& Arguments) { Given = Arguments; }
    FText SinewFakeText() const override { return Given.HeldText.Get(); }

  private:
    FArguments Given;
};
