#pragma once
#include "Misc/DateTime.h"
#include "UObject/UObjectGlobals.h"

class UAssetImportData : public UObject {
    SINEW_FAKE_CLASS(UAssetImportData, UObject)
    void Update(const FString& AbsoluteFilename);
    void UpdateFilenameOnly(const FString& InPath);
    void UpdateFilenameOnly(const FString& InPath, int32 Index);
    void AddFileName(const FString& InPath, int32 Index, FString = FString());
    FString GetFirstFilename() const { return SinewFakeFiles.Num() > 0 ? SinewFakeFiles[0].Path : FString(); }
    void ExtractFilenames(TArray<FString>& OutPaths) const;
    TArray<FString> ExtractFilenames() const;
    int32 GetSourceFileCount() const { return SinewFakeFiles.Num(); }
    void Serialize(FArchive& Ar) override;

    struct FSinewFakeFile {
        FString Path;
        int64 Time = 0;
        FString Hash;
    };
    TArray<FSinewFakeFile> SinewFakeFiles;
};
