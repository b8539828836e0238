#pragma once
#include "Templates/SharedPointer.h"

class IDetailLayoutBuilder;
class IDetailCustomization : public TSharedFromThis<IDetailCustomization> {
  public:
    virtual ~IDetailCustomization() = default;
    virtual void CustomizeDetails(IDetailLayoutBuilder& DetailBuilder) = 0;
};
