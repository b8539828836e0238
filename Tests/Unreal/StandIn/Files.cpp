#include <cstdio>
#include <filesystem>
#include <fstream>

#include "CoreMinimal.h"
#include "HAL/FileManager.h"
#include "Interfaces/IPluginManager.h"
#include "Misc/FileHelper.h"
#include "Misc/PackageName.h"
#include "Misc/Paths.h"

namespace fs = std::filesystem;

namespace {
fs::path Native(const FString& Path) {
    return fs::path(TCHAR_TO_UTF8(*Path));
}
FString Engine(const fs::path& Path) {
    return FString(Path.generic_string().c_str());
}
}  // namespace

FString FPaths::ProjectDir() {
    const FString Given = FPlatformMisc::GetEnvironmentVariable(TEXT("SINEW_FAKE_PROJECT"));
    return Given.IsEmpty() ? FString(TEXT("FakeProject/")) : Given / FString();
}
FString FPaths::GetCleanFilename(const FString& Path) {
    return Engine(Native(Path).filename());
}
FString FPaths::GetBaseFilename(const FString& Path, bool bRemovePath) {
    const fs::path Given = Native(Path);
    return bRemovePath ? Engine(Given.stem()) : Engine(Given.parent_path() / Given.stem());
}
FString FPaths::GetPath(const FString& Path) {
    return Engine(Native(Path).parent_path());
}
FString FPaths::GetExtension(const FString& Path, bool bIncludeDot) {
    const FString Extension = Engine(Native(Path).extension());
    return bIncludeDot ? Extension : Extension.RightChop(1);
}
FString FPaths::SetExtension(const FString& Path, const FString& Extension) {
    return Engine(Native(Path).replace_extension(TCHAR_TO_UTF8(*Extension)));
}
bool FPaths::FileExists(const FString& Path) {
    return IFileManager::Get().FileExists(*Path);
}
bool FPaths::DirectoryExists(const FString& Path) {
    return IFileManager::Get().DirectoryExists(*Path);
}
FString FPaths::ConvertRelativePathToFull(const FString& Path) {
    return Engine(fs::absolute(Native(Path)).lexically_normal());
}
FString FPaths::ConvertRelativePathToFull(const FString& Base, const FString& Path) {
    return IsRelative(Path) ? ConvertRelativePathToFull(Base / Path) : ConvertRelativePathToFull(Path);
}
bool FPaths::IsRelative(const FString& Path) {
    return Native(Path).is_relative();
}
void FPaths::NormalizeFilename(FString& Path) {
    Path.ReplaceInline(TEXT("\\"), TEXT("/"));
}
void FPaths::NormalizeDirectoryName(FString& Path) {
    NormalizeFilename(Path);
    if (Path.Len() > 1) Path.RemoveFromEnd(TEXT("/"));
}
bool FPaths::CollapseRelativeDirectories(FString& Path) {
    Path = Engine(Native(Path).lexically_normal());
    return true;
}
bool FPaths::MakePathRelativeTo(FString& Path, const TCHAR* RelativeTo) {
    const fs::path Base = fs::absolute(Native(RelativeTo));
    Path =
        Engine(fs::absolute(Native(Path))
                   .lexically_relative(FString(RelativeTo).EndsWith(TEXT("/")) ? Base : Base.parent_path()));
    return true;
}
FString FPaths::CreateTempFilename(const TCHAR* Folder, const TCHAR* Prefix, const TCHAR* Extension) {
    return FString(Folder) / (FString(Prefix) + FGuid::NewGuid().ToString() + Extension);
}
bool FPaths::IsSamePath(const FString& A, const FString& B) {
    return ConvertRelativePathToFull(A) == ConvertRelativePathToFull(B);
}

