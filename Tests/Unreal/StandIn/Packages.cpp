#include "AssetRegistry/AssetRegistryModule.h"
#include "CoreMinimal.h"
#include "FileHelpers.h"
#include "HAL/FileManager.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "Misc/Paths.h"
#include "StandIn/Registry.h"
#include "UObject/AssetRegistryTagsContext.h"
#include "UObject/Package.h"
#include "UObject/SoftObjectPath.h"

UPackage* GetTransientPackage() {
    static UPackage* const Made = [] {
        UPackage* Package = CreatePackage(TEXT("/Engine/Transient"));
        Package->AddToRoot();
        return Package;
    }();
    return Made;
}
UPackage* FindPackage(UObject*, const TCHAR* Name) {
    return FindObject<UPackage>(nullptr, Name);
}
UPackage* CreatePackage(const TCHAR* Name) {
    if (UPackage* Found = FindPackage(nullptr, Name)) return Found;
    return static_cast<UPackage*>(
        StaticConstructObject(UPackage::StaticClass(), nullptr, FName(Name), RF_Public));
}

namespace {
constexpr uint32 FileMark = 0x53464b50;

/** Everything of a package: the asset and what is inside it, by class and path, each with its own bytes. */
struct FSavedObject {
    FString ClassName, OuterPath, Name;
    uint32 Flags = 0;
    TArray<uint8> Bytes;
};
FArchive& operator<<(FArchive& Ar, FSavedObject& Object) {
    return Ar << Object.ClassName << Object.OuterPath << Object.Name << Object.Flags << Object.Bytes;
}
TArray<UObject*> ObjectsIn(const UObject* Outer) {
    return SinewFake::AllObjects(UObject::StaticClass(), true).FilterByPredicate([&](const UObject* Each) {
        return Each->IsIn(Outer) && !Each->HasAnyFlags(RF_Transient) && IsValid(Each);
    });
}
UClass* ClassByName(const FString& Name) {
    for (UClass* Class : SinewFake::AllClasses())
        if (Class->GetName() == Name) return Class;
    return nullptr;
}
}  // namespace

bool UPackage::SavePackage(UPackage* Package, UObject*, const TCHAR* Filename, const FSavePackageArgs& Args) {
    check(IsInGameThread() && Package != nullptr && Package != GetTransientPackage());
    TArray<FSavedObject> Saved;
    TMap<FGuid, int32> Versions;
    bool bAny = false;
    for (UObject* Each : ObjectsIn(Package)) {
        bAny |= Each->GetOuter() == Package && Each->HasAnyFlags(Args.TopLevelFlags);
        Each->PreSave(FObjectPreSaveContext(false));
        FSavedObject Object{Each->GetClass()->GetName(),
                            Each->GetOuter()->GetPathName(),
                            Each->GetName(),
                            uint32(Each->GetFlags()),
                            {}};
        FMemoryWriter Writer(Object.Bytes, true);
        Each->Serialize(Writer);
        Versions.Append(Writer.GetCustomVersionMap());
        Saved.Add(Object);
    }
    if (!bAny) return false;
    TArray<uint8> Bytes;
    FMemoryWriter File(Bytes, true);
    uint32 Mark = FileMark;
    File << Mark << Versions << Saved;
    if (!FFileHelper::SaveArrayToFile(Bytes, Filename)) {
        // The engine's own message, which in an editor is a window.
        if ((Args.SaveFlags & SAVE_NoError) == 0) UE_LOG(LogTemp, Error, TEXT("Error saving %s"), Filename);
        return false;
    }
    Package->SetDirtyFlag(false);
    return true;
}

