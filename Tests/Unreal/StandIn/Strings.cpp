#include <cctype>
#include <cstdio>
#include <mutex>
#include <unordered_map>

#include "CoreMinimal.h"

namespace SinewFake {
namespace {
char16_t Lower(char16_t Letter) {
    return FChar::ToLower(Letter);
}

using EKind = FFormatArgument::EKind;

bool Fits(char Letter, bool bNarrow, EKind Kind) {
    switch (Letter) {
        case 's':
            return Kind == (bNarrow ? EKind::Narrow : EKind::Wide);
        case 'd':
        case 'i':
        case 'c':
            return Kind == EKind::Signed || Kind == EKind::Unsigned;
        case 'u':
        case 'x':
        case 'X':
            return Kind == EKind::Unsigned || Kind == EKind::Signed;
        case 'p':
            return Kind == EKind::Pointer;
        default:
            return Kind == EKind::Real;
    }
}

/** Lengths must agree too: %d of 64 bits, say, prints rubbish where the engine runs. */
bool FitsSize(char Letter, const std::string& Length, const FFormatArgument& Argument) {
    if (Letter == 's' || Letter == 'p' || Argument.Kind == EKind::Real) return true;
    const bool bWide = Length == "ll" || Length == "l" || Length == "z" || Length == "j" || Length == "I64";
    return bWide == (Argument.Size == 8);
}

std::u16string Numeric(const std::string& Spec, char Letter, const FFormatArgument& Argument) {
    char Buffer[512];
    if (Argument.Kind == EKind::Real) {
        std::snprintf(Buffer, sizeof Buffer, (Spec + Letter).c_str(), Argument.Real);
    } else if (Letter == 'p') {
        std::snprintf(Buffer, sizeof Buffer, "%p", Argument.Pointer);
    } else if (Letter == 'c') {
        return std::u16string(1, static_cast<char16_t>(Argument.Signed));
    } else {
        unsigned long long Bits = Argument.Unsigned;
        // Narrower numbers were widened with their sign; an unsigned letter sees their own width.
        if (Letter != 'd' && Letter != 'i' && Argument.Size < 8) Bits &= (1ull << (8 * Argument.Size)) - 1;
        std::snprintf(Buffer, sizeof Buffer, (Spec + "ll" + Letter).c_str(), Bits);
    }
    return Widen(Buffer, std::strlen(Buffer));
}

std::u16string Padded(std::u16string Text, const std::string& Spec) {
    const bool bLeft = Spec.find('-') != std::string::npos;
    const std::size_t Digit = Spec.find_first_of("123456789");
    const std::size_t Dot = Spec.find('.');
    if (Dot != std::string::npos)
        Text.resize(std::min(Text.size(), std::size_t(std::atoi(Spec.c_str() + Dot + 1))));
    const std::size_t Width =
        Digit == std::string::npos || Digit > Dot ? 0 : std::size_t(std::atoi(Spec.c_str() + Digit));
    if (Text.size() >= Width) return Text;
    const std::u16string Blanks(Width - Text.size(), u' ');
    return bLeft ? Text + Blanks : Blanks + Text;
}

std::u16string One(const std::string& Spec, const std::string& Length, char Letter,
                   const FFormatArgument& Argument) {
    const bool bNarrow = Length == "h";
    if (!Fits(Letter, bNarrow, Argument.Kind) || !FitsSize(Letter, Length, Argument)) {
        std::fprintf(stderr, "a format's %s%s%c does not fit its argument\n", Spec.c_str(), Length.c_str(),
                     Letter);
        FailCheck("a format and its arguments agree", __FILE__, __LINE__);
    }
    if (Letter != 's') return Numeric(Spec, Letter, Argument);
    if (bNarrow)
        return Padded(
            Argument.Narrow == nullptr ? u"(null)" : Widen(Argument.Narrow, std::strlen(Argument.Narrow)),
            Spec);
    return Padded(Argument.Wide == nullptr ? u"(null)" : Argument.Wide, Spec);
}
}  // namespace

std::u16string Format(const TCHAR* Text, const FFormatArgument* Arguments, int32 Count) {
    std::u16string Out;
    int32 Next = 0;
    for (; *Text != 0; ++Text) {
        if (*Text != u'%') {
            Out += *Text;
            continue;
        }
        ++Text;
        if (*Text == u'%') {
            Out += u'%';
            continue;
        }
        std::string Spec = "%", Length;
        for (; *Text != 0 && std::strchr("-+ #0123456789.*", char(*Text)) != nullptr; ++Text) {
            if (*Text == u'*') {
                check(Next < Count);
                Spec += std::to_string(Arguments[Next++].Signed);
            } else {
                Spec += char(*Text);
            }
        }
        for (; *Text != 0 && std::strchr("hljzI64", char(*Text)) != nullptr; ++Text) Length += char(*Text);
        if (Next >= Count) FailCheck("a format has an argument for every %", __FILE__, __LINE__);
        Out += One(Spec, Length, char(*Text), Arguments[Next++]);
    }
    if (Next != Count) FailCheck("a format uses all of its arguments", __FILE__, __LINE__);
    return Out;
}

std::u16string Widen(const char* Utf8, SIZE_T Length) {
    std::u16string Out;
    for (SIZE_T Index = 0; Index < Length;) {
        const unsigned char First = static_cast<unsigned char>(Utf8[Index++]);
        int Extra = First < 0x80 ? 0 : First < 0xe0 ? 1 : First < 0xf0 ? 2 : 3;
        char32_t Point = Extra == 0 ? First : First & (0x3f >> Extra);
        for (; Extra > 0 && Index < Length; --Extra)
            Point = (Point << 6) | (static_cast<unsigned char>(Utf8[Index++]) & 0x3f);
        if (Point < 0x10000) {
            Out += static_cast<char16_t>(Point);
        } else {
            Out += static_cast<char16_t>(0xd800 + ((Point - 0x10000) >> 10));
            Out += static_cast<char16_t>(0xdc00 + ((Point - 0x10000) & 0x3ff));
        }
    }
    return Out;
}

std::string Narrow(const TCHAR* Wide, SIZE_T Length) {
    std::string Out;
    for (SIZE_T Index = 0; Index < Length; ++Index) {
        char32_t Point = Wide[Index];
        if (Point >= 0xd800 && Point < 0xdc00 && Index + 1 < Length)
            Point = 0x10000 + ((Point - 0xd800) << 10) + (Wide[++Index] - 0xdc00);
        if (Point < 0x80) {
            Out += char(Point);
        } else if (Point < 0x800) {
            Out += {char(0xc0 | (Point >> 6)), char(0x80 | (Point & 0x3f))};
        } else if (Point < 0x10000) {
            Out +=
                {char(0xe0 | (Point >> 12)), char(0x80 | ((Point >> 6) & 0x3f)), char(0x80 | (Point & 0x3f))};
        } else {
            Out += {char(0xf0 | (Point >> 18)), char(0x80 | ((Point >> 12) & 0x3f)),
                    char(0x80 | ((Point >> 6) & 0x3f)), char(0x80 | (Point & 0x3f))};
        }
    }
    return Out;
}

int32 Compare(const std::u16string& A, const std::u16string& B, bool bIgnoreCase) {
    const SIZE_T Length = std::min(A.size(), B.size());
    for (SIZE_T Index = 0; Index < Length; ++Index) {
        const char16_t X = bIgnoreCase ? Lower(A[Index]) : A[Index],
                       Y = bIgnoreCase ? Lower(B[Index]) : B[Index];
        if (X != Y) return X < Y ? -1 : 1;
    }
    return A.size() == B.size() ? 0 : A.size() < B.size() ? -1 : 1;
}

uint32 HashIgnoringCase(const std::u16string& Text) {
    uint32 Hash = 2166136261u;
    for (const char16_t Letter : Text) Hash = (Hash ^ Lower(Letter)) * 16777619u;
    return Hash;
}

FString FormatText(const FString& Pattern, const TMap<FString, FString>& Values) {
    FString Out;
    for (int32 Index = 0; Index < Pattern.Len(); ++Index) {
        const int32 End = Pattern[Index] == u'{' ? Pattern.Find(TEXT("}"), ESearchCase::CaseSensitive,
                                                                ESearchDir::FromStart, Index)
                                                 : INDEX_NONE;
        const FString* Value =
            End == INDEX_NONE ? nullptr : Values.Find(Pattern.Mid(Index + 1, End - Index - 1));
        if (Value == nullptr) {
            Out += Pattern[Index];
        } else {
            Out += *Value;
            Index = End;
        }
    }
    return Out;
}
}  // namespace SinewFake

