#pragma once
// TArray: the engine's vector, with 32-bit counts and indices that are always checked.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <new>

#include "Templates/UnrealTemplate.h"

#if SINEW_FAKE_UE_MINOR >= 5
enum class EAllowShrinking : uint8 { No, Yes };
#endif

template <class T, class SizeType = int32>
class TSizedArray;
struct FDefaultAllocator;
template <int32 Alignment>
struct TAlignedHeapAllocator;
template <uint32 Count>
struct TInlineAllocator;

template <class T, class InSizeType>
class TSizedArray {
  public:
    using ElementType = T;
    using SizeType = InSizeType;
    TSizedArray() = default;
    TSizedArray(std::initializer_list<T> Values) {
        Append(Values.begin(), static_cast<SizeType>(Values.size()));
    }
    TSizedArray(const T* Values, SizeType Added) { Append(Values, Added); }
    TSizedArray(const TSizedArray& Other) { Append(Other.Data, Other.Count); }
    TSizedArray(TSizedArray&& Other) noexcept { SwapWith(Other); }
    TSizedArray& operator=(const TSizedArray& Other) {
        if (this != &Other) {
            Reset();
            Append(Other.Data, Other.Count);
        }
        return *this;
    }
    TSizedArray& operator=(TSizedArray&& Other) noexcept {
        if (this != &Other) {
            Empty();
            SwapWith(Other);
        }
        return *this;
    }
    TSizedArray& operator=(std::initializer_list<T> Values) {
        Reset();
        Append(Values.begin(), static_cast<SizeType>(Values.size()));
        return *this;
    }
    ~TSizedArray() { Empty(); }

    SizeType Num() const { return Count; }
    SizeType Max() const { return Capacity; }
    bool IsEmpty() const { return Count == 0; }
    SIZE_T GetAllocatedSize() const { return static_cast<SIZE_T>(Capacity) * sizeof(T); }
    static constexpr uint32 GetTypeSize() { return sizeof(T); }
    SIZE_T NumBytes() const { return static_cast<SIZE_T>(Count) * sizeof(T); }
    T* GetData() { return Data; }
    const T* GetData() const { return Data; }
    bool IsValidIndex(SizeType Index) const { return Index >= 0 && Index < Count; }
    T& operator[](SizeType Index) {
        check(IsValidIndex(Index));
        return Data[Index];
    }
    const T& operator[](SizeType Index) const {
        check(IsValidIndex(Index));
        return Data[Index];
    }
    T& Last(SizeType FromEnd = 0) { return (*this)[Count - 1 - FromEnd]; }
    const T& Last(SizeType FromEnd = 0) const { return (*this)[Count - 1 - FromEnd]; }
    T& Top() { return Last(); }
    T* begin() { return Data; }
    T* end() { return Data + Count; }
    const T* begin() const { return Data; }
    const T* end() const { return Data + Count; }

