#pragma once
#include "UObject/NameTypes.h"

struct FParse {
    static bool Value(const TCHAR* Stream, const TCHAR* Match, FString& OutValue,
                      bool bStopOnSeparator = true);
    static bool Value(const TCHAR* Stream, const TCHAR* Match, int32& OutValue);
    static bool Value(const TCHAR* Stream, const TCHAR* Match, float& OutValue);
    static bool Value(const TCHAR* Stream, const TCHAR* Match, FName& OutValue);
    static bool Param(const TCHAR* Stream, const TCHAR* Name);
    static bool Token(const TCHAR*& Stream, FString& OutToken, bool bUseEscape);
    static bool Bool(const TCHAR* Stream, const TCHAR* Match, bool& OutValue);
};
