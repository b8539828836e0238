#pragma once
#include "Containers/UnrealString.h"
#include "Templates/SharedPointer.h"

template <class CharType = TCHAR>
class TJsonReader {
  public:
    explicit TJsonReader(const FString& InText) : Text(InText) {}
    const FString& GetErrorMessage() const { return Error; }
    FString Text, Error;
};
template <class CharType = TCHAR>
class TJsonReaderFactory {
  public:
    static TSharedRef<TJsonReader<CharType>> Create(const FString& Text) {
        return MakeShared<TJsonReader<CharType>>(Text);
    }
};
