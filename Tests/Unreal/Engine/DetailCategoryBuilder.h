#pragma once
#include "DetailWidgetRow.h"

class IDetailCategoryBuilder {
  public:
    virtual ~IDetailCategoryBuilder() = default;
    virtual FDetailWidgetRow& AddCustomRow(const FText& FilterString, bool bForAdvanced = false) = 0;
};
