#pragma once
#include "UObject/NameTypes.h"

namespace SinewFake {
class FTextArgument;
}
using FFormatNamedArguments = TMap<FString, SinewFake::FTextArgument>;

class FText {
  public:
    FText() = default;
    static FText FromString(const FString& Text) { return FText(Text); }
    static FText FromName(const FName& Name) { return FText(Name.ToString()); }
    static FText GetEmpty() { return FText(); }
    static FText AsCultureInvariant(const FString& Text) { return FText(Text); }
    template <class Number>
    static FText AsNumber(Number Value) {
        return FText(LexToString(Value));
    }
    static FText AsPercent(double Share) { return FText(FString::Printf(TEXT("%.0f%%"), Share * 100.0)); }
    static FText AsMemory(uint64 Bytes) { return FText(FString::Printf(TEXT("%llu B"), Bytes)); }
    /** {0}, {1}, … in the order given. */
    template <class... Arguments>
    static FText Format(const FText& Pattern, const Arguments&... Given);
    static FText Format(const FText& Pattern, const FFormatNamedArguments& Given);
    const FString& ToString() const { return Text; }
    bool IsEmpty() const { return Text.IsEmpty(); }
    bool EqualTo(const FText& Other) const { return Text.Equals(Other.Text); }

  private:
    explicit FText(FString InText) : Text(std::move(InText)) {}
    FString Text;
};

namespace SinewFake {
class FTextArgument {
  public:
    FTextArgument() = default;
    FTextArgument(const FText& Text) : Shown(Text.ToString()) {}
    template <class Number>
    requires std::is_arithmetic_v<Number> FTextArgument(Number Value) : Shown(LexToString(Value)) {}
    FString Shown;
};
FString FormatText(const FString& Pattern, const TMap<FString, FString>& Values);
}  // namespace SinewFake

template <class... Arguments>
FText FText::Format(const FText& Pattern, const Arguments&... Given) {
    TMap<FString, FString> Values;
    int32 Index = 0;
    (Values.Add(FString::FromInt(Index++), SinewFake::FTextArgument(Given).Shown), ...);
    return FText(SinewFake::FormatText(Pattern.ToString(), Values));
}
inline FText FText::Format(const FText& Pattern, const FFormatNamedArguments& Given) {
    TMap<FString, FString> Values;
    for (const auto& Pair : Given) Values.Add(Pair.Key, Pair.Value.Shown);
    return FText(SinewFake::FormatText(Pattern.ToString(), Values));
}

#define NSLOCTEXT(Namespace, Key, Literal) FText::FromString(TEXT(Literal))
// Like the engine's: to use it, a file must define LOCTEXT_NAMESPACE, and undefine it at its end.
#define LOCTEXT(Key, Literal) NSLOCTEXT(LOCTEXT_NAMESPACE "", Key, Literal)
#define INVTEXT(Literal) FText::FromString(TEXT(Literal))
