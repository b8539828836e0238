#pragma once
#include "CoreTypes.h"

class UObject;

namespace SinewFake {
/** A place in the registry of objects, and whose it was: places are used again, serials are not. */
struct FWeakHandle {
    int32 Index = INDEX_NONE;
    uint32 Serial = 0;
    bool operator==(const FWeakHandle&) const = default;
};
FWeakHandle HandleOf(const UObject* Object);
/** Null once the object is gone, or, unless it is wanted even then, doomed. */
UObject* Resolve(FWeakHandle Handle, bool bEvenIfGarbage);
bool IsObjectAlive(const UObject* Object);
}  // namespace SinewFake
