#pragma once
// FString and its relatives. Text is UTF-16, as the engine's is outside Windows.
#include <string>

#include "Containers/Array.h"
#include "Containers/Map.h"

namespace ESearchCase {
enum Type { CaseSensitive, IgnoreCase };
}
namespace ESearchDir {
enum Type { FromStart, FromEnd };
}

class FString;
using FStringView = const FString&;

namespace SinewFake {
/** One argument of a format. What the letter after % asks for and what was passed must agree, or the program
 * stops. */
struct FFormatArgument {
    enum class EKind : uint8 { Signed, Unsigned, Real, Wide, Narrow, Pointer } Kind;
    union {
        long long Signed;
        unsigned long long Unsigned;
        double Real;
        const TCHAR* Wide;
        const char* Narrow;
        const void* Pointer;
    };
    uint8 Size;  // bytes, of numbers
};
template <class T>
FFormatArgument MakeArgument(const T& Value) {
    using Plain = std::decay_t<T>;
    static_assert(std::is_arithmetic_v<Plain> || std::is_enum_v<Plain> || std::is_pointer_v<Plain>,
                  "a format takes numbers and pointers: write *String, not String");
    FFormatArgument Made{};
    Made.Size = sizeof(Plain);
    if constexpr (std::is_same_v<Plain, const TCHAR*> || std::is_same_v<Plain, TCHAR*>) {
        Made.Kind = FFormatArgument::EKind::Wide;
        Made.Wide = Value;
    } else if constexpr (std::is_same_v<Plain, const char*> || std::is_same_v<Plain, char*>) {
        Made.Kind = FFormatArgument::EKind::Narrow;
        Made.Narrow = Value;
    } else if constexpr (std::is_pointer_v<Plain>) {
        Made.Kind = FFormatArgument::EKind::Pointer;
        Made.Pointer = static_cast<const void*>(Value);
    } else if constexpr (std::is_floating_point_v<Plain>) {
        Made.Kind = FFormatArgument::EKind::Real;
        Made.Real = static_cast<double>(Value);
    } else if constexpr (std::is_unsigned_v<Plain>) {
        Made.Kind = FFormatArgument::EKind::Unsigned;
        Made.Unsigned = static_cast<unsigned long long>(Value);
    } else {
        Made.Kind = FFormatArgument::EKind::Signed;
        Made.Signed = static_cast<long long>(Value);
    }
    return Made;
}
std::u16string Format(const TCHAR* Text, const FFormatArgument* Arguments, int32 Count);
std::u16string Widen(const char* Utf8, SIZE_T Length);
std::string Narrow(const TCHAR* Wide, SIZE_T Length);
int32 Compare(const std::u16string& A, const std::u16string& B, bool bIgnoreCase);
uint32 HashIgnoringCase(const std::u16string& Text);
}  // namespace SinewFake

class FString {
  public:
    FString() = default;
    FString(const TCHAR* Wide) : Text(Wide == nullptr ? u"" : Wide) {}
    FString(const char* Utf8)
        : Text(SinewFake::Widen(Utf8, Utf8 == nullptr ? 0 : std::char_traits<char>::length(Utf8))) {}
    FString(int32 Length, const TCHAR* Wide) : Text(Wide, static_cast<SIZE_T>(Length)) {}
    explicit FString(std::u16string InText) : Text(std::move(InText)) {}

    template <class... Arguments>
    static FString Printf(const TCHAR* Format, const Arguments&... Given) {
        const SinewFake::FFormatArgument List[sizeof...(Given) + 1] = {SinewFake::MakeArgument(Given)..., {}};
        return FString(SinewFake::Format(Format, List, static_cast<int32>(sizeof...(Given))));
    }
    static FString FromInt(int32 Number);
    static FString SanitizeFloat(double Number, int32 LeastDigits = 1);
    static FString Chr(TCHAR Letter) { return FString(std::u16string(1, Letter)); }
    static FString ChrN(int32 Count, TCHAR Letter) {
        return FString(std::u16string(static_cast<SIZE_T>(Count), Letter));
    }
    template <class Range>
    static FString Join(const Range& Parts, const TCHAR* Separator) {
        FString Joined;
        bool bFirst = true;
        for (const auto& Part : Parts) {
            if (!bFirst) Joined += Separator;
            Joined += Part;
            bFirst = false;
        }
        return Joined;
    }
    static FString FromHexBlob(const uint8* Bytes, uint32 Count);

    const TCHAR* operator*() const { return Text.c_str(); }
    int32 Len() const { return static_cast<int32>(Text.size()); }
    bool IsEmpty() const { return Text.empty(); }
    void Empty() { Text.clear(); }
    void Reset() { Text.clear(); }
    void Reserve(int32 Count) { Text.reserve(static_cast<SIZE_T>(Count)); }
    TCHAR& operator[](int32 Index) { return Text[static_cast<SIZE_T>(Index)]; }
    const TCHAR& operator[](int32 Index) const { return Text[static_cast<SIZE_T>(Index)]; }
    bool IsValidIndex(int32 Index) const { return Index >= 0 && Index < Len(); }
    FString& operator+=(const FString& Other) { return Text += Other.Text, *this; }
    FString& operator+=(TCHAR Letter) { return Text += Letter, *this; }
    FString& Append(const FString& Other) { return *this += Other; }
    FString& AppendChar(TCHAR Letter) { return *this += Letter; }
    template <class... Arguments>
    FString& Appendf(const TCHAR* Format, const Arguments&... Given) {
        return *this += Printf(Format, Given...);
    }
    void AppendInt(int32 Number) { *this += FromInt(Number); }
    FString& operator/=(const FString& Other);

