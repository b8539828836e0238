#pragma once
#include "UObject/GCObject.h"

template <class T>
class TStrongObjectPtr : private FGCObject {
  public:
    TStrongObjectPtr() = default;
    explicit TStrongObjectPtr(T* Object) : Held(Object) {}
    TStrongObjectPtr(const TStrongObjectPtr& Other) : FGCObject(), Held(Other.Held) {}
    TStrongObjectPtr& operator=(const TStrongObjectPtr& Other) {
        if (this != &Other) Held = Other.Held;
        return *this;
    }
    T* Get() const { return Held; }
    T* operator->() const { return Held; }
    T& operator*() const { return *Held; }
    bool IsValid() const { return Held != nullptr; }
    explicit operator bool() const { return IsValid(); }
    void Reset(T* Object = nullptr) { Held = Object; }

  private:
    void AddReferencedObjects(FReferenceCollector& Collector) override {
        Collector.AddReferencedObject(Held);
    }
    FString GetReferencerName() const override { return TEXT("TStrongObjectPtr"); }
    T* Held = nullptr;
};
