#include "Commandlets/Commandlet.h"
#include "CoreMinimal.h"
#include "Dom/JsonObject.h"
#include "EditorFramework/AssetImportData.h"
#include "EditorReimportHandler.h"
#include "Factories/Factory.h"
#include "HAL/FileManager.h"
#include "Misc/FileHelper.h"
#include "Misc/Parse.h"
#include "Misc/Paths.h"
#include "PropertyEditorModule.h"

FString UFactory::CurrentFilename;

void UFactory::GetSupportedFileExtensions(TArray<FString>& OutExtensions) const {
    for (const FString& Format : Formats) {
        FString Extension = Format;
        Format.Split(TEXT(";"), &Extension, nullptr);
        OutExtensions.Add(Extension);
    }
}
UObject* UFactory::FactoryCreateFile(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags,
                                     const FString& Filename, const TCHAR*, FFeedbackContext* Warn,
                                     bool& bOutOperationCanceled) {
    TArray<uint8> Bytes;
    if (!FFileHelper::LoadFileToArray(Bytes, *Filename)) return nullptr;
    CurrentFilename = Filename;
    const uint8* Start = Bytes.GetData();
    return FactoryCreateBinary(InClass, InParent, InName, Flags, nullptr, *FPaths::GetExtension(Filename),
                               Start, Start + Bytes.Num(), Warn, bOutOperationCanceled);
}
UObject* UFactory::FactoryCreateBinary(UClass* InClass, UObject* InParent, FName InName, EObjectFlags Flags,
                                       UObject* Context, const TCHAR* Type, const uint8*& Buffer,
                                       const uint8* BufferEnd, FFeedbackContext* Warn, bool&) {
    return FactoryCreateBinary(InClass, InParent, InName, Flags, Context, Type, Buffer, BufferEnd, Warn);
}
UObject* SinewFake::ImportFile(const FString& Filename, const FString& PackageName, bool& bOutCanceled) {
    UFactory* Best = nullptr;
    for (UClass* Class : AllClasses()) {
        if (!Class->IsChildOf(UFactory::StaticClass()) || Class->HasAnyClassFlags(CLASS_Abstract)) continue;
        UFactory* Factory = Class->GetDefaultObject<UFactory>();
        TArray<FString> Extensions;
        Factory->GetSupportedFileExtensions(Extensions);
        const bool bTakes = Factory->bEditorImport && Extensions.Contains(FPaths::GetExtension(Filename)) &&
                            Factory->FactoryCanImport(Filename);
        if (bTakes && (Best == nullptr || Factory->ImportPriority > Best->ImportPriority)) Best = Factory;
    }
    if (Best == nullptr) return nullptr;
    UFactory* Factory = NewObject<UFactory>(GetTransientPackage(), Best->GetClass());
    UPackage* Package = CreatePackage(*PackageName);
    return Factory->FactoryCreateFile(Factory->ResolveSupportedClass(), Package,
                                      FName(FPaths::GetBaseFilename(PackageName)), RF_Public | RF_Standalone,
                                      Filename, nullptr, GWarn, bOutCanceled);
}

FReimportManager* FReimportManager::Instance() {
    static FReimportManager* const Made = new FReimportManager();
    return Made;
}
FReimportHandler::FReimportHandler() {
    FReimportManager::Instance()->SinewFakeHandlers.Add(this);
}
FReimportHandler::~FReimportHandler() {
    FReimportManager::Instance()->SinewFakeHandlers.Remove(this);
}
bool FReimportManager::CanReimport(UObject* Obj, TArray<FString>* OutFilenames) const {
    for (FReimportHandler* Handler : SinewFakeHandlers) {
        TArray<FString> Filenames;
        if (!Handler->CanReimport(Obj, Filenames)) continue;
        if (OutFilenames != nullptr) *OutFilenames = Filenames;
        return true;
    }
    return false;
}
bool FReimportManager::Reimport(UObject* Obj, bool, bool, FString PreferredReimportFile) {
    FReimportHandler* Best = nullptr;
    for (FReimportHandler* Handler : SinewFakeHandlers) {
        TArray<FString> Filenames;
        if (Handler->CanReimport(Obj, Filenames) &&
            (Best == nullptr || Handler->GetPriority() > Best->GetPriority()))
            Best = Handler;
    }
    if (Best == nullptr) return false;
    if (!PreferredReimportFile.IsEmpty()) Best->SetReimportPaths(Obj, {PreferredReimportFile});
    return Best->Reimport(Obj) == EReimportResult::Succeeded;
}