    bool Equals(const FString& Other, ESearchCase::Type Case = ESearchCase::CaseSensitive) const {
        return SinewFake::Compare(Text, Other.Text, Case == ESearchCase::IgnoreCase) == 0;
    }
    int32 Compare(const FString& Other, ESearchCase::Type Case = ESearchCase::CaseSensitive) const {
        return SinewFake::Compare(Text, Other.Text, Case == ESearchCase::IgnoreCase);
    }
    bool Contains(const FString& Part, ESearchCase::Type Case = ESearchCase::IgnoreCase) const {
        return Find(Part, Case) != INDEX_NONE;
    }
    int32 Find(const FString& Part, ESearchCase::Type Case = ESearchCase::IgnoreCase,
               ESearchDir::Type Direction = ESearchDir::FromStart, int32 From = INDEX_NONE) const;
    bool FindChar(TCHAR Letter, int32& OutIndex) const;
    bool FindLastChar(TCHAR Letter, int32& OutIndex) const;
    bool StartsWith(const FString& Part, ESearchCase::Type Case = ESearchCase::IgnoreCase) const;
    bool EndsWith(const FString& Part, ESearchCase::Type Case = ESearchCase::IgnoreCase) const;
    FString Left(int32 Count) const { return Mid(0, Count); }
    FString LeftChop(int32 Count) const { return Mid(0, Len() - Count); }
    FString Right(int32 Count) const { return Count >= Len() ? *this : Mid(Len() - Count); }
    FString RightChop(int32 Count) const { return Mid(Count); }
    FString Mid(int32 From, int32 Count = 0x7fffffff) const;
    void LeftChopInline(int32 Count) { *this = LeftChop(Count); }
    bool RemoveFromStart(const FString& Part);
    bool RemoveFromEnd(const FString& Part);
    FString ToLower() const;
    FString ToUpper() const;
    FString TrimStart() const;
    FString TrimEnd() const;
    FString TrimStartAndEnd() const { return TrimStart().TrimEnd(); }
    void TrimStartAndEndInline() { *this = TrimStartAndEnd(); }
    FString TrimQuotes() const;
    FString Replace(const TCHAR* From, const TCHAR* To,
                    ESearchCase::Type Case = ESearchCase::IgnoreCase) const;
    int32 ReplaceInline(const TCHAR* From, const TCHAR* To);
    bool Split(const FString& Separator, FString* OutLeft, FString* OutRight,
               ESearchCase::Type Case = ESearchCase::IgnoreCase,
               ESearchDir::Type Direction = ESearchDir::FromStart) const;
    int32 ParseIntoArray(TArray<FString>& OutParts, const TCHAR* Separator, bool bCullEmpty = true) const;
    int32 ParseIntoArrayLines(TArray<FString>& OutLines, bool bCullEmpty = true) const;
    bool IsNumeric() const;
    bool MatchesWildcard(const FString& Pattern) const;
    const TArray<TCHAR>& GetCharArray() const;
    const std::u16string& Std() const { return Text; }

    // Without regard to case, as the engine compares its strings.
    friend bool operator==(const FString& A, const FString& B) {
        return SinewFake::Compare(A.Text, B.Text, true) == 0;
    }
    friend bool operator==(const FString& A, const TCHAR* B) { return A == FString(B); }
    friend bool operator<(const FString& A, const FString& B) {
        return SinewFake::Compare(A.Text, B.Text, true) < 0;
    }
    friend FString operator+(const FString& A, const FString& B) { return FString(A.Text + B.Text); }
    friend FString operator+(const FString& A, const TCHAR* B) { return FString(A.Text + B); }
    friend FString operator+(const TCHAR* A, const FString& B) { return FString(A + B.Text); }
    friend FString operator+(const FString& A, TCHAR B) { return FString(A.Text + B); }
    friend FString operator/(FString A, const FString& B) { return A /= B; }
    friend uint32 GetTypeHash(const FString& Value) { return SinewFake::HashIgnoringCase(Value.Text); }

  private:
    std::u16string Text;
};

inline FString BytesToHex(const uint8* Bytes, int32 Count) {
    return FString::FromHexBlob(Bytes, static_cast<uint32>(Count));
}
template <class T>
FString LexToString(const T& Value) {
    if constexpr (std::is_same_v<T, bool>) {
        return Value ? TEXT("true") : TEXT("false");
    } else if constexpr (std::is_floating_point_v<T>) {
        return FString::Printf(TEXT("%f"), Value);
    } else if constexpr (std::is_unsigned_v<T>) {
        return FString::Printf(TEXT("%llu"), static_cast<uint64>(Value));
    } else {
        return FString::Printf(TEXT("%lld"), static_cast<int64>(Value));
    }
}
