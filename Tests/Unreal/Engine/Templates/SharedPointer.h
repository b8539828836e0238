#pragma once
#include <memory>

#include "Templates/UnrealTemplate.h"

enum class ESPMode : uint8 { NotThreadSafe = 0, ThreadSafe = 1 };
template <class T, ESPMode Mode>
class TSharedRef;
template <class T, ESPMode Mode>
class TWeakPtr;

template <class T, ESPMode Mode = ESPMode::ThreadSafe>
class TSharedPtr {
  public:
    TSharedPtr() = default;
    TSharedPtr(std::nullptr_t) {}
    explicit TSharedPtr(std::shared_ptr<T> InHeld) : Held(std::move(InHeld)) {}
    template <class U>
    requires std::is_convertible_v<U*, T*>
    explicit TSharedPtr(U* Raw) : Held(Raw) {}
    template <class U>
    requires std::is_convertible_v<U*, T*> TSharedPtr(const TSharedPtr<U, Mode>& Other) : Held(Other.Std()) {}
    template <class U>
    requires std::is_convertible_v<U*, T*> TSharedPtr(const TSharedRef<U, Mode>& Other) : Held(Other.Std()) {}
    T* Get() const { return Held.get(); }
    T* operator->() const {
        check(Held != nullptr);
        return Held.get();
    }
    std::add_lvalue_reference_t<T> operator*() const {
        check(Held != nullptr);
        return *Held;
    }
    bool IsValid() const { return Held != nullptr; }
    explicit operator bool() const { return Held != nullptr; }
    void Reset() { Held.reset(); }
    bool IsUnique() const { return Held.use_count() == 1; }
    int32 GetSharedReferenceCount() const { return static_cast<int32>(Held.use_count()); }
    TSharedRef<T, Mode> ToSharedRef() const;
    bool operator==(const TSharedPtr& Other) const { return Held == Other.Held; }
    bool operator==(std::nullptr_t) const { return Held == nullptr; }
    const std::shared_ptr<T>& Std() const { return Held; }

  private:
    std::shared_ptr<T> Held;
};

template <class T, ESPMode Mode = ESPMode::ThreadSafe>
class TSharedRef {
  public:
    explicit TSharedRef(std::shared_ptr<T> InHeld) : Held(std::move(InHeld)) { check(Held != nullptr); }
    template <class U>
    requires std::is_convertible_v<U*, T*>
    explicit TSharedRef(U* Raw) : TSharedRef(std::shared_ptr<T>(Raw)) {}
    template <class U>
    requires std::is_convertible_v<U*, T*> TSharedRef(const TSharedRef<U, Mode>& Other) : Held(Other.Std()) {}
    T& Get() const { return *Held; }
    T* operator->() const { return Held.get(); }
    T& operator*() const { return *Held; }
    TSharedPtr<T, Mode> ToSharedPtr() const { return TSharedPtr<T, Mode>(Held); }
    bool operator==(const TSharedRef& Other) const { return Held == Other.Held; }
    const std::shared_ptr<T>& Std() const { return Held; }

  private:
    std::shared_ptr<T> Held;
};

template <class T, ESPMode Mode>
TSharedRef<T, Mode> TSharedPtr<T, Mode>::ToSharedRef() const {
    return TSharedRef<T, Mode>(Held);
}

template <class T, ESPMode Mode = ESPMode::ThreadSafe>
class TWeakPtr {
  public:
    TWeakPtr() = default;
    TWeakPtr(std::nullptr_t) {}
    TWeakPtr(const TSharedPtr<T, Mode>& Other) : Held(Other.Std()) {}
    TWeakPtr(const TSharedRef<T, Mode>& Other) : Held(Other.Std()) {}
    TSharedPtr<T, Mode> Pin() const { return TSharedPtr<T, Mode>(Held.lock()); }
    bool IsValid() const { return !Held.expired(); }
    void Reset() { Held.reset(); }
    const std::weak_ptr<T>& Std() const { return Held; }

  private:
    std::weak_ptr<T> Held;
};

template <class T, ESPMode Mode = ESPMode::ThreadSafe>
class TSharedFromThis : public std::enable_shared_from_this<T> {
  public:
    TSharedRef<T, Mode> AsShared() { return TSharedRef<T, Mode>(this->shared_from_this()); }
    TWeakPtr<T, Mode> AsWeak() { return TWeakPtr<T, Mode>(AsShared()); }
};

template <class T, ESPMode Mode = ESPMode::ThreadSafe, class... Arguments>
TSharedRef<T, Mode> MakeShared(Arguments&&... Given) {
    return TSharedRef<T, Mode>(std::make_shared<T>(static_cast<Arguments&&>(Given)...));
}
namespace SinewFake {
/** What MakeShareable returns: either kind of pointer can be made of it. */
template <class T>
struct TRawShared {
    T* Raw;
    template <class U, ESPMode Mode>
    operator TSharedPtr<U, Mode>() const {
        return TSharedPtr<U, Mode>(Raw);
    }
    template <class U, ESPMode Mode>
    operator TSharedRef<U, Mode>() const {
        return TSharedRef<U, Mode>(Raw);
    }
};
}  // namespace SinewFake
template <class T>
SinewFake::TRawShared<T> MakeShareable(T* Raw) {
    return {Raw};
}
template <class To, class From, ESPMode Mode>
TSharedPtr<To, Mode> StaticCastSharedPtr(const TSharedPtr<From, Mode>& Other) {
    return TSharedPtr<To, Mode>(std::static_pointer_cast<To>(Other.Std()));
}
template <class To, class From, ESPMode Mode>
TSharedRef<To, Mode> StaticCastSharedRef(const TSharedRef<From, Mode>& Other) {
    return TSharedRef<To, Mode>(std::static_pointer_cast<To>(Other.Std()));
}