UPackage* LoadPackage(UPackage*, const TCHAR* Name, uint32) {
    if (UPackage* Found = FindPackage(nullptr, Name)) return Found;
    FString Filename;
    TArray<uint8> Bytes;
    if (!FPackageName::DoesPackageExist(Name, &Filename) || !FFileHelper::LoadFileToArray(Bytes, *Filename))
        return nullptr;
    FMemoryReader File(Bytes, true);
    uint32 Mark = 0;
    TMap<FGuid, int32> Versions;
    TArray<FSavedObject> Saved;
    File << Mark << Versions << Saved;
    if (Mark != FileMark || File.IsError()) return nullptr;
    UPackage* Package = CreatePackage(Name);
    TArray<UObject*> Made;
    for (const FSavedObject& Object : Saved) {
        UClass* Class = ClassByName(Object.ClassName);
        check(Class != nullptr);
        UObject* Outer = Object.OuterPath == Name
                             ? Package
                             : StaticFindObject(UObject::StaticClass(), nullptr, *Object.OuterPath);
        UObject* Existing = Outer == nullptr ? nullptr : StaticFindObject(Class, Outer, *Object.Name);
        Made.Add(Existing != nullptr ? Existing
                                     : StaticConstructObject(Class, Outer, FName(Object.Name),
                                                             EObjectFlags(Object.Flags) | RF_WasLoaded));
    }
    for (int32 Index = 0; Index < Saved.Num(); ++Index) {
        FMemoryReader Reader(Saved[Index].Bytes, true);
        for (const auto& Pair : Versions) Reader.SetCustomVersion(Pair.Key, Pair.Value);
        Made[Index]->Serialize(Reader);
    }
    for (UObject* Each : Made) Each->ConditionalPostLoad();
    return Package;
}
UObject* StaticLoadObject(UClass* Class, UObject* Outer, const TCHAR* Path) {
    FString Full = Path;
    // A package's name alone means the asset of that name in it.
    if (Outer == nullptr && Full.StartsWith(TEXT("/")) && !Full.Contains(TEXT(".")))
        Full += TEXT(".") + FPackageName::GetShortName(Full);
    if (UObject* Found = StaticFindObject(Class, Outer, *Full)) return Found;
    if (Outer != nullptr || !Full.StartsWith(TEXT("/Game/"))) return nullptr;
    return LoadPackage(nullptr, *FPackageName::ObjectPathToPackageName(Full), 0) == nullptr
               ? nullptr
               : StaticFindObject(Class, nullptr, *Full);
}
FString FSoftObjectPath::GetAssetName() const {
    return FPackageName::ObjectPathToObjectName(Path);
}
FString FSoftObjectPath::GetLongPackageName() const {
    return FPackageName::ObjectPathToPackageName(Path);
}

bool UEditorLoadingAndSavingUtils::SavePackages(const TArray<UPackage*>& Packages, bool bOnlyDirty) {
    bool bAll = true;
    for (UPackage* Package : Packages) {
        if (bOnlyDirty && !Package->IsDirty()) continue;
        FSavePackageArgs Args;
        Args.TopLevelFlags = RF_Public | RF_Standalone;
        const FString Filename = FPackageName::LongPackageNameToFilename(
            Package->GetName(), FPackageName::GetAssetPackageExtension());
        bAll &= UPackage::SavePackage(Package, nullptr, *Filename, Args);
    }
    return bAll;
}

// ---- the asset registry ----
FAssetData::FAssetData(const UObject* Asset)
    : PackageName(Asset->GetPackage()->GetFName()),
      PackagePath(FName(FPackageName::GetLongPackagePath(Asset->GetPackage()->GetName()))),
      AssetName(Asset->GetFName()),
      AssetClassPath(Asset->GetClass()->GetClassPathName()) {
#if SINEW_FAKE_UE_MINOR >= 4
    FAssetRegistryTagsContextData Data(Asset);
    Asset->GetAssetRegistryTags(FAssetRegistryTagsContext(Data));
    for (const auto& Pair : Data.Tags) SinewFakeTags.Add(Pair.Key, Pair.Value.Value);
#else
    TArray<FAssetRegistryTag> Tags;
    Asset->GetAssetRegistryTags(Tags);
    for (const FAssetRegistryTag& Tag : Tags) SinewFakeTags.Add(Tag.Name, Tag.Value);
#endif
}
UPackage* FAssetData::GetPackage() const {
    return LoadPackage(nullptr, *PackageName.ToString(), 0);
}
UClass* FAssetData::GetClass() const {
    return ClassByName(AssetClassPath.AssetName.ToString());
}