void UAssetImportData::Update(const FString& AbsoluteFilename) {
    SinewFakeFiles = {
        {AbsoluteFilename, IFileManager::Get().GetTimeStamp(*AbsoluteFilename).GetTicks(), FString()}};
}
void UAssetImportData::UpdateFilenameOnly(const FString& InPath) {
    UpdateFilenameOnly(InPath, 0);
}
void UAssetImportData::UpdateFilenameOnly(const FString& InPath, int32 Index) {
    AddFileName(InPath, Index);
}
void UAssetImportData::AddFileName(const FString& InPath, int32 Index, FString) {
    if (SinewFakeFiles.Num() <= Index) SinewFakeFiles.SetNum(Index + 1);
    SinewFakeFiles[Index].Path = InPath;
}
TArray<FString> UAssetImportData::ExtractFilenames() const {
    TArray<FString> Paths;
    for (const FSinewFakeFile& File : SinewFakeFiles) Paths.Add(File.Path);
    return Paths;
}
void UAssetImportData::ExtractFilenames(TArray<FString>& OutPaths) const {
    OutPaths.Append(ExtractFilenames());
}
void UAssetImportData::Serialize(FArchive& Ar) {
    Super::Serialize(Ar);
    int32 Count = SinewFakeFiles.Num();
    Ar << Count;
    if (Ar.IsLoading()) SinewFakeFiles.SetNum(Count);
    for (FSinewFakeFile& File : SinewFakeFiles) Ar << File.Path << File.Time << File.Hash;
}

void UCommandlet::ParseCommandLine(const TCHAR* CmdLine, TArray<FString>& Tokens, TArray<FString>& Switches) {
    FString Token;
    while (FParse::Token(CmdLine, Token, false)) {
        if (Token.StartsWith(TEXT("-"))) {
            Switches.Add(Token.RightChop(1));
        } else {
            Tokens.Add(Token);
        }
    }
}
void UCommandlet::ParseCommandLine(const TCHAR* CmdLine, TArray<FString>& Tokens, TArray<FString>& Switches,
                                   TMap<FString, FString>& Params) {
    ParseCommandLine(CmdLine, Tokens, Switches);
    for (int32 Index = Switches.Num() - 1; Index >= 0; --Index) {
        FString Key, Value;
        if (!Switches[Index].Split(TEXT("="), &Key, &Value)) continue;
        Params.Add(Key, Value.TrimQuotes());
        Switches.RemoveAt(Index);
    }
}

namespace {
class FRowsOfCategory : public IDetailCategoryBuilder {
  public:
    explicit FRowsOfCategory(TArray<TSharedPtr<FDetailWidgetRow>>& InRows) : Rows(InRows) {}
    FDetailWidgetRow& AddCustomRow(const FText& FilterString, bool) override {
        const TSharedPtr<FDetailWidgetRow> Row = MakeShared<FDetailWidgetRow>(FilterString);
        Rows.Add(Row);
        return *Row;
    }

  private:
    TArray<TSharedPtr<FDetailWidgetRow>>& Rows;
};
class FLayoutOfObjects : public IDetailLayoutBuilder {
  public:
    FLayoutOfObjects(const TArray<UObject*>& InObjects, TArray<TSharedPtr<FDetailWidgetRow>>& InRows)
        : Category(InRows) {
        for (UObject* Object : InObjects) Objects.Add(Object);
    }
    IDetailCategoryBuilder& EditCategory(FName, const FText&, ECategoryPriority::Type) override {
        return Category;
    }
    void GetObjectsBeingCustomized(TArray<TWeakObjectPtr<UObject>>& OutObjects) const override {
        OutObjects = Objects;
    }
    void HideCategory(FName) override {}

  private:
    FRowsOfCategory Category;
    TArray<TWeakObjectPtr<UObject>> Objects;
};
}  // namespace
TArray<TSharedPtr<FDetailWidgetRow>> FPropertyEditorModule::SinewFakeRows(const TArray<UObject*>& Objects) {
    TArray<TSharedPtr<FDetailWidgetRow>> Rows;
    for (const UClass* Class = Objects[0]->GetClass(); Class != nullptr; Class = Class->GetSuperClass()) {
        const FOnGetDetailCustomizationInstance* Layout = Layouts.Find(Class->GetFName());
        if (Layout == nullptr) continue;
        FLayoutOfObjects Builder(Objects, Rows);
        Layout->Execute()->CustomizeDetails(Builder);
    }
    return Rows;
}
IMPLEMENT_MODULE(FPropertyEditorModule, PropertyEditor)
