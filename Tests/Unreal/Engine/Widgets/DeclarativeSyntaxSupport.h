#pragma once
#include "Widgets/SWidget.h"

/** SNew(SButton).Text(…) is the widget's arguments, which become the widget where it is put. */
#define SNew(Type) Type::FArguments()
#define SINEW_FAKE_ARGUMENT(Kind, Name)               \
    FArguments& Name(const TAttribute<Kind>& Value) { \
        Held##Name = Value;                           \
        return *this;                                 \
    }                                                 \
    TAttribute<Kind> Held##Name;
#define SINEW_FAKE_WIDGET(Type)                     \
    operator TSharedRef<SWidget>() const {          \
        TSharedRef<Type> Made = MakeShared<Type>(); \
        Made->Construct(*this);                     \
        return Made;                                \
    }
