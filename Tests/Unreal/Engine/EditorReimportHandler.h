#pragma once
#include "Containers/UnrealString.h"
#include "UObject/UObjectGlobals.h"

namespace EReimportResult {
enum Type { Failed, Succeeded, Cancelled };
}
/** Known to the manager from its construction on; a class's default object is, too. */
class FReimportHandler {
  public:
    FReimportHandler();
    virtual ~FReimportHandler();
    FReimportHandler(const FReimportHandler&) = delete;
    virtual bool CanReimport(UObject* Obj, TArray<FString>& OutFilenames) = 0;
    virtual void SetReimportPaths(UObject* Obj, const TArray<FString>& NewReimportPaths) = 0;
    virtual EReimportResult::Type Reimport(UObject* Obj) = 0;
    virtual int32 GetPriority() const { return 0; }
};
class FReimportManager {
  public:
    static FReimportManager* Instance();
    bool CanReimport(UObject* Obj, TArray<FString>* OutFilenames = nullptr) const;
    bool Reimport(UObject* Obj, bool bAskForNewFileIfMissing = false, bool bShowNotification = true,
                  FString PreferredReimportFile = FString());
    TArray<FReimportHandler*> SinewFakeHandlers;
};
