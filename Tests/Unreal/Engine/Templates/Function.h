#pragma once
#include <functional>
#include <memory>

#include "Templates/UnrealTemplate.h"

template <class Signature>
class TFunctionRef;

/** Borrows what it is given, so it must not outlive the call it is passed to. */
template <class Result, class... Arguments>
class TFunctionRef<Result(Arguments...)> {
  public:
    template <class Callable>
    requires(!std::is_same_v<std::decay_t<Callable>, TFunctionRef> &&
             std::is_invocable_r_v<Result, Callable&, Arguments...>) TFunctionRef(Callable&& Given)
        : Object(const_cast<void*>(static_cast<const void*>(&Given))),
          Call([](void* Target, Arguments... Passed) -> Result {
              return (*static_cast<std::remove_reference_t<Callable>*>(Target))(
                  static_cast<Arguments&&>(Passed)...);
          }) {}
    Result operator()(Arguments... Passed) const { return Call(Object, static_cast<Arguments&&>(Passed)...); }

  private:
    void* Object;
    Result (*Call)(void*, Arguments...);
};

template <class Signature>
class TFunction;

template <class Result, class... Arguments>
class TFunction<Result(Arguments...)> {
  public:
    TFunction() = default;
    TFunction(std::nullptr_t) {}
    template <class Callable>
    requires(!std::is_same_v<std::decay_t<Callable>, TFunction> &&
             std::is_invocable_r_v<Result, std::decay_t<Callable>&, Arguments...>) TFunction(Callable&& Given)
        : Held(static_cast<Callable&&>(Given)) {}
    Result operator()(Arguments... Passed) const {
        check(static_cast<bool>(Held));
        return Held(static_cast<Arguments&&>(Passed)...);
    }
    explicit operator bool() const { return static_cast<bool>(Held); }
    bool IsSet() const { return static_cast<bool>(Held); }
    void Reset() { Held = nullptr; }
    bool operator==(std::nullptr_t) const { return !Held; }

  private:
    std::function<Result(Arguments...)> Held;
};

template <class Signature>
class TUniqueFunction;

/** Moved, never copied: lambdas may own what cannot be copied. */
template <class Result, class... Arguments>
class TUniqueFunction<Result(Arguments...)> {
  public:
    TUniqueFunction() = default;
    TUniqueFunction(TUniqueFunction&&) = default;
    TUniqueFunction& operator=(TUniqueFunction&&) = default;
    template <class Callable>
    requires(!std::is_same_v<std::decay_t<Callable>, TUniqueFunction>) TUniqueFunction(Callable&& Given)
        : Held(std::make_shared<std::decay_t<Callable>>(static_cast<Callable&&>(Given))),
          Call([](void* Target, Arguments... Passed) -> Result {
              return (*static_cast<std::decay_t<Callable>*>(Target))(static_cast<Arguments&&>(Passed)...);
          }) {}
    Result operator()(Arguments... Passed) const {
        return Call(Held.get(), static_cast<Arguments&&>(Passed)...);
    }
    explicit operator bool() const { return Call != nullptr; }

  private:
    std::shared_ptr<void> Held;
    Result (*Call)(void*, Arguments...) = nullptr;
};