    void Reserve(SizeType Wanted) {
        if (Wanted > Capacity) Reallocate(Wanted);
    }
    void Empty(SizeType Slack = 0) {
        DestroyFrom(0);
        Release();
        Reserve(Slack);
    }
    void Reset(SizeType Slack = 0) {
        DestroyFrom(0);
        Reserve(Slack);
    }
    void Shrink() {
        if (Count < Capacity) Reallocate(Count);
    }
    template <class... Arguments>
    SizeType Emplace(Arguments&&... Given) {
        if (Count == Capacity) {
            // What is given may be an element of this array: it is made before the elements move.
            T Made(static_cast<Arguments&&>(Given)...);
            Grow();
            ::new (static_cast<void*>(Data + Count)) T(std::move(Made));
        } else {
            ::new (static_cast<void*>(Data + Count)) T(static_cast<Arguments&&>(Given)...);
        }
        return Count++;
    }
    template <class... Arguments>
    T& Emplace_GetRef(Arguments&&... Given) {
        return Data[Emplace(static_cast<Arguments&&>(Given)...)];
    }
    SizeType Add(const T& Value) { return Emplace(Value); }
    SizeType Add(T&& Value) { return Emplace(std::move(Value)); }
    T& Add_GetRef(const T& Value) { return Data[Emplace(Value)]; }
    void Push(const T& Value) { Emplace(Value); }
    void Push(T&& Value) { Emplace(std::move(Value)); }
    SizeType AddDefaulted(SizeType Added = 1) {
        SetNum(Count + Added);
        return Count - Added;
    }
    T& AddDefaulted_GetRef() { return Data[AddDefaulted()]; }
    SizeType AddUninitialized(SizeType Added = 1) {
        SetNumUninitialized(Count + Added);
        return Count - Added;
    }
    SizeType AddZeroed(SizeType Added = 1) {
        SetNumZeroed(Count + Added);
        return Count - Added;
    }
    SizeType AddUnique(const T& Value) {
        const SizeType Found = Find(Value);
        return Found == INDEX_NONE ? Add(Value) : Found;
    }
    void Append(const T* Values, SizeType Added) {
        Reserve(Count + Added);
        for (SizeType Index = 0; Index < Added; ++Index)
            ::new (static_cast<void*>(Data + Count + Index)) T(Values[Index]);
        Count += Added;
    }
    template <class Range>
    requires requires(const Range& Given) {
        Given.GetData();
        Given.Num();
    }
    void Append(const Range& Values) { Append(Values.GetData(), static_cast<SizeType>(Values.Num())); }
    void Append(std::initializer_list<T> Values) {
        Append(Values.begin(), static_cast<SizeType>(Values.size()));
    }
    template <class Range>
    TSizedArray& operator+=(const Range& Values) {
        Append(Values);
        return *this;
    }
    SizeType Insert(const T& Value, SizeType At) {
        T Copy(Value);
        Emplace(std::move(Copy));
        std::rotate(Data + At, Data + Count - 1, Data + Count);
        return At;
    }
    void SetNum(SizeType Wanted) {
        Resize(Wanted, [](T* Place) { ::new (static_cast<void*>(Place)) T(); });
    }
    void SetNumUninitialized(SizeType Wanted) {
        // Filled with noise, so that a test sees what was not written.
        Resize(Wanted, [](T* Place) { std::memset(static_cast<void*>(Place), 0xcd, sizeof(T)); });
    }
    void SetNumZeroed(SizeType Wanted) {
        Resize(Wanted, [](T* Place) { std::memset(static_cast<void*>(Place), 0, sizeof(T)); });
    }
    void Init(const T& Value, SizeType Wanted) {
        Reset();
        Resize(Wanted, [&](T* Place) { ::new (static_cast<void*>(Place)) T(Value); });
    }
#if SINEW_FAKE_UE_MINOR >= 5
    void SetNum(SizeType Wanted, EAllowShrinking) {
        SetNum(Wanted);
    }
    void SetNumUninitialized(SizeType Wanted, EAllowShrinking) {
        SetNumUninitialized(Wanted);
    }
    void RemoveAt(SizeType At, SizeType Removed, EAllowShrinking) {
        RemoveAt(At, Removed);
    }
    void RemoveAtSwap(SizeType At, SizeType Removed, EAllowShrinking) {
        RemoveAtSwap(At, Removed);
    }
    T Pop(EAllowShrinking) {
        return Pop();
    }
    [[deprecated("use EAllowShrinking")]] void SetNum(SizeType Wanted, bool) {
        SetNum(Wanted);
    }
    [[deprecated("use EAllowShrinking")]] void RemoveAt(SizeType At, SizeType Removed, bool) {
        RemoveAt(At, Removed);
    }
#else
    void SetNum(SizeType Wanted, bool) {
        SetNum(Wanted);
    }
    void SetNumUninitialized(SizeType Wanted, bool) {
        SetNumUninitialized(Wanted);
    }
    void RemoveAt(SizeType At, SizeType Removed, bool) {
        RemoveAt(At, Removed);
    }
    void RemoveAtSwap(SizeType At, SizeType Removed, bool) {
        RemoveAtSwap(At, Removed);
    }
    T Pop(bool) {
        return Pop();
    }
#endif
    void RemoveAt(SizeType At, SizeType Removed = 1) {
        check(At >= 0 && Removed >= 0 && At + Removed <= Count);
        std::move(Data + At + Removed, Data + Count, Data + At);
        DestroyFrom(Count - Removed);
    }
    void RemoveAtSwap(SizeType At, SizeType Removed = 1) {
        check(At >= 0 && Removed >= 0 && At + Removed <= Count);
        const SizeType Moved = std::min(Removed, Count - At - Removed);
        std::move(Data + Count - Moved, Data + Count, Data + At);
        DestroyFrom(Count - Removed);
    }
    SizeType Remove(const T& Value) {
        return RemoveAll([&](const T& Element) { return Element == Value; });
    }
    SizeType RemoveSingle(const T& Value) {
        const SizeType Found = Find(Value);
        if (Found == INDEX_NONE) return 0;
        RemoveAt(Found);
        return 1;
    }
    SizeType RemoveSwap(const T& Value) {
        return Remove(Value);
    }
    template <class Predicate>
    SizeType RemoveAll(const Predicate& Unwanted) {
        const SizeType Kept = static_cast<SizeType>(std::remove_if(begin(), end(), Unwanted) - begin());
        const SizeType Removed = Count - Kept;
        DestroyFrom(Kept);
        return Removed;
    }
    T Pop() {
        T Taken(std::move(Last()));
        DestroyFrom(Count - 1);
        return Taken;
    }

