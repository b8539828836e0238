#pragma once
#include <cstring>

#include "Serialization/Archive.h"

class FMemoryReader : public FArchive {
  public:
    explicit FMemoryReader(const TArray<uint8>& InBytes, bool bIsPersistent = false) : Bytes(InBytes) {
        bLoading = true;
        bPersistent = bIsPersistent;
    }
    using FArchive::operator<<;
    void Serialize(void* To, int64 Count) override {
        if (bError || Offset + Count > Bytes.Num()) {
            bError = true;
            std::memset(To, 0, static_cast<SIZE_T>(Count));
            return;
        }
        if (Count > 0) std::memcpy(To, Bytes.GetData() + Offset, static_cast<SIZE_T>(Count));
        Offset += Count;
    }
    int64 Tell() override { return Offset; }
    int64 TotalSize() override { return Bytes.Num(); }
    void Seek(int64 To) override { Offset = To; }

  private:
    const TArray<uint8>& Bytes;
    int64 Offset = 0;
};
