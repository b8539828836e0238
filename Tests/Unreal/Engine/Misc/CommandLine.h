#pragma once
#include "Containers/UnrealString.h"

struct FCommandLine {
    static const TCHAR* Get();
    static void Set(const TCHAR* Line);
};
