#pragma once
#include <cstring>

#include "Serialization/Archive.h"

class FMemoryWriter : public FArchive {
  public:
    explicit FMemoryWriter(TArray<uint8>& InBytes, bool bIsPersistent = false, bool bSetOffset = false)
        : Bytes(InBytes) {
        bSaving = true;
        bPersistent = bIsPersistent;
        if (bSetOffset) Offset = Bytes.Num();
    }
    using FArchive::operator<<;
    void Serialize(void* From, int64 Count) override {
        if (Offset + Count > Bytes.Num()) Bytes.SetNum(static_cast<int32>(Offset + Count));
        if (Count > 0) std::memcpy(Bytes.GetData() + Offset, From, static_cast<SIZE_T>(Count));
        Offset += Count;
    }
    int64 Tell() override { return Offset; }
    int64 TotalSize() override { return Bytes.Num(); }
    void Seek(int64 To) override { Offset = To; }

  private:
    TArray<uint8>& Bytes;
    int64 Offset = 0;
};
