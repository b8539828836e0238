#pragma once
#include "Containers/Array.h"

/** Elements that belong to someone else. */
template <class T, class SizeType = int32>
class TArrayView {
  public:
    TArrayView() = default;
    TArrayView(T* InData, SizeType InCount) : Data(InData), Count(InCount) {}
    template <class Range>
    requires requires(Range& Given) {
        Given.GetData();
        Given.Num();
    }
    TArrayView(Range&& Given) : Data(Given.GetData()), Count(static_cast<SizeType>(Given.Num())) {}
    template <std::size_t Length>
    TArrayView(T (&Given)[Length]) : Data(Given), Count(static_cast<SizeType>(Length)) {}
    TArrayView(std::initializer_list<std::remove_const_t<T>> Given) requires std::is_const_v<T>
        : Data(Given.begin()), Count(static_cast<SizeType>(Given.size())) {}
    T* GetData() const { return Data; }
    SizeType Num() const { return Count; }
    bool IsEmpty() const { return Count == 0; }
    bool IsValidIndex(SizeType Index) const { return Index >= 0 && Index < Count; }
    T& operator[](SizeType Index) const {
        check(IsValidIndex(Index));
        return Data[Index];
    }
    TArrayView Slice(SizeType From, SizeType Length) const {
        check(From >= 0 && Length >= 0 && From + Length <= Count);
        return TArrayView(Data + From, Length);
    }
    T* begin() const { return Data; }
    T* end() const { return Data + Count; }
    bool Contains(const T& Value) const { return std::find(begin(), end(), Value) != end(); }

  private:
    T* Data = nullptr;
    SizeType Count = 0;
};

template <class T>
using TConstArrayView = TArrayView<const T>;
template <class T>
using TArrayView64 = TArrayView<T, int64>;
template <class T>
using TConstArrayView64 = TArrayView<const T, int64>;

template <class Range>
auto MakeArrayView(Range& Given) {
    return TArrayView<std::remove_pointer_t<decltype(Given.GetData())>>(Given);
}
template <class T>
auto MakeArrayView(T* Data, int32 Count) {
    return TArrayView<T>(Data, Count);
}
