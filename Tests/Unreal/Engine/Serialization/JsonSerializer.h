#pragma once
#include "Dom/JsonObject.h"
#include "Serialization/JsonReader.h"

class FJsonSerializer {
  public:
    static bool Deserialize(const TSharedRef<TJsonReader<TCHAR>>& Reader, TSharedPtr<FJsonObject>& OutObject);
};
