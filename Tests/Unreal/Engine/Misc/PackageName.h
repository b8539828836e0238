#pragma once
#include "Containers/UnrealString.h"
#include "Internationalization/Text.h"

/** /Game/… is the project's Content folder. */
struct FPackageName {
    static FString LongPackageNameToFilename(const FString& Name, const FString& Extension = FString());
    static bool TryConvertLongPackageNameToFilename(const FString& Name, FString& OutFilename,
                                                    const FString& Extension = FString());
    static FString FilenameToLongPackageName(const FString& Filename);
    static bool TryConvertFilenameToLongPackageName(const FString& Filename, FString& OutName,
                                                    FString* = nullptr);
    static FString GetAssetPackageExtension() { return TEXT(".uasset"); }
    static FString GetLongPackagePath(const FString& Name);
    static FString GetShortName(const FString& Name);
    static FString GetLongPackageAssetName(const FString& Name) { return GetShortName(Name); }
    static FString ObjectPathToPackageName(const FString& Path);
    static FString ObjectPathToObjectName(const FString& Path);
    static bool IsValidLongPackageName(const FString& Name, bool bReadOnlyToo = false,
                                       FText* OutReason = nullptr);
    static bool DoesPackageExist(const FString& Name, FString* OutFilename = nullptr);
};
