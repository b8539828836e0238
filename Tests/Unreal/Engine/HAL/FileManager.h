#pragma once
#include "Containers/UnrealString.h"
#include "Misc/DateTime.h"

enum EFileWrite { FILEWRITE_None = 0x00, FILEWRITE_Append = 0x08 };

struct FFileStatData {
    FDateTime ModificationTime;
    int64 FileSize = -1;
    bool bIsDirectory = false, bIsValid = false;
};

class IFileManager {
  public:
    static IFileManager& Get();
    bool FileExists(const TCHAR* Filename);
    bool DirectoryExists(const TCHAR* Path);
    int64 FileSize(const TCHAR* Filename);
    bool Delete(const TCHAR* Filename, bool bRequireExists = false, bool bEvenReadOnly = false,
                bool bQuiet = false);
    bool DeleteDirectory(const TCHAR* Path, bool bRequireExists = false, bool bTree = false);
    bool MakeDirectory(const TCHAR* Path, bool bTree = false);
    bool Move(const TCHAR* To, const TCHAR* From, bool bReplace = true);
    uint32 Copy(const TCHAR* To, const TCHAR* From, bool bReplace = true);  // 0 is COPY_OK
    bool IsReadOnly(const TCHAR* Filename);
    FDateTime GetTimeStamp(const TCHAR* Filename);
    FFileStatData GetStatData(const TCHAR* Filename);
    void FindFiles(TArray<FString>& OutNames, const TCHAR* Pattern, bool bFiles, bool bDirectories);
    void FindFilesRecursive(TArray<FString>& OutPaths, const TCHAR* Folder, const TCHAR* Pattern, bool bFiles,
                            bool bDirectories, bool bClear = true);
};
