#pragma once
#include "Containers/UnrealString.h"

namespace SinewFake {
/** Holds what it converted, so it must outlive the pointer taken of it, as the engine's converters must. */
class FNarrowed {
  public:
    explicit FNarrowed(const TCHAR* Wide) : Text(Narrow(Wide, std::char_traits<TCHAR>::length(Wide))) {}
    const char* Get() const { return Text.c_str(); }
    operator const char*() const { return Text.c_str(); }
    int32 Length() const { return static_cast<int32>(Text.size()); }

  private:
    std::string Text;
};
class FWidened {
  public:
    explicit FWidened(const char* Utf8) : Text(Widen(Utf8, std::char_traits<char>::length(Utf8))) {}
    FWidened(const char* Utf8, int32 Length) : Text(Widen(Utf8, static_cast<SIZE_T>(Length))) {}
    const TCHAR* Get() const { return Text.c_str(); }
    operator const TCHAR*() const { return Text.c_str(); }
    int32 Length() const { return static_cast<int32>(Text.size()); }

  private:
    std::u16string Text;
};
}  // namespace SinewFake

using FTCHARToUTF8 = SinewFake::FNarrowed;
using FUTF8ToTCHAR = SinewFake::FWidened;
#define TCHAR_TO_UTF8(Wide) (SinewFake::FNarrowed(Wide).Get())
#define TCHAR_TO_ANSI(Wide) (SinewFake::FNarrowed(Wide).Get())
#define UTF8_TO_TCHAR(Utf8) (SinewFake::FWidened(Utf8).Get())
#define ANSI_TO_TCHAR(Utf8) (SinewFake::FWidened(Utf8).Get())
template <class To>
SinewFake::FNarrowed StringCast(const TCHAR* Wide) {
    return SinewFake::FNarrowed(Wide);
}
template <class To>
SinewFake::FWidened StringCast(const char* Utf8) {
    return SinewFake::FWidened(Utf8);
}
