#pragma once
#include "Containers/UnrealString.h"

enum EName { NAME_None };

/** An interned string that is compared without regard to case; the first spelling is the one that is shown.
 */
class FName {
  public:
    constexpr FName() = default;
    constexpr FName(EName) {}
    FName(const TCHAR* Text) : FName(FString(Text)) {}
    FName(const char* Text) : FName(FString(Text)) {}
    explicit FName(const FString& Text);
    FString ToString() const;
    void ToString(FString& OutText) const { OutText = ToString(); }
    bool IsNone() const { return Index == 0; }
    bool IsValid() const { return true; }
    int32 Compare(const FName& Other) const {
        return ToString().Compare(Other.ToString(), ESearchCase::IgnoreCase);
    }
    bool LexicalLess(const FName& Other) const { return Compare(Other) < 0; }
    bool FastLess(const FName& Other) const { return Index < Other.Index; }
    friend bool operator==(const FName& A, const FName& B) { return A.Index == B.Index; }
    friend bool operator==(const FName& A, EName) { return A.Index == 0; }
    friend uint32 GetTypeHash(const FName& Name) { return Name.Index * 2654435761u; }

  private:
    uint32 Index = 0;
};

struct FNameLexicalLess {
    bool operator()(const FName& A, const FName& B) const { return A.LexicalLess(B); }
};
