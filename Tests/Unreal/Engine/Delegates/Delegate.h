#pragma once
#include "Templates/Function.h"
#include "Templates/SharedPointer.h"
#include "UObject/NameTypes.h"
#include "UObject/WeakObjectPtr.h"

class FDelegateHandle {
  public:
    FDelegateHandle() = default;
    enum EGenerateNewHandleType { GenerateNewHandle };
    explicit FDelegateHandle(EGenerateNewHandleType);
    bool IsValid() const { return ID != 0; }
    void Reset() { ID = 0; }
    bool operator==(const FDelegateHandle& Other) const { return ID == Other.ID; }

  private:
    uint64 ID = 0;
};

template <class Signature>
class TDelegate;

/** One function, with what it belongs to: a delegate of an object that is gone does nothing. */
template <class Result, class... Arguments>
class TDelegate<Result(Arguments...)> {
    using ThisType = TDelegate;

  public:
    template <class Callable, class... Payload>
    static TDelegate CreateLambda(Callable&& Given, Payload... Extra) {
        TDelegate Made;
        Made.Call = [Given = std::decay_t<Callable>(static_cast<Callable&&>(Given)),
                     Extra...](Arguments... Passed) mutable -> Result {
            return Given(static_cast<Arguments&&>(Passed)..., Extra...);
        };
        return Made;
    }
    template <class... Payload>
    static TDelegate CreateStatic(Result (*Function)(Arguments..., Payload...),
                                  std::type_identity_t<Payload>... Extra) {
        return CreateLambda([=](Arguments... Passed) -> Result {
            return Function(static_cast<Arguments&&>(Passed)..., Extra...);
        });
    }
    template <class T, class Method, class... Payload>
    static TDelegate CreateRaw(T* Object, Method Function, Payload... Extra) {
        TDelegate Made = CreateLambda([=](Arguments... Passed) -> Result {
            return (Object->*Function)(static_cast<Arguments&&>(Passed)..., Extra...);
        });
        Made.Owner = Object;
        return Made;
    }
    template <class T, class Method, class... Payload>
    static TDelegate CreateUObject(T* Object, Method Function, Payload... Extra) {
        TDelegate Made = CreateRaw(Object, Function, Extra...);
        Made.BindLife(Object);
        return Made;
    }
    template <class T, class Callable>
    static TDelegate CreateWeakLambda(T* Object, Callable&& Given) {
        TDelegate Made = CreateLambda(static_cast<Callable&&>(Given));
        Made.Owner = Object;
        Made.BindLife(Object);
        return Made;
    }
    template <class T, class Method, class... Payload>
    static TDelegate CreateSP(const TSharedRef<T>& Object, Method Function, Payload... Extra) {
        TDelegate Made = CreateRaw(&Object.Get(), Function, Extra...);
        const TWeakPtr<T> Weak(Object);
        Made.Alive = [Weak] { return Weak.IsValid(); };
        return Made;
    }
    template <class T, class Method, class... Payload>
    static TDelegate CreateSP(T* Object, Method Function, Payload... Extra) {
        return CreateSP(StaticCastSharedRef<T>(Object->AsShared()), Function, Extra...);
    }
#define SINEW_FAKE_BIND(Kind)                                  \
    template <class... Given>                                  \
    void Bind##Kind(Given&&... Passed) {                       \
        *this = Create##Kind(static_cast<Given&&>(Passed)...); \
    }
    SINEW_FAKE_BIND(Lambda)
    SINEW_FAKE_BIND(Static)
    SINEW_FAKE_BIND(Raw)
    SINEW_FAKE_BIND(UObject)
    SINEW_FAKE_BIND(WeakLambda)
    SINEW_FAKE_BIND(SP)
#undef SINEW_FAKE_BIND
    bool IsBound() const {
        return Call.IsSet() && (!Alive.IsSet() || Alive());
    }
    bool IsBoundToObject(const void* Object) const {
        return Owner == Object;
    }
    void Unbind() {
        *this = TDelegate();
    }
    Result Execute(Arguments... Passed) const {
        check(IsBound());
        return Call(static_cast<Arguments&&>(Passed)...);
    }
    bool ExecuteIfBound(Arguments... Passed) const {
        if (!IsBound()) return false;
        Call(static_cast<Arguments&&>(Passed)...);
        return true;
    }

  private:
    template <class T>
    void BindLife(T* Object) {
        const SinewFake::FWeakHandle Handle = SinewFake::HandleOf(Object);
        Alive = [Handle] { return SinewFake::Resolve(Handle, false) != nullptr; };
    }
    TFunction<Result(Arguments...)> Call;
    TFunction<bool()> Alive;
    const void* Owner = nullptr;
};
using FSimpleDelegate = TDelegate<void()>;

template <class Signature>
class TMulticastDelegate;

