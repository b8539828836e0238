#pragma once
#include "Containers/UnrealString.h"

struct FPaths {
    static FString ProjectDir();
    static FString ProjectSavedDir() { return ProjectDir() / TEXT("Saved/"); }
    static FString ProjectIntermediateDir() { return ProjectDir() / TEXT("Intermediate/"); }
    static FString ProjectContentDir() { return ProjectDir() / TEXT("Content/"); }
    static FString ProjectPluginsDir() { return ProjectDir() / TEXT("Plugins/"); }
    static FString EngineDir() { return ProjectDir() / TEXT("Engine/"); }
    static FString Combine(const FString& A, const FString& B) { return A / B; }
    template <class... Rest>
    static FString Combine(const FString& A, const FString& B, const Rest&... More) {
        return Combine(A / B, FString(More)...);
    }
    static FString GetCleanFilename(const FString& Path);
    static FString GetBaseFilename(const FString& Path, bool bRemovePath = true);
    static FString GetPath(const FString& Path);
    static FString GetExtension(const FString& Path, bool bIncludeDot = false);
    static FString SetExtension(const FString& Path, const FString& Extension);
    static FString ChangeExtension(const FString& Path, const FString& Extension) {
        return SetExtension(Path, Extension);
    }
    static bool FileExists(const FString& Path);
    static bool DirectoryExists(const FString& Path);
    static FString ConvertRelativePathToFull(const FString& Path);
    static FString ConvertRelativePathToFull(const FString& Base, const FString& Path);
    static bool IsRelative(const FString& Path);
    static void NormalizeFilename(FString& Path);
    static void NormalizeDirectoryName(FString& Path);
    static bool CollapseRelativeDirectories(FString& Path);
    static bool MakePathRelativeTo(FString& Path, const TCHAR* RelativeTo);
    static FString CreateTempFilename(const TCHAR* Folder, const TCHAR* Prefix = TEXT(""),
                                      const TCHAR* Extension = TEXT(".tmp"));
    static bool IsSamePath(const FString& A, const FString& B);
};
