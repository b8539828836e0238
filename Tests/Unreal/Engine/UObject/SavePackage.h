#pragma once
#include "UObject/ObjectMacros.h"

class FOutputDevice;

enum ESaveFlags : uint32 { SAVE_None = 0, SAVE_NoError = 1 };
enum class ESavePackageResult { Success, Canceled, Error };
struct FSavePackageResultStruct {
    ESavePackageResult Result;
    bool IsSuccessful() const { return Result == ESavePackageResult::Success; }
    bool operator==(ESavePackageResult Other) const { return Result == Other; }
};
struct FSavePackageArgs {
    EObjectFlags TopLevelFlags = RF_NoFlags;
    uint32 SaveFlags = SAVE_None;
    FOutputDevice* Error = nullptr;
    bool bForceByteSwapping = false, bWarnOfLongFilename = true, bSlowTask = true;
};
