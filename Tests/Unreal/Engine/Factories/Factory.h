#pragma once
#include "Misc/FeedbackContext.h"
#include "UObject/UObjectGlobals.h"

class UFactory : public UObject {
    SINEW_FAKE_CLASS(UFactory, UObject)
    TSubclassOf<UObject> SupportedClass;
    TSubclassOf<UObject> ContextClass;
    TArray<FString> Formats;
    uint32 bCreateNew : 1 = 0;
    uint32 bEditAfterNew : 1 = 0;
    uint32 bEditorImport : 1 = 0;
    uint32 bText : 1 = 0;
    int32 ImportPriority = 100;
    static FString CurrentFilename;
    static FString GetCurrentFilename() { return CurrentFilename; }

    virtual bool FactoryCanImport(const FString&) { return false; }
    virtual bool DoesSupportClass(UClass* Class) { return Class == SupportedClass.Get(); }
    virtual UClass* ResolveSupportedClass() { return SupportedClass; }
    virtual bool ConfigureProperties() { return true; }
    virtual bool CanCreateNew() const { return bCreateNew; }
    virtual FText GetDisplayName() const { return FText::FromString(GetClass()->GetName()); }
    virtual void GetSupportedFileExtensions(TArray<FString>& OutExtensions) const;
    virtual UObject* FactoryCreateFile(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags,
                                       const FString& Filename, const TCHAR* Parms, FFeedbackContext* Warn,
                                       bool& bOutOperationCanceled);
    virtual UObject* FactoryCreateBinary(UClass*, UObject*, FName, EObjectFlags, UObject*, const TCHAR*,
                                         const uint8*&, const uint8*, FFeedbackContext*) {
        return nullptr;
    }
    virtual UObject* FactoryCreateBinary(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags,
                                         UObject* Context, const TCHAR* Type, const uint8*& Buffer,
                                         const uint8* BufferEnd, FFeedbackContext* Warn,
                                         bool& bOutOperationCanceled);
    virtual UObject* FactoryCreateNew(UClass*, UObject*, FName, EObjectFlags, UObject*, FFeedbackContext*) {
        return nullptr;
    }
};

namespace SinewFake {
/** As dropping a file on the content browser does: of the importers that take it, the one of the highest
 * priority. */
UObject* ImportFile(const FString& Filename, const FString& PackageName, bool& bOutCanceled);
}  // namespace SinewFake
