#pragma once
#include "Math/Color.h"
#include "UObject/UObjectGlobals.h"

class UWorld;
enum class EGetWorldErrorMode { ReturnNull, LogAndReturnNull, Assert };

class UEngine : public UObject {
    SINEW_FAKE_CLASS(UEngine, UObject)
    struct FMessage {
        uint64 Key;
        float Seconds;
        FColor Color;
        FString Text;
    };
    void AddOnScreenDebugMessage(uint64 Key, float Seconds, FColor Color, const FString& Text, bool = true,
                                 const FVector2D& = FVector2D(1, 1)) {
        SinewFakeMessages.Add({Key, Seconds, Color, Text});
    }
    void AddOnScreenDebugMessage(int32 Key, float Seconds, FColor Color, const FString& Text, bool = true,
                                 const FVector2D& = FVector2D(1, 1)) {
        SinewFakeMessages.Add({uint64(Key), Seconds, Color, Text});
    }
    TArray<FMessage> SinewFakeMessages;
};
extern UEngine* GEngine;
