#pragma once
#include "Templates/Function.h"

enum class EParallelForFlags : uint32 {
    None = 0,
    ForceSingleThread = 1,
    Unbalanced = 2,
    PumpRenderingThread = 4,
    BackgroundPriority = 8
};
constexpr EParallelForFlags operator|(EParallelForFlags A, EParallelForFlags B) {
    return EParallelForFlags(uint32(A) | uint32(B));
}

/** On several threads, in no order. */
void ParallelFor(int32 Num, TFunctionRef<void(int32)> Body,
                 EParallelForFlags Flags = EParallelForFlags::None);
void ParallelFor(const TCHAR* DebugName, int32 Num, int32 MinBatchSize, TFunctionRef<void(int32)> Body,
                 EParallelForFlags Flags = EParallelForFlags::None);