IFileManager& IFileManager::Get() {
    static IFileManager Made;
    return Made;
}
bool IFileManager::FileExists(const TCHAR* Filename) {
    std::error_code Error;
    return fs::is_regular_file(Native(Filename), Error);
}
bool IFileManager::DirectoryExists(const TCHAR* Path) {
    std::error_code Error;
    return fs::is_directory(Native(Path), Error);
}
int64 IFileManager::FileSize(const TCHAR* Filename) {
    std::error_code Error;
    return FileExists(Filename) ? int64(fs::file_size(Native(Filename), Error)) : -1;
}
bool IFileManager::Delete(const TCHAR* Filename, bool bRequireExists, bool, bool) {
    std::error_code Error;
    return fs::remove(Native(Filename), Error) || !bRequireExists;
}
bool IFileManager::DeleteDirectory(const TCHAR* Path, bool bRequireExists, bool bTree) {
    std::error_code Error;
    const bool bGone = bTree ? fs::remove_all(Native(Path), Error) > 0 : fs::remove(Native(Path), Error);
    return !Error && (bGone || !bRequireExists);
}
bool IFileManager::MakeDirectory(const TCHAR* Path, bool bTree) {
    std::error_code Error;
    bTree ? fs::create_directories(Native(Path), Error) : fs::create_directory(Native(Path), Error);
    return DirectoryExists(Path);
}
bool IFileManager::Move(const TCHAR* To, const TCHAR* From, bool bReplace) {
    std::error_code Error;
    if (!bReplace && FileExists(To)) return false;
    fs::rename(Native(From), Native(To), Error);
    return !Error;
}
uint32 IFileManager::Copy(const TCHAR* To, const TCHAR* From, bool bReplace) {
    std::error_code Error;
    const auto Options = bReplace ? fs::copy_options::overwrite_existing : fs::copy_options::none;
    return fs::copy_file(Native(From), Native(To), Options, Error) ? 0 : 1;
}
bool IFileManager::IsReadOnly(const TCHAR* Filename) {
    std::error_code Error;
    const fs::perms Permissions = fs::status(Native(Filename), Error).permissions();
    return FileExists(Filename) && (Permissions & fs::perms::owner_write) == fs::perms::none;
}
FDateTime IFileManager::GetTimeStamp(const TCHAR* Filename) {
    return GetStatData(Filename).ModificationTime;
}
FFileStatData IFileManager::GetStatData(const TCHAR* Filename) {
    FFileStatData Data;
    std::error_code Error;
    const auto Time = fs::last_write_time(Native(Filename), Error);
    if (Error) return Data;
    Data.bIsValid = true;
    Data.bIsDirectory = DirectoryExists(Filename);
    Data.FileSize = FileSize(Filename);
    Data.ModificationTime = FDateTime(
        std::chrono::duration_cast<std::chrono::nanoseconds>(Time.time_since_epoch()).count() / 100);
    return Data;
}
void IFileManager::FindFiles(TArray<FString>& OutNames, const TCHAR* Pattern, bool bFiles,
                             bool bDirectories) {
    std::error_code Error;
    const FString Name = FPaths::GetCleanFilename(Pattern);
    for (const auto& Entry : fs::directory_iterator(Native(FPaths::GetPath(Pattern)), Error))
        if ((Entry.is_directory() ? bDirectories : bFiles) &&
            Engine(Entry.path().filename()).MatchesWildcard(Name))
            OutNames.Add(Engine(Entry.path().filename()));
    OutNames.Sort();
}
void IFileManager::FindFilesRecursive(TArray<FString>& OutPaths, const TCHAR* Folder, const TCHAR* Pattern,
                                      bool bFiles, bool bDirectories, bool bClear) {
    std::error_code Error;
    if (bClear) OutPaths.Reset();
    for (const auto& Entry : fs::recursive_directory_iterator(Native(Folder), Error))
        if ((Entry.is_directory() ? bDirectories : bFiles) &&
            Engine(Entry.path().filename()).MatchesWildcard(Pattern))
            OutPaths.Add(Engine(Entry.path()));
    OutPaths.Sort();
}

namespace {
template <class Array>
bool ReadAll(Array& OutBytes, const TCHAR* Filename) {
    OutBytes.Reset();
    if (!FPaths::FileExists(Filename)) return false;
    std::ifstream File(Native(Filename), std::ios::binary);
    OutBytes.SetNumUninitialized(
        static_cast<typename Array::SizeType>(IFileManager::Get().FileSize(Filename)));
    File.read(reinterpret_cast<char*>(OutBytes.GetData()), std::streamsize(OutBytes.Num()));
    return bool(File);
}
bool WriteAll(const void* Bytes, int64 Count, const TCHAR* Filename, bool bAppend = false) {
    IFileManager::Get().MakeDirectory(*FPaths::GetPath(Filename), true);
    std::ofstream File(Native(Filename), std::ios::binary | (bAppend ? std::ios::app : std::ios::trunc));
    File.write(static_cast<const char*>(Bytes), Count);
    File.close();
    return bool(File);
}
}  // namespace
bool FFileHelper::LoadFileToArray(TArray<uint8>& OutBytes, const TCHAR* Filename, uint32) {
    return ReadAll(OutBytes, Filename);
}
bool FFileHelper::LoadFileToArray(TArray64<uint8>& OutBytes, const TCHAR* Filename, uint32) {
    return ReadAll(OutBytes, Filename);
}
bool FFileHelper::LoadFileToString(FString& OutText, const TCHAR* Filename) {
    TArray<uint8> Bytes;
    if (!ReadAll(Bytes, Filename)) return false;
    const char* Text = reinterpret_cast<const char*>(Bytes.GetData());
    const bool bMark = Bytes.Num() >= 3 && Bytes[0] == 0xef && Bytes[1] == 0xbb && Bytes[2] == 0xbf;
    OutText = FString(SinewFake::Widen(Text + (bMark ? 3 : 0), SIZE_T(Bytes.Num() - (bMark ? 3 : 0))));
    return true;
}
bool FFileHelper::LoadFileToStringArray(TArray<FString>& OutLines, const TCHAR* Filename) {
    FString Text;
    if (!LoadFileToString(Text, Filename)) return false;
    Text.ParseIntoArrayLines(OutLines, false);
    return true;
}
bool FFileHelper::SaveArrayToFile(const TArray<uint8>& Bytes, const TCHAR* Filename) {
    return WriteAll(Bytes.GetData(), Bytes.Num(), Filename);
}
bool FFileHelper::SaveStringToFile(const FString& Text, const TCHAR* Filename, EEncodingOptions,
                                   IFileManager*, uint32 WriteFlags) {
    const FTCHARToUTF8 Utf8(*Text);
    return WriteAll(Utf8.Get(), Utf8.Length(), Filename, (WriteFlags & FILEWRITE_Append) != 0);
}

