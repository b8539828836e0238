#pragma once
#include "UObject/UObjectGlobals.h"

/** A native thing that keeps objects alive. */
class FGCObject {
  public:
    FGCObject();
    virtual ~FGCObject();
    FGCObject(const FGCObject&) = delete;
    virtual void AddReferencedObjects(FReferenceCollector& Collector) = 0;
    virtual FString GetReferencerName() const = 0;
};
