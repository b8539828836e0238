#pragma once
#include "Containers/UnrealString.h"
#include "Templates/Function.h"

enum EConsoleVariableFlags : uint32 {
    ECVF_Default = 0,
    ECVF_Cheat = 1,
    ECVF_ReadOnly = 4,
    ECVF_RenderThreadSafe = 32,
    ECVF_Scalability = 64,
    ECVF_SetByCode = 0x07000000,
    ECVF_SetByConsole = 0x09000000
};

class IConsoleVariable {
  public:
    virtual ~IConsoleVariable() = default;
    virtual void Set(const TCHAR* Value, EConsoleVariableFlags By = ECVF_SetByCode) = 0;
    virtual FString GetString() const = 0;
    virtual const TCHAR* GetHelp() const = 0;
    void Set(int32 Value, EConsoleVariableFlags By = ECVF_SetByCode) { Set(*FString::FromInt(Value), By); }
    void Set(float Value, EConsoleVariableFlags By = ECVF_SetByCode) {
        Set(*FString::Printf(TEXT("%.9g"), double(Value)), By);
    }
    void Set(bool bValue, EConsoleVariableFlags By = ECVF_SetByCode) {
        Set(bValue ? TEXT("1") : TEXT("0"), By);
    }
    void SetWithCurrentPriority(int32 Value) { Set(Value); }
    int32 GetInt() const;
    float GetFloat() const;
    bool GetBool() const { return GetInt() != 0; }
};

class IConsoleObject;
using FConsoleCommandDelegate = TFunction<void()>;

class IConsoleManager {
  public:
    static IConsoleManager& Get();
    IConsoleVariable* FindConsoleVariable(const TCHAR* Name, bool bTrackFrequentCalls = true) const;
    void RegisterVariable(const TCHAR* Name, IConsoleVariable* Variable);
    void UnregisterVariable(IConsoleVariable* Variable);
    void ForEachVariable(TFunctionRef<void(const FString& Name, IConsoleVariable& Variable)> Visit) const;

  private:
    TMap<FString, IConsoleVariable*> Variables;
};

namespace SinewFake {
void ParseConsoleValue(const TCHAR* Text, int32& Out);
void ParseConsoleValue(const TCHAR* Text, float& Out);
void ParseConsoleValue(const TCHAR* Text, bool& Out);
void ParseConsoleValue(const TCHAR* Text, FString& Out);
inline FString ConsoleText(const FString& Value) {
    return Value;
}
template <class T>
FString ConsoleText(const T& Value) {
    return LexToString(Value);
}
}  // namespace SinewFake

template <class T>
class TAutoConsoleVariable : public IConsoleVariable {
  public:
    TAutoConsoleVariable(const TCHAR* Name, const T& Default, const TCHAR* InHelp, uint32 = ECVF_Default)
        : Value(Default), Help(InHelp) {
        IConsoleManager::Get().RegisterVariable(Name, this);
    }
    ~TAutoConsoleVariable() override { IConsoleManager::Get().UnregisterVariable(this); }
    T GetValueOnGameThread() const { return Value; }
    T GetValueOnRenderThread() const { return Value; }
    T GetValueOnAnyThread(bool = false) const { return Value; }
    IConsoleVariable* AsVariable() { return this; }
    IConsoleVariable* operator->() { return this; }
    using IConsoleVariable::Set;
    void Set(const TCHAR* Text, EConsoleVariableFlags) override { SinewFake::ParseConsoleValue(Text, Value); }
    FString GetString() const override { return SinewFake::ConsoleText(Value); }
    const TCHAR* GetHelp() const override { return *Help; }

  private:
    T Value;
    FString Help;
};

template <class T>
class FAutoConsoleVariableRefBase : public IConsoleVariable {
  public:
    FAutoConsoleVariableRefBase(const TCHAR* Name, T& InReference, const TCHAR* InHelp)
        : Reference(InReference), Help(InHelp) {
        IConsoleManager::Get().RegisterVariable(Name, this);
    }
    ~FAutoConsoleVariableRefBase() override { IConsoleManager::Get().UnregisterVariable(this); }
    void Set(const TCHAR* Text, EConsoleVariableFlags) override {
        SinewFake::ParseConsoleValue(Text, Reference);
    }
    FString GetString() const override { return SinewFake::ConsoleText(Reference); }
    const TCHAR* GetHelp() const override { return *Help; }

  private:
    T& Reference;
    FString Help;
};
class FAutoConsoleVariableRef {
  public:
    template <class T>
    FAutoConsoleVariableRef(const TCHAR* Name, T& Reference, const TCHAR* Help, uint32 = ECVF_Default)
        : Held(std::make_unique<FAutoConsoleVariableRefBase<T>>(Name, Reference, Help)) {}

  private:
    std::unique_ptr<IConsoleVariable> Held;
};
