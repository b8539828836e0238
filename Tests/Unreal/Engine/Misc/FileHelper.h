#pragma once
#include "Containers/UnrealString.h"
#include "HAL/FileManager.h"

struct FFileHelper {
    enum class EEncodingOptions { AutoDetect, ForceAnsi, ForceUnicode, ForceUTF8, ForceUTF8WithoutBOM };
    static bool LoadFileToArray(TArray<uint8>& OutBytes, const TCHAR* Filename, uint32 Flags = 0);
    static bool LoadFileToArray(TArray64<uint8>& OutBytes, const TCHAR* Filename, uint32 Flags = 0);
    static bool LoadFileToString(FString& OutText, const TCHAR* Filename);
    static bool LoadFileToStringArray(TArray<FString>& OutLines, const TCHAR* Filename);
    static bool SaveArrayToFile(const TArray<uint8>& Bytes, const TCHAR* Filename);
    static bool SaveStringToFile(const FString& Text, const TCHAR* Filename,
                                 EEncodingOptions Encoding = EEncodingOptions::AutoDetect,
                                 IFileManager* FileManager = &IFileManager::Get(), uint32 WriteFlags = 0);
};
