#include "CoreMinimal.h"
#include "Serialization/JsonSerializer.h"

namespace {
/** One document, strictly: what is left over is an error. */
class FParser {
  public:
    explicit FParser(const FString& Text) : At(*Text) {}
    TSharedPtr<FJsonValue> Document() {
        TSharedPtr<FJsonValue> Value = Any();
        Blanks();
        return *At == 0 ? Value : nullptr;
    }

  private:
    void Blanks() {
        while (FChar::IsWhitespace(*At)) ++At;
    }
    bool Take(TCHAR Letter) {
        Blanks();
        if (*At != Letter) return false;
        ++At;
        return true;
    }
    bool Word(const char* Wanted) {
        const TCHAR* Start = At;
        for (; *Wanted != 0; ++Wanted, ++At)
            if (*At != static_cast<TCHAR>(*Wanted)) {
                At = Start;
                return false;
            }
        return true;
    }
    TSharedPtr<FJsonValue> Make(EJson Type) {
        TSharedPtr<FJsonValue> Value = MakeShared<FJsonValue>();
        Value->Type = Type;
        return Value;
    }
    TSharedPtr<FJsonValue> Any() {
        Blanks();
        if (*At == u'{') return Object();
        if (*At == u'[') return Array();
        if (*At == u'"') {
            TSharedPtr<FJsonValue> Value = Make(EJson::String);
            return String(Value->Text) ? Value : nullptr;
        }
        if (Word("null")) return Make(EJson::Null);
        if (Word("true") || Word("false")) {
            TSharedPtr<FJsonValue> Value = Make(EJson::Boolean);
            Value->bValue = At[-2] == u'u';
            return Value;
        }
        return Number();
    }
    TSharedPtr<FJsonValue> Number() {
        FString Digits;
        for (; FChar::IsDigit(*At) || *At == u'-' || *At == u'+' || *At == u'.' || *At == u'e' || *At == u'E';
             ++At)
            Digits += *At;
        if (Digits.IsEmpty()) return nullptr;
        TSharedPtr<FJsonValue> Value = Make(EJson::Number);
        Value->Number = FCString::Atod(*Digits);
        return Value;
    }
    bool String(FString& Out) {
        for (++At; *At != u'"'; ++At) {
            if (*At == 0) return false;
            if (*At != u'\\') {
                Out += *At;
                continue;
            }
            ++At;
            if (*At == u'u') {
                FString Digits = FString(4, At + 1);
                Out += static_cast<TCHAR>(FCString::Strtoui64(*Digits, nullptr, 16));
                At += 4;
            } else {
                Out += *At == u'n' ? u'\n' : *At == u't' ? u'\t' : *At == u'r' ? u'\r' : *At;
            }
        }
        ++At;
        return true;
    }
    TSharedPtr<FJsonValue> Array() {
        TSharedPtr<FJsonValue> Value = Make(EJson::Array);
        ++At;
        if (Take(u']')) return Value;
        do {
            TSharedPtr<FJsonValue> Element = Any();
            if (!Element.IsValid()) return nullptr;
            Value->Elements.Add(Element);
        } while (Take(u','));
        return Take(u']') ? Value : nullptr;
    }
    TSharedPtr<FJsonValue> Object() {
        TSharedPtr<FJsonValue> Value = Make(EJson::Object);
        Value->Object = MakeShared<FJsonObject>();
        ++At;
        if (Take(u'}')) return Value;
        do {
            FString Name;
            Blanks();
            if (*At != u'"' || !String(Name) || !Take(u':')) return nullptr;
            TSharedPtr<FJsonValue> Field = Any();
            if (!Field.IsValid()) return nullptr;
            Value->Object->Values.Add(Name, Field);
        } while (Take(u','));
        return Take(u'}') ? Value : nullptr;
    }
    const TCHAR* At;
};
}  // namespace

bool FJsonSerializer::Deserialize(const TSharedRef<TJsonReader<TCHAR>>& Reader,
                                  TSharedPtr<FJsonObject>& OutObject) {
    const TSharedPtr<FJsonValue> Value = FParser(Reader->Text).Document();
    const bool bObject = Value.IsValid() && Value->Type == EJson::Object;
    OutObject = bObject ? Value->Object : nullptr;
    if (!bObject) Reader->Error = TEXT("not an object");
    return bObject;
}
bool FJsonObject::TryGetStringField(const FString& Name, FString& OutText) const {
    const TSharedPtr<FJsonValue> Value = TryGetField(Name);
    return Value.IsValid() && Value->TryGetString(OutText);
}
bool FJsonObject::TryGetNumberField(const FString& Name, double& OutNumber) const {
    const TSharedPtr<FJsonValue> Value = TryGetField(Name);
    return Value.IsValid() && Value->TryGetNumber(OutNumber);
}
bool FJsonObject::TryGetNumberField(const FString& Name, float& OutNumber) const {
    double Number = 0;
    const bool bFound = TryGetNumberField(Name, Number);
    if (bFound) OutNumber = float(Number);
    return bFound;
}
bool FJsonObject::TryGetNumberField(const FString& Name, int32& OutNumber) const {
    double Number = 0;
    const bool bFound = TryGetNumberField(Name, Number);
    if (bFound) OutNumber = int32(Number);
    return bFound;
}
bool FJsonObject::TryGetNumberField(const FString& Name, int64& OutNumber) const {
    double Number = 0;
    const bool bFound = TryGetNumberField(Name, Number);
    if (bFound) OutNumber = int64(Number);
    return bFound;
}
bool FJsonObject::TryGetBoolField(const FString& Name, bool& bOutValue) const {
    const TSharedPtr<FJsonValue> Value = TryGetField(Name);
    return Value.IsValid() && Value->TryGetBool(bOutValue);
}
bool FJsonObject::TryGetObjectField(const FString& Name, const TSharedPtr<FJsonObject>*& OutObject) const {
    const TSharedPtr<FJsonValue>* Value = Values.Find(Name);
    if (Value == nullptr || (*Value)->Type != EJson::Object) return false;
    OutObject = &(*Value)->Object;
    return true;
}
bool FJsonObject::TryGetArrayField(const FString& Name,
                                   const TArray<TSharedPtr<FJsonValue>>*& OutArray) const {
    const TSharedPtr<FJsonValue>* Value = Values.Find(Name);
    if (Value == nullptr || (*Value)->Type != EJson::Array) return false;
    OutArray = &(*Value)->Elements;
    return true;
}
FString FJsonObject::GetStringField(const FString& Name) const {
    FString Text;
    ensure(TryGetStringField(Name, Text));
    return Text;
}
double FJsonObject::GetNumberField(const FString& Name) const {
    double Number = 0;
    ensure(TryGetNumberField(Name, Number));
    return Number;
}
TSharedPtr<FJsonObject> FJsonObject::GetObjectField(const FString& Name) const {
    const TSharedPtr<FJsonObject>* Object = nullptr;
    return ensure(TryGetObjectField(Name, Object)) ? *Object : nullptr;
}
const TArray<TSharedPtr<FJsonValue>>& FJsonObject::GetArrayField(const FString& Name) const {
    static const TArray<TSharedPtr<FJsonValue>> None;
    const TArray<TSharedPtr<FJsonValue>>* Found = nullptr;
    return ensure(TryGetArrayField(Name, Found)) ? *Found : None;
}
