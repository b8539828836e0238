#pragma once
#include "UObject/UObjectGlobals.h"

template <class T>
class TObjectIterator {
  public:
    TObjectIterator() : Found(SinewFake::AllObjects(T::StaticClass())) {}
    explicit operator bool() const { return Index < Found.Num(); }
    TObjectIterator& operator++() { return ++Index, *this; }
    T* operator*() const { return static_cast<T*>(Found[Index]); }
    T* operator->() const { return **this; }

  private:
    TArray<UObject*> Found;
    int32 Index = 0;
};
