#pragma once
#include "UObject/Object.h"

/** By the objects' classes, since there is no RTTI. Null for null. */
template <class To, class From>
To* Cast(From* Object) {
    return Object != nullptr && static_cast<const UObject*>(Object)->IsA(To::StaticClass())
               ? const_cast<To*>(static_cast<const To*>(static_cast<const UObject*>(Object)))
               : nullptr;
}
template <class To, class From>
To* Cast(const TObjectPtr<From>& Object) {
    return Cast<To>(Object.Get());
}
template <class To, class From>
const To* Cast(const From* Object) {
    return Cast<To>(const_cast<From*>(Object));
}
template <class To, class From>
To* CastChecked(From* Object) {
    To* Result = Cast<To>(Object);
    check(Result != nullptr);
    return Result;
}
template <class To, class From>
To* CastChecked(const TObjectPtr<From>& Object) {
    return CastChecked<To>(Object.Get());
}
template <class To, class From>
To* ExactCast(From* Object) {
    return Object != nullptr && Object->GetClass() == To::StaticClass() ? static_cast<To*>(Object) : nullptr;
}