// ---- packages' names ----
bool FPackageName::TryConvertLongPackageNameToFilename(const FString& Name, FString& OutFilename,
                                                       const FString& Extension) {
    if (!Name.StartsWith(TEXT("/Game/"))) return false;
    OutFilename = FPaths::ProjectContentDir() / Name.RightChop(6) + Extension;
    return true;
}
FString FPackageName::LongPackageNameToFilename(const FString& Name, const FString& Extension) {
    FString Filename;
    check(TryConvertLongPackageNameToFilename(Name, Filename, Extension));
    return Filename;
}
bool FPackageName::TryConvertFilenameToLongPackageName(const FString& Filename, FString& OutName, FString*) {
    FString Path = FPaths::ConvertRelativePathToFull(Filename);
    if (!Path.RemoveFromStart(FPaths::ConvertRelativePathToFull(FPaths::ProjectContentDir()))) return false;
    Path.RemoveFromStart(TEXT("/"));
    OutName = TEXT("/Game/") + FPaths::GetBaseFilename(Path, false);
    return true;
}
FString FPackageName::FilenameToLongPackageName(const FString& Filename) {
    FString Name;
    check(TryConvertFilenameToLongPackageName(Filename, Name));
    return Name;
}
FString FPackageName::GetLongPackagePath(const FString& Name) {
    FString Path;
    return Name.Split(TEXT("/"), &Path, nullptr, ESearchCase::CaseSensitive, ESearchDir::FromEnd) ? Path
                                                                                                  : FString();
}
FString FPackageName::GetShortName(const FString& Name) {
    FString Short = Name;
    Name.Split(TEXT("/"), nullptr, &Short, ESearchCase::CaseSensitive, ESearchDir::FromEnd);
    return Short;
}
FString FPackageName::ObjectPathToPackageName(const FString& Path) {
    FString Package = Path;
    Path.Split(TEXT("."), &Package, nullptr);
    return Package;
}
FString FPackageName::ObjectPathToObjectName(const FString& Path) {
    FString Name = Path;
    if (Path.Split(TEXT("."), nullptr, &Name)) return Name;
    return Path;
}
bool FPackageName::IsValidLongPackageName(const FString& Name, bool, FText* OutReason) {
    const bool bGood = Name.StartsWith(TEXT("/")) && Name.Len() > 3 &&
                       Name.RightChop(1).Contains(TEXT("/")) && !Name.EndsWith(TEXT("/")) &&
                       !Name.Contains(TEXT(".")) && !Name.Contains(TEXT(" ")) && !Name.Contains(TEXT("//")) &&
                       !Name.Contains(TEXT("\\"));
    if (!bGood && OutReason != nullptr) *OutReason = FText::FromString(TEXT("not a long package name"));
    return bGood;
}
bool FPackageName::DoesPackageExist(const FString& Name, FString* OutFilename) {
    FString Filename;
    if (!TryConvertLongPackageNameToFilename(Name, Filename, GetAssetPackageExtension()) ||
        !FPaths::FileExists(Filename))
        return false;
    if (OutFilename != nullptr) *OutFilename = Filename;
    return true;
}

namespace {
class FTestedPlugin : public IPlugin {
  public:
    FString GetBaseDir() const override {
        return FPlatformMisc::GetEnvironmentVariable(TEXT("SINEW_PLUGIN_DIR"));
    }
    FString GetName() const override { return TEXT("Sinew"); }
    const FPluginDescriptor& GetDescriptor() const override { return Descriptor; }

  private:
    FPluginDescriptor Descriptor{TEXT("0.0.0"), TEXT("Sinew")};
};
}  // namespace
IPluginManager& IPluginManager::Get() {
    static IPluginManager Made;
    return Made;
}
TSharedPtr<IPlugin> IPluginManager::FindPlugin(const FString& Name) {
    if (Name != TEXT("Sinew") || FPlatformMisc::GetEnvironmentVariable(TEXT("SINEW_PLUGIN_DIR")).IsEmpty())
        return nullptr;
    return MakeShared<FTestedPlugin>();
}
