#pragma once
#include "Containers/UnrealString.h"

struct FCString {
    static int32 Strlen(const TCHAR* Text) {
        return static_cast<int32>(std::char_traits<TCHAR>::length(Text));
    }
    static int32 Strcmp(const TCHAR* A, const TCHAR* B) { return FString(A).Compare(B); }
    static int32 Stricmp(const TCHAR* A, const TCHAR* B) {
        return FString(A).Compare(B, ESearchCase::IgnoreCase);
    }
    static int32 Atoi(const TCHAR* Text);
    static int64 Atoi64(const TCHAR* Text);
    static float Atof(const TCHAR* Text);
    static double Atod(const TCHAR* Text);
    static uint64 Strtoui64(const TCHAR* Text, TCHAR** End, int32 Base);
};
struct FCStringAnsi {
    static int32 Strlen(const char* Text) { return static_cast<int32>(std::char_traits<char>::length(Text)); }
    static int32 Strcmp(const char* A, const char* B) { return std::strcmp(A, B); }
};
struct FChar {
    static bool IsWhitespace(TCHAR Letter) { return Letter == u' ' || (Letter >= u'\t' && Letter <= u'\r'); }
    static bool IsDigit(TCHAR Letter) { return Letter >= u'0' && Letter <= u'9'; }
    static bool IsAlpha(TCHAR Letter) { return ToLower(Letter) >= u'a' && ToLower(Letter) <= u'z'; }
    static bool IsAlnum(TCHAR Letter) { return IsAlpha(Letter) || IsDigit(Letter); }
    static TCHAR ToLower(TCHAR Letter) {
        return Letter >= u'A' && Letter <= u'Z' ? TCHAR(Letter + 32) : Letter;
    }
    static TCHAR ToUpper(TCHAR Letter) {
        return Letter >= u'a' && Letter <= u'z' ? TCHAR(Letter - 32) : Letter;
    }
};
