#pragma once
#include <cstring>

#include "CoreTypes.h"

/** Counts what is out, so that tests can see that everything came back. */
struct FMemory {
    static void* Malloc(SIZE_T Count, uint32 Alignment = 0);
    static void* Realloc(void* Old, SIZE_T Count, uint32 Alignment = 0);
    static void* MallocZeroed(SIZE_T Count, uint32 Alignment = 0);
    static void Free(void* Memory);
    static SIZE_T GetAllocSize(void* Memory);
    static void* Memcpy(void* To, const void* From, SIZE_T Count) {
        return Count == 0 ? To : std::memcpy(To, From, Count);
    }
    static void* Memmove(void* To, const void* From, SIZE_T Count) {
        return Count == 0 ? To : std::memmove(To, From, Count);
    }
    static void* Memset(void* To, uint8 Value, SIZE_T Count) {
        return Count == 0 ? To : std::memset(To, Value, Count);
    }
    static void* Memzero(void* To, SIZE_T Count) { return Memset(To, 0, Count); }
    template <class T>
    static void Memzero(T& Value) {
        std::memset(static_cast<void*>(&Value), 0, sizeof(T));
    }
    static int32 Memcmp(const void* A, const void* B, SIZE_T Count) {
        return Count == 0 ? 0 : std::memcmp(A, B, Count);
    }
};

namespace SinewFake {
int64 BytesOut();  // of FMemory
int64 BlocksOut();
}  // namespace SinewFake
