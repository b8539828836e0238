#pragma once
#include "Containers/Array.h"

namespace SinewFake {
/** Elements in the order they came in, found by the hash of their keys. */
template <class Element, class Keys>
class TIndexed {
  public:
    int32 Num() const { return Elements.Num(); }
    bool IsEmpty() const { return Elements.Num() == 0; }
    void Empty(int32 Slack = 0) {
        Elements.Empty(Slack);
        Buckets.Empty();
        Next.Empty();
    }
    void Reset() { Empty(); }
    void Reserve(int32 Wanted) { Elements.Reserve(Wanted); }
    SIZE_T GetAllocatedSize() const {
        return Elements.GetAllocatedSize() + Buckets.GetAllocatedSize() + Next.GetAllocatedSize();
    }

  protected:
    template <class Key>
    int32 IndexOf(const Key& Wanted) const {
        if (Buckets.Num() == 0) return INDEX_NONE;
        for (int32 At = Buckets[BucketOf(Wanted)]; At != INDEX_NONE; At = Next[At])
            if (Keys::Of(Elements[At]) == Wanted) return At;
        return INDEX_NONE;
    }
    int32 Append(Element&& Added) {
        const int32 At = Elements.Add(std::move(Added));
        Next.Add(INDEX_NONE);
        if (Elements.Num() > Buckets.Num()) {
            Rebuild();
        } else {
            Link(At);
        }
        return At;
    }
    void RemoveIndex(int32 At) {
        Elements.RemoveAt(At);
        Next.RemoveAt(At);
        Rebuild();
    }
    void Rebuild() {
        Buckets.Init(INDEX_NONE, std::max<int32>(8, Elements.Num() * 2));
        for (int32 At = 0; At < Elements.Num(); ++At) Link(At);
    }
    TArray<Element> Elements;

  private:
    template <class Key>
    int32 BucketOf(const Key& Wanted) const {
        return static_cast<int32>(GetTypeHash(Wanted) % static_cast<uint32>(Buckets.Num()));
    }
    void Link(int32 At) {
        int32& First = Buckets[BucketOf(Keys::Of(Elements[At]))];
        Next[At] = First;
        First = At;
    }
    TArray<int32> Buckets, Next;
};

struct FSelfKey {
    template <class T>
    static const T& Of(const T& Element) {
        return Element;
    }
};
struct FPairKey {
    template <class Pair>
    static const auto& Of(const Pair& Element) {
        return Element.Key;
    }
};
}  // namespace SinewFake

template <class T>
class TSet : public SinewFake::TIndexed<T, SinewFake::FSelfKey> {
    using Base = SinewFake::TIndexed<T, SinewFake::FSelfKey>;

  public:
    TSet() = default;
    TSet(std::initializer_list<T> Values) {
        for (const T& Value : Values) Add(Value);
    }
    explicit TSet(const TArray<T>& Values) {
        for (const T& Value : Values) Add(Value);
    }
    void Add(const T& Value, bool* bAlready = nullptr) {
        const bool bFound = Contains(Value);
        if (!bFound) this->Append(T(Value));
        if (bAlready != nullptr) *bAlready = bFound;
    }
    template <class... Arguments>
    void Emplace(Arguments&&... Given) {
        Add(T(static_cast<Arguments&&>(Given)...));
    }
    bool Contains(const T& Value) const { return this->IndexOf(Value) != INDEX_NONE; }
    T* Find(const T& Value) {
        const int32 At = this->IndexOf(Value);
        return At == INDEX_NONE ? nullptr : &this->Elements[At];
    }
    int32 Remove(const T& Value) {
        const int32 At = this->IndexOf(Value);
        if (At == INDEX_NONE) return 0;
        this->RemoveIndex(At);
        return 1;
    }
    void Append(const TSet& Other) {
        for (const T& Value : Other) Add(Value);
    }
    void Append(const TArray<T>& Other) {
        for (const T& Value : Other) Add(Value);
    }
    TArray<T> Array() const { return this->Elements; }
    T* begin() { return this->Elements.begin(); }
    T* end() { return this->Elements.end(); }
    const T* begin() const { return this->Elements.begin(); }
    const T* end() const { return this->Elements.end(); }

  private:
    using Base::Append;
};
