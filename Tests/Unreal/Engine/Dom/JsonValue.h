#pragma once
#include "Containers/Map.h"
#include "Containers/UnrealString.h"
#include "Templates/SharedPointer.h"

enum class EJson { None, Null, String, Number, Boolean, Array, Object };
class FJsonObject;

class FJsonValue {
  public:
    EJson Type = EJson::Null;
    bool IsNull() const { return Type == EJson::Null; }
    bool TryGetString(FString& OutText) const {
        if (Type == EJson::String) OutText = Text;
        return Type == EJson::String;
    }
    bool TryGetNumber(double& OutNumber) const {
        if (Type == EJson::Number) OutNumber = Number;
        return Type == EJson::Number;
    }
    bool TryGetBool(bool& bOut) const {
        if (Type == EJson::Boolean) bOut = bValue;
        return Type == EJson::Boolean;
    }
    FString AsString() const { return Text; }
    double AsNumber() const { return Number; }
    bool AsBool() const { return bValue; }
    const TArray<TSharedPtr<FJsonValue>>& AsArray() const { return Elements; }
    const TSharedPtr<FJsonObject>& AsObject() const { return Object; }

    FString Text;
    double Number = 0;
    bool bValue = false;
    TArray<TSharedPtr<FJsonValue>> Elements;
    TSharedPtr<FJsonObject> Object;
};