template <class... Arguments>
class TMulticastDelegate<void(Arguments...)> {
  public:
    using FDelegate = TDelegate<void(Arguments...)>;
    FDelegateHandle Add(const FDelegate& Delegate) {
        const FDelegateHandle Handle(FDelegateHandle::GenerateNewHandle);
        Bound.Add({Handle, Delegate});
        return Handle;
    }
#define SINEW_FAKE_ADD(Kind)                                                  \
    template <class... Given>                                                 \
    FDelegateHandle Add##Kind(Given&&... Passed) {                            \
        return Add(FDelegate::Create##Kind(static_cast<Given&&>(Passed)...)); \
    }
    SINEW_FAKE_ADD(Lambda)
    SINEW_FAKE_ADD(Static)
    SINEW_FAKE_ADD(Raw)
    SINEW_FAKE_ADD(UObject)
    SINEW_FAKE_ADD(WeakLambda)
    SINEW_FAKE_ADD(SP)
#undef SINEW_FAKE_ADD
    bool Remove(FDelegateHandle Handle) {
        return Bound.RemoveAll([&](const FBound& Each) { return Each.Key == Handle; }) > 0;
    }
    int32 RemoveAll(const void* Object) {
        return Bound.RemoveAll([&](const FBound& Each) { return Each.Value.IsBoundToObject(Object); });
    }
    void Clear() {
        Bound.Empty();
    }
    bool IsBound() const {
        return Bound.ContainsByPredicate([](const FBound& Each) { return Each.Value.IsBound(); });
    }
    bool IsBoundToObject(const void* Object) const {
        return Bound.ContainsByPredicate(
            [&](const FBound& Each) { return Each.Value.IsBoundToObject(Object); });
    }
    int32 NumBound() const {
        return Bound.Num();
    }  // not of the engine: for leak tests
    /** Those that are bound when it begins; one may unbind itself or others. The newest is called first, as
     * the engine does. */
    void Broadcast(Arguments... Passed) const {
        const TArray<FBound> Now = Bound;
        for (int32 Index = Now.Num() - 1; Index >= 0; --Index) {
            const bool bStill =
                Bound.ContainsByPredicate([&](const FBound& Each) { return Each.Key == Now[Index].Key; });
            if (bStill) Now[Index].Value.ExecuteIfBound(Passed...);
        }
    }

  private:
    using FBound = TPair<FDelegateHandle, FDelegate>;
    TArray<FBound> Bound;
};
using FSimpleMulticastDelegate = TMulticastDelegate<void()>;

/** Blueprint's: a UFUNCTION of a UObject, by name, at most once per object and name. */
template <class... Arguments>
class TBaseDynamicMulticastDelegate {
  public:
    template <class T, class Method>
    void SinewFakeAdd(T* Object, Method Function, const TCHAR* Name) {
        const FKey Key{Object, FName(Name)};
        check(!Contains(Key));
        Bound.Add({Key, TDelegate<void(Arguments...)>::CreateUObject(Object, Function)});
    }
    template <class T, class Method>
    void SinewFakeAddUnique(T* Object, Method Function, const TCHAR* Name) {
        if (!Contains({Object, FName(Name)})) SinewFakeAdd(Object, Function, Name);
    }
    template <class T>
    void SinewFakeRemove(T* Object, const TCHAR* Name) {
        const FKey Key{Object, FName(Name)};
        Bound.RemoveAll([&](const auto& Each) { return Each.Key == Key; });
    }
    template <class T>
    bool SinewFakeIsBound(T* Object, const TCHAR* Name) const {
        return Contains({Object, FName(Name)});
    }
    void RemoveAll(const void* Object) {
        Bound.RemoveAll([&](const auto& Each) { return Each.Key.Key == Object; });
    }
    void Clear() { Bound.Empty(); }
    bool IsBound() const {
        return Bound.ContainsByPredicate([](const auto& Each) { return Each.Value.IsBound(); });
    }
    void Broadcast(Arguments... Passed) const {
        const auto Now = Bound;
        for (const auto& Each : Now) Each.Value.ExecuteIfBound(Passed...);
    }

  private:
    using FKey = TPair<const void*, FName>;
    bool Contains(const FKey& Key) const {
        return Bound.ContainsByPredicate([&](const auto& Each) { return Each.Key == Key; });
    }
    TArray<TPair<FKey, TDelegate<void(Arguments...)>>> Bound;
};
#define AddDynamic(Object, Function) SinewFakeAdd(Object, Function, TEXT(#Function))
#define AddUniqueDynamic(Object, Function) SinewFakeAddUnique(Object, Function, TEXT(#Function))
#define RemoveDynamic(Object, Function) SinewFakeRemove(Object, TEXT(#Function))
#define IsAlreadyBound(Object, Function) SinewFakeIsBound(Object, TEXT(#Function))

#include "Delegates/DelegateMacros.h"