IAssetRegistry& IAssetRegistry::GetChecked() {
    static IAssetRegistry Made;
    return Made;
}
void IAssetRegistry::SearchAllAssets(bool bSynchronous) {
    bSinewFakeSearched |= bSynchronous;
}

namespace {
bool Fits(const FARFilter& Filter, const FAssetData& Data) {
    const auto IsClass = [&](const FTopLevelAssetPath& Path) {
        const UClass* Class = Data.GetClass();
        const UClass* Wanted = ClassByName(Path.AssetName.ToString());
        return Data.AssetClassPath == Path || (Filter.bRecursiveClasses && Class != nullptr &&
                                               Wanted != nullptr && Class->IsChildOf(Wanted));
    };
    const auto IsPath = [&](const FName& Path) {
        return Data.PackagePath == Path || (Filter.bRecursivePaths && Data.PackagePath.ToString().StartsWith(
                                                                          Path.ToString() + TEXT("/")));
    };
    return (Filter.ClassPaths.Num() == 0 || Filter.ClassPaths.ContainsByPredicate(IsClass)) &&
           (Filter.PackagePaths.Num() == 0 || Filter.PackagePaths.ContainsByPredicate(IsPath)) &&
           (Filter.PackageNames.Num() == 0 || Filter.PackageNames.Contains(Data.PackageName));
}
bool IsAsset(const UObject* Object) {
    const UPackage* Package = Cast<UPackage>(Object->GetOuter());
    return Package != nullptr && Package != GetTransientPackage() && Object->HasAnyFlags(RF_Public) &&
           IsValid(Object);
}
}  // namespace
bool IAssetRegistry::GetAssets(const FARFilter& Filter, TArray<FAssetData>& OutAssets, bool) const {
    if (bSinewFakeSearched) {
        TArray<FString> Files;
        IFileManager::Get().FindFilesRecursive(Files, *FPaths::ProjectContentDir(), TEXT("*.uasset"), true,
                                               false);
        for (const FString& File : Files)
            LoadPackage(nullptr, *FPackageName::FilenameToLongPackageName(File), 0);
    }
    for (const UObject* Each : SinewFake::AllObjects(UObject::StaticClass()))
        if (IsAsset(Each) && Fits(Filter, FAssetData(Each))) OutAssets.Add(FAssetData(Each));
    for (const FAssetData& Data : SinewFakeOnDisk)
        if (Fits(Filter, Data)) OutAssets.Add(Data);
    OutAssets.Sort(
        [](const FAssetData& A, const FAssetData& B) { return A.PackageName.LexicalLess(B.PackageName); });
    return true;
}
bool IAssetRegistry::GetAssetsByClass(FTopLevelAssetPath Class, TArray<FAssetData>& OutAssets,
                                      bool bSubclasses) const {
    FARFilter Filter;
    Filter.ClassPaths.Add(Class);
    Filter.bRecursiveClasses = bSubclasses;
    return GetAssets(Filter, OutAssets);
}
FAssetData IAssetRegistry::GetAssetByObjectPath(const FSoftObjectPath& Path, bool) const {
    const UObject* Asset = Path.TryLoad();
    return Asset == nullptr ? FAssetData() : FAssetData(Asset);
}
TArray<FString>& FAssetRegistryModule::SinewFakeCreated() {
    static TArray<FString> Held;
    return Held;
}
void FAssetRegistryModule::AssetCreated(UObject* Asset) {
    SinewFakeCreated().Add(Asset->GetPathName());
}
void FAssetRegistryModule::AssetDeleted(UObject* Asset) {
    SinewFakeCreated().Remove(Asset->GetPathName());
}
IMPLEMENT_MODULE(FAssetRegistryModule, AssetRegistry)