    template <class Key>
    SizeType Find(const Key& Value) const {
        for (SizeType Index = 0; Index < Count; ++Index)
            if (Data[Index] == Value) return Index;
        return INDEX_NONE;
    }
    template <class Key>
    bool Find(const Key& Value, SizeType& OutIndex) const {
        return (OutIndex = Find(Value)) != INDEX_NONE;
    }
    template <class Key>
    SizeType IndexOfByKey(const Key& Value) const {
        return Find(Value);
    }
    template <class Key>
    bool Contains(const Key& Value) const {
        return Find(Value) != INDEX_NONE;
    }
    template <class Key>
    T* FindByKey(const Key& Value) {
        const SizeType Found = Find(Value);
        return Found == INDEX_NONE ? nullptr : Data + Found;
    }
    template <class Predicate>
    SizeType IndexOfByPredicate(const Predicate& Wanted) const {
        for (SizeType Index = 0; Index < Count; ++Index)
            if (Wanted(Data[Index])) return Index;
        return INDEX_NONE;
    }
    template <class Predicate>
    bool ContainsByPredicate(const Predicate& Wanted) const {
        return IndexOfByPredicate(Wanted) != INDEX_NONE;
    }
    template <class Predicate>
    T* FindByPredicate(const Predicate& Wanted) {
        const SizeType Found = IndexOfByPredicate(Wanted);
        return Found == INDEX_NONE ? nullptr : Data + Found;
    }
    template <class Predicate>
    const T* FindByPredicate(const Predicate& Wanted) const {
        const SizeType Found = IndexOfByPredicate(Wanted);
        return Found == INDEX_NONE ? nullptr : Data + Found;
    }
    template <class Predicate>
    TSizedArray FilterByPredicate(const Predicate& Wanted) const {
        TSizedArray Kept;
        for (const T& Element : *this)
            if (Wanted(Element)) Kept.Add(Element);
        return Kept;
    }
    void Sort() {
        std::sort(begin(), end());
    }
    /** Of pointers, what they point at is compared. */
    template <class Predicate>
    void Sort(const Predicate& Before) {
        std::sort(begin(), end(), [&](const T& A, const T& B) { return Before(Pointee(A), Pointee(B)); });
    }
    template <class Predicate>
    void StableSort(const Predicate& Before) {
        std::stable_sort(begin(), end(),
                         [&](const T& A, const T& B) { return Before(Pointee(A), Pointee(B)); });
    }
    void Swap(SizeType A, SizeType B) {
        std::swap((*this)[A], (*this)[B]);
    }
    bool operator==(const TSizedArray& Other) const {
        return Count == Other.Count && std::equal(begin(), end(), Other.begin());
    }

  private:
    static const auto& Pointee(const T& Element) {
        if constexpr (std::is_pointer_v<T>) {
            return *Element;
        } else {
            return Element;
        }
    }
    template <class Fill>
    void Resize(SizeType Wanted, const Fill& FillPlace) {
        check(Wanted >= 0);
        if (Wanted < Count) return DestroyFrom(Wanted);
        if (Wanted > Capacity) Reallocate(Wanted);
        for (; Count < Wanted; ++Count) FillPlace(Data + Count);
    }
    void Grow() {
        Reallocate(Capacity < 4 ? 4 : Capacity + Capacity / 2);
    }
    void Reallocate(SizeType Wanted) {
        T* Fresh =
            Wanted == 0
                ? nullptr
                : static_cast<T*>(::operator new(static_cast<SIZE_T>(Wanted) * sizeof(T), Alignment()));
        for (SizeType Index = 0; Index < Count; ++Index) {
            ::new (static_cast<void*>(Fresh + Index)) T(std::move(Data[Index]));
            Data[Index].~T();
        }
        Release();
        Data = Fresh;
        Capacity = Wanted;
    }
    void DestroyFrom(SizeType Kept) {
        for (SizeType Index = Kept; Index < Count; ++Index) Data[Index].~T();
        Count = Kept;
    }
    void Release() {
        if (Data != nullptr) ::operator delete(static_cast<void*>(Data), Alignment());
        Data = nullptr;
        Capacity = 0;
    }
    static constexpr std::align_val_t Alignment() {
        return std::align_val_t(alignof(T) < 16 ? 16 : alignof(T));
    }
    void SwapWith(TSizedArray& Other) {
        std::swap(Data, Other.Data);
        std::swap(Count, Other.Count);
        std::swap(Capacity, Other.Capacity);
    }

    T* Data = nullptr;
    SizeType Count = 0;
    SizeType Capacity = 0;
};

template <class T, class Allocator = FDefaultAllocator>
class TArray : public TSizedArray<T, int32> {
  public:
    using TSizedArray<T, int32>::TSizedArray;
    TArray() = default;
    TArray(TSizedArray<T, int32>&& Other) : TSizedArray<T, int32>(std::move(Other)) {}
    using TSizedArray<T, int32>::operator=;
};
template <class T>
class TArray64 : public TSizedArray<T, int64> {
  public:
    using TSizedArray<T, int64>::TSizedArray;
    TArray64() = default;
};
