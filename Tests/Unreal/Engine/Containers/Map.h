#pragma once
#include "Containers/Set.h"

template <class KeyType, class ValueType>
class TMap : public SinewFake::TIndexed<TPair<KeyType, ValueType>, SinewFake::FPairKey> {
  public:
    using ElementType = TPair<KeyType, ValueType>;
    TMap() = default;
    TMap(std::initializer_list<ElementType> Values) {
        for (const ElementType& Value : Values) Add(Value.Key, Value.Value);
    }
    ValueType& Add(const KeyType& Key, ValueType Value) {
        ValueType& Place = FindOrAdd(Key);
        Place = std::move(Value);
        return Place;
    }
    ValueType& Add(const KeyType& Key) { return Add(Key, ValueType()); }
    template <class... Arguments>
    ValueType& Emplace(const KeyType& Key, Arguments&&... Given) {
        return Add(Key, ValueType(static_cast<Arguments&&>(Given)...));
    }
    ValueType& FindOrAdd(const KeyType& Key) {
        const int32 At = this->IndexOf(Key);
        return this->Elements[At != INDEX_NONE ? At : this->Append(ElementType{Key, ValueType()})].Value;
    }
    ValueType* Find(const KeyType& Key) {
        const int32 At = this->IndexOf(Key);
        return At == INDEX_NONE ? nullptr : &this->Elements[At].Value;
    }
    const ValueType* Find(const KeyType& Key) const { return const_cast<TMap*>(this)->Find(Key); }
    ValueType FindRef(const KeyType& Key) const {
        const ValueType* Found = Find(Key);
        return Found == nullptr ? ValueType() : *Found;
    }
    ValueType& FindChecked(const KeyType& Key) {
        ValueType* Found = Find(Key);
        check(Found != nullptr);
        return *Found;
    }
    const ValueType& FindChecked(const KeyType& Key) const {
        return const_cast<TMap*>(this)->FindChecked(Key);
    }
    ValueType& operator[](const KeyType& Key) { return FindChecked(Key); }
    const ValueType& operator[](const KeyType& Key) const { return FindChecked(Key); }
    bool Contains(const KeyType& Key) const { return this->IndexOf(Key) != INDEX_NONE; }
    int32 Remove(const KeyType& Key) {
        const int32 At = this->IndexOf(Key);
        if (At == INDEX_NONE) return 0;
        this->RemoveIndex(At);
        return 1;
    }
    bool RemoveAndCopyValue(const KeyType& Key, ValueType& OutValue) {
        ValueType* Found = Find(Key);
        if (Found == nullptr) return false;
        OutValue = std::move(*Found);
        return Remove(Key) == 1;
    }
    int32 GetKeys(TArray<KeyType>& OutKeys) const {
        OutKeys.Reset();
        for (const ElementType& Pair : *this) OutKeys.Add(Pair.Key);
        return OutKeys.Num();
    }
    void GenerateKeyArray(TArray<KeyType>& OutKeys) const { GetKeys(OutKeys); }
    void GenerateValueArray(TArray<ValueType>& OutValues) const {
        OutValues.Reset();
        for (const ElementType& Pair : *this) OutValues.Add(Pair.Value);
    }
    void Append(const TMap& Other) {
        for (const ElementType& Pair : Other) Add(Pair.Key, Pair.Value);
    }
    template <class Predicate>
    void KeySort(const Predicate& Before) {
        this->Elements.StableSort(
            [&](const ElementType& A, const ElementType& B) { return Before(A.Key, B.Key); });
        this->Rebuild();
    }
    ElementType* begin() { return this->Elements.begin(); }
    ElementType* end() { return this->Elements.end(); }
    const ElementType* begin() const { return this->Elements.begin(); }
    const ElementType* end() const { return this->Elements.end(); }

  private:
    using SinewFake::TIndexed<ElementType, SinewFake::FPairKey>::Append;
};
