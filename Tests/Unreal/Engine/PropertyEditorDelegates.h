#pragma once
#include "Delegates/Delegate.h"

class IDetailCustomization;
DECLARE_DELEGATE_RetVal(TSharedRef<IDetailCustomization>, FOnGetDetailCustomizationInstance);
