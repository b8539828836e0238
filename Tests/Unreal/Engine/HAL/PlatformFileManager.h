#pragma once
#include <sys/stat.h>

#include "Containers/StringConv.h"

class IPlatformFile {
  public:
    bool SetReadOnly(const TCHAR* Filename, bool bNewReadOnlyValue) {
        return chmod(TCHAR_TO_UTF8(Filename), bNewReadOnlyValue ? 0444 : 0644) == 0;
    }
};

class FPlatformFileManager {
  public:
    static FPlatformFileManager& Get() {
        static FPlatformFileManager Made;
        return Made;
    }
    IPlatformFile& GetPlatformFile() { return File; }

  private:
    IPlatformFile File;
};
