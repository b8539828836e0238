#pragma once
#include "Input/Reply.h"
#include "Internationalization/Text.h"
#include "Misc/Attribute.h"
#include "Templates/SharedPointer.h"

class SWidget : public TSharedFromThis<SWidget> {
  public:
    virtual ~SWidget() = default;
    virtual FText SinewFakeText() const { return FText(); }
    virtual bool SinewFakePress() { return false; }  // true: something took it
};
