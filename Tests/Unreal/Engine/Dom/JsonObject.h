#pragma once
#include "Dom/JsonValue.h"

class FJsonObject {
  public:
    TMap<FString, TSharedPtr<FJsonValue>> Values;
    bool HasField(const FString& Name) const { return Values.Contains(Name); }
    TSharedPtr<FJsonValue> TryGetField(const FString& Name) const { return Values.FindRef(Name); }
    bool TryGetStringField(const FString& Name, FString& OutText) const;
    bool TryGetNumberField(const FString& Name, double& OutNumber) const;
    bool TryGetNumberField(const FString& Name, float& OutNumber) const;
    bool TryGetNumberField(const FString& Name, int32& OutNumber) const;
    bool TryGetNumberField(const FString& Name, int64& OutNumber) const;
    bool TryGetBoolField(const FString& Name, bool& bOutValue) const;
    bool TryGetObjectField(const FString& Name, const TSharedPtr<FJsonObject>*& OutObject) const;
    bool TryGetArrayField(const FString& Name, const TArray<TSharedPtr<FJsonValue>>*& OutArray) const;
    FString GetStringField(const FString& Name) const;
    double GetNumberField(const FString& Name) const;
    TSharedPtr<FJsonObject> GetObjectField(const FString& Name) const;
    const TArray<TSharedPtr<FJsonValue>>& GetArrayField(const FString& Name) const;
};
