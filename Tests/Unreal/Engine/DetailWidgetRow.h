#pragma once
#include "Widgets/SWidget.h"

class FDetailWidgetRow {
  public:
    struct FDetailWidgetDecl {
        explicit FDetailWidgetDecl(FDetailWidgetRow& InRow) : Row(&InRow) {}
        FDetailWidgetRow& operator[](const TSharedRef<SWidget>& InWidget) {
            Widget = InWidget;
            return *Row;
        }
        FDetailWidgetDecl& MinDesiredWidth(float) { return *this; }
        FDetailWidgetDecl& MaxDesiredWidth(float) { return *this; }
        TSharedPtr<SWidget> Widget;
        FDetailWidgetRow* Row;
    };
    explicit FDetailWidgetRow(const FText& InFilter)
        : Filter(InFilter), Name(*this), Value(*this), Whole(*this) {}
    FDetailWidgetRow(const FDetailWidgetRow&) = delete;
    FDetailWidgetDecl& NameContent() { return Name; }
    FDetailWidgetDecl& ValueContent() { return Value; }
    FDetailWidgetDecl& WholeRowContent() { return Whole; }
    FText Filter;
    FDetailWidgetDecl Name, Value, Whole;
};