FString FString::FromInt(int32 Number) {
    return Printf(TEXT("%d"), Number);
}
FString FString::SanitizeFloat(double Number, int32 LeastDigits) {
    FString Text = Printf(TEXT("%f"), Number);
    int32 Dot = 0;
    if (!Text.FindChar(u'.', Dot)) return Text;
    while (Text.Len() > Dot + 1 + LeastDigits && Text.EndsWith(TEXT("0"))) Text = Text.LeftChop(1);
    return Text;
}
FString FString::FromHexBlob(const uint8* Bytes, uint32 Count) {
    FString Text;
    for (uint32 Index = 0; Index < Count; ++Index) Text += Printf(TEXT("%02X"), uint32(Bytes[Index]));
    return Text;
}
FString& FString::operator/=(const FString& Other) {
    if (!IsEmpty() && Text.back() != u'/') Text += u'/';
    Text += !IsEmpty() && !Other.IsEmpty() && Other.Text[0] == u'/' ? Other.Text.substr(1) : Other.Text;
    return *this;
}
int32 FString::Find(const FString& Part, ESearchCase::Type Case, ESearchDir::Type Direction,
                    int32 From) const {
    const std::u16string A = Case == ESearchCase::IgnoreCase ? ToLower().Text : Text;
    const std::u16string B = Case == ESearchCase::IgnoreCase ? Part.ToLower().Text : Part.Text;
    const SIZE_T At = Direction == ESearchDir::FromStart
                          ? A.find(B, From == INDEX_NONE ? 0 : SIZE_T(From))
                          : A.rfind(B, From == INDEX_NONE ? std::u16string::npos : SIZE_T(From) - 1);
    return At == std::u16string::npos ? INDEX_NONE : int32(At);
}
bool FString::FindChar(TCHAR Letter, int32& OutIndex) const {
    const SIZE_T At = Text.find(Letter);
    OutIndex = At == std::u16string::npos ? INDEX_NONE : int32(At);
    return OutIndex != INDEX_NONE;
}
bool FString::FindLastChar(TCHAR Letter, int32& OutIndex) const {
    const SIZE_T At = Text.rfind(Letter);
    OutIndex = At == std::u16string::npos ? INDEX_NONE : int32(At);
    return OutIndex != INDEX_NONE;
}
bool FString::StartsWith(const FString& Part, ESearchCase::Type Case) const {
    return Len() >= Part.Len() && Left(Part.Len()).Equals(Part, Case);
}
bool FString::EndsWith(const FString& Part, ESearchCase::Type Case) const {
    return Len() >= Part.Len() && Right(Part.Len()).Equals(Part, Case);
}
FString FString::Mid(int32 From, int32 Count) const {
    const int32 First = FMath::Clamp(From, 0, Len());
    return FString(Text.substr(SIZE_T(First), SIZE_T(FMath::Clamp(Count, 0, Len() - First))));
}
bool FString::RemoveFromStart(const FString& Part) {
    const bool bFound = !Part.IsEmpty() && StartsWith(Part);
    if (bFound) *this = RightChop(Part.Len());
    return bFound;
}
bool FString::RemoveFromEnd(const FString& Part) {
    const bool bFound = !Part.IsEmpty() && EndsWith(Part);
    if (bFound) *this = LeftChop(Part.Len());
    return bFound;
}
FString FString::ToLower() const {
    FString Result = *this;
    for (char16_t& Letter : Result.Text) Letter = FChar::ToLower(Letter);
    return Result;
}
FString FString::ToUpper() const {
    FString Result = *this;
    for (char16_t& Letter : Result.Text) Letter = FChar::ToUpper(Letter);
    return Result;
}
FString FString::TrimStart() const {
    int32 First = 0;
    while (First < Len() && FChar::IsWhitespace((*this)[First])) ++First;
    return RightChop(First);
}
FString FString::TrimEnd() const {
    int32 Kept = Len();
    while (Kept > 0 && FChar::IsWhitespace((*this)[Kept - 1])) --Kept;
    return Left(Kept);
}
FString FString::TrimQuotes() const {
    FString Result = *this;
    if (Result.StartsWith(TEXT("\""))) Result = Result.RightChop(1);
    if (Result.EndsWith(TEXT("\""))) Result = Result.LeftChop(1);
    return Result;
}
FString FString::Replace(const TCHAR* From, const TCHAR* To, ESearchCase::Type Case) const {
    FString Result, Rest = *this;
    const int32 Length = FCString::Strlen(From);
    for (int32 At = Rest.Find(From, Case); Length > 0 && At != INDEX_NONE; At = Rest.Find(From, Case)) {
        Result += Rest.Left(At) + To;
        Rest = Rest.RightChop(At + Length);
    }
    return Result + Rest;
}
int32 FString::ReplaceInline(const TCHAR* From, const TCHAR* To) {
    const FString Before = *this;
    *this = Replace(From, To);
    return Before.Equals(*this) ? 0 : 1;
}
bool FString::Split(const FString& Separator, FString* OutLeft, FString* OutRight, ESearchCase::Type Case,
                    ESearchDir::Type Direction) const {
    const int32 At = Find(Separator, Case, Direction);
    if (At == INDEX_NONE) return false;
    const FString Whole = *this;
    if (OutLeft != nullptr) *OutLeft = Whole.Left(At);
    if (OutRight != nullptr) *OutRight = Whole.RightChop(At + Separator.Len());
    return true;
}
int32 FString::ParseIntoArray(TArray<FString>& OutParts, const TCHAR* Separator, bool bCullEmpty) const {
    OutParts.Reset();
    FString LeftPart, Rest = *this;
    while (Rest.Split(Separator, &LeftPart, &Rest, ESearchCase::CaseSensitive))
        if (!bCullEmpty || !LeftPart.IsEmpty()) OutParts.Add(LeftPart);
    if (!bCullEmpty || !Rest.IsEmpty()) OutParts.Add(Rest);
    return OutParts.Num();
}
int32 FString::ParseIntoArrayLines(TArray<FString>& OutLines, bool bCullEmpty) const {
    return Replace(TEXT("\r\n"), TEXT("\n")).ParseIntoArray(OutLines, TEXT("\n"), bCullEmpty);
}
bool FString::IsNumeric() const {
    bool bDigit = false;
    for (int32 Index = 0; Index < Len(); ++Index) {
        const TCHAR Letter = (*this)[Index];
        bDigit |= FChar::IsDigit(Letter);
        if (!FChar::IsDigit(Letter) && Letter != u'.' && !(Index == 0 && (Letter == u'-' || Letter == u'+')))
            return false;
    }
    return bDigit;
}
bool FString::MatchesWildcard(const FString& Pattern) const {
    if (Pattern.IsEmpty()) return IsEmpty();
    if (Pattern[0] == u'*')
        return MatchesWildcard(Pattern.RightChop(1)) || (!IsEmpty() && RightChop(1).MatchesWildcard(Pattern));
    return !IsEmpty() && (Pattern[0] == u'?' || FChar::ToLower(Pattern[0]) == FChar::ToLower((*this)[0])) &&
           RightChop(1).MatchesWildcard(Pattern.RightChop(1));
}

int32 FCString::Atoi(const TCHAR* Text) {
    return int32(Atoi64(Text));
}
int64 FCString::Atoi64(const TCHAR* Text) {
    return std::strtoll(TCHAR_TO_UTF8(Text), nullptr, 10);
}
float FCString::Atof(const TCHAR* Text) {
    return float(Atod(Text));
}
double FCString::Atod(const TCHAR* Text) {
    return std::strtod(TCHAR_TO_UTF8(Text), nullptr);
}
uint64 FCString::Strtoui64(const TCHAR* Text, TCHAR** End, int32 Base) {
    const std::string Narrowed = TCHAR_TO_UTF8(Text);
    char* Stop = nullptr;
    const uint64 Value = std::strtoull(Narrowed.c_str(), &Stop, Base);
    if (End != nullptr) *End = const_cast<TCHAR*>(Text) + (Stop - Narrowed.c_str());
    return Value;
}

namespace {
struct FNameTable {
    std::mutex Mutex;
    std::unordered_map<std::string, uint32> Indices;
    TArray<FString> Shown{FString(TEXT("None"))};
};
FNameTable& Names() {
    static FNameTable* const Table = new FNameTable();  // outlives whatever is destroyed at the end
    return *Table;
}
}  // namespace

FName::FName(const FString& Text) {
    const std::string Key = TCHAR_TO_UTF8(*Text.ToLower());
    if (Key.empty() || Key == "none") return;
    FNameTable& Table = Names();
    const std::lock_guard Lock(Table.Mutex);
    const auto [Found, bNew] = Table.Indices.try_emplace(Key, uint32(Table.Shown.Num()));
    if (bNew) Table.Shown.Add(Text);
    Index = Found->second;
}
FString FName::ToString() const {
    FNameTable& Table = Names();
    const std::lock_guard Lock(Table.Mutex);
    return Table.Shown[int32(Index)];
}
