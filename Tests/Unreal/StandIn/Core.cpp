#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <random>
#include <thread>

#include "CoreMinimal.h"
#include "HAL/IConsoleManager.h"
#include "Misc/CommandLine.h"
#include "Misc/FeedbackContext.h"
#include "Misc/Parse.h"
#include "Modules/ModuleManager.h"
#include "Serialization/CustomVersion.h"
#include "StandIn/Machine.h"
#include "UObject/UObjectGlobals.h"

DEFINE_LOG_CATEGORY(LogTemp);
uint64 GFrameCounter = 0;
bool GIsEditor = WITH_EDITOR != 0;
bool GIsRunningCommandlet = false;

namespace {
const std::thread::id MainThread = std::this_thread::get_id();
}
bool IsInGameThread() {
    return std::this_thread::get_id() == MainThread;
}
bool IsInRenderingThread() {
    return false;
}

namespace SinewFake {
void FailCheck(const char* Expression, const char* File, int32 Line) {
    std::fprintf(stderr, "%s:%d: check failed: %s\n", File, Line, Expression);
    TellFatal(Expression, File, Line);
    std::abort();
}
bool FailEnsure(const char* Expression, const char* File, int32 Line) {
    FString Text = FString::Printf(TEXT("%hs:%d: ensure failed: %hs"), File, Line, Expression);
    GLog->Serialize(*Text, ELogVerbosity::Error, FName(TEXT("LogEnsure")));
    return false;
}
void Log(const FLogCategoryBase& Category, ELogVerbosity::Type Verbosity, const FString& Text) {
    GLog->Serialize(*Text, Verbosity, Category.GetCategoryName());
    if (Verbosity == ELogVerbosity::Fatal) FailCheck("a fatal log", __FILE__, __LINE__);
}
}  // namespace SinewFake

FOutputDeviceRedirector* FOutputDeviceRedirector::Get() {
    static FOutputDeviceRedirector* const Made = new FOutputDeviceRedirector();
    return Made;
}
void FOutputDeviceRedirector::Serialize(const TCHAR* Text, ELogVerbosity::Type Verbosity,
                                        const FName& Category) {
    static std::recursive_mutex Mutex;
    const std::lock_guard Lock(Mutex);
    for (FOutputDevice* Device : TArray<FOutputDevice*>(Devices))
        Device->Serialize(Text, Verbosity, Category);
}
void FFeedbackContext::Serialize(const TCHAR* Text, ELogVerbosity::Type Verbosity, const FName& Category) {
    GLog->Serialize(Text, Verbosity, Category);
}
FFeedbackContext* GWarn = new FFeedbackContext();

// ---- memory ----
namespace {
struct FBlock {
    void* Start;
    SIZE_T Size;
};
std::atomic<int64> OutBytes{0}, OutBlocks{0};
FBlock& BlockOf(void* Memory) {
    return static_cast<FBlock*>(Memory)[-1];
}
}  // namespace
namespace SinewFake {
int64 BytesOut() {
    return OutBytes;
}
int64 BlocksOut() {
    return OutBlocks;
}
}  // namespace SinewFake

void* FMemory::Malloc(SIZE_T Count, uint32 Alignment) {
    const SIZE_T Wanted = std::max<SIZE_T>(Alignment, 16);
    char* Start = static_cast<char*>(std::malloc(Count + Wanted + sizeof(FBlock)));
    check(Start != nullptr);
    char* Memory = Align(Start + sizeof(FBlock), Wanted);
    BlockOf(Memory) = {Start, Count};
    OutBytes += int64(Count);
    ++OutBlocks;
    return Memory;
}
void FMemory::Free(void* Memory) {
    if (Memory == nullptr) return;
    const FBlock Block = BlockOf(Memory);
    OutBytes -= int64(Block.Size);
    --OutBlocks;
    std::free(Block.Start);
}
SIZE_T FMemory::GetAllocSize(void* Memory) {
    return Memory == nullptr ? 0 : BlockOf(Memory).Size;
}
void* FMemory::Realloc(void* Old, SIZE_T Count, uint32 Alignment) {
    void* Fresh = Malloc(Count, Alignment);
    Memcpy(Fresh, Old, std::min(Count, GetAllocSize(Old)));
    Free(Old);
    return Fresh;
}
void* FMemory::MallocZeroed(SIZE_T Count, uint32 Alignment) {
    return Memzero(Malloc(Count, Alignment), Count);
}

// ---- time and machine ----
uint64 FPlatformTime::Cycles64() {
    return uint64(std::chrono::duration_cast<std::chrono::nanoseconds>(
                      std::chrono::steady_clock::now().time_since_epoch())
                      .count());
}
double FPlatformTime::Seconds() {
    return double(Cycles64()) * 1e-9;
}
FString FPlatformMisc::GetEnvironmentVariable(const TCHAR* Name) {
    const char* Value = std::getenv(TCHAR_TO_UTF8(Name));
    return Value == nullptr ? FString() : FString(Value);
}
void FPlatformMisc::SetEnvironmentVar(const TCHAR* Name, const TCHAR* Value) {
    if (*Value == 0) {
        unsetenv(TCHAR_TO_UTF8(Name));
    } else {
        setenv(TCHAR_TO_UTF8(Name), TCHAR_TO_UTF8(Value), 1);
    }
}
int32 FPlatformMisc::NumberOfCores() {
    return std::max(1, int32(std::thread::hardware_concurrency()));
}
void FPlatformMisc::RequestExit(bool) {}
void FPlatformMisc::RequestExitWithStatus(bool, uint8) {}

FGuid FGuid::NewGuid() {
    static std::mt19937 Dice{std::random_device{}()};
    return FGuid(Dice(), Dice(), Dice(), Dice() | 1u);
}
namespace {
constexpr int64 TicksAt1970 = 621355968000000000;
}
FDateTime FDateTime::UtcNow() {
    const auto Since = std::chrono::system_clock::now().time_since_epoch();
    return FDateTime(TicksAt1970 + std::chrono::duration_cast<std::chrono::nanoseconds>(Since).count() / 100);
}
FDateTime FDateTime::Now() {
    return UtcNow();
}
FString FDateTime::ToIso8601() const {
    const std::time_t Seconds = std::time_t((Ticks - TicksAt1970) / 10000000);
    char Buffer[40];
    std::tm Parts{};
    gmtime_r(&Seconds, &Parts);
    std::strftime(Buffer, sizeof Buffer, "%Y-%m-%dT%H:%M:%S.000Z", &Parts);
    return Buffer;
}

FDelegateHandle::FDelegateHandle(EGenerateNewHandleType) {
    static std::atomic<uint64> Last{0};
    ID = ++Last;
}

// ---- console ----
IConsoleManager& IConsoleManager::Get() {
    static IConsoleManager* const Made = new IConsoleManager();
    return *Made;
}
IConsoleVariable* IConsoleManager::FindConsoleVariable(const TCHAR* Name, bool) const {
    return Variables.FindRef(Name);
}
void IConsoleManager::RegisterVariable(const TCHAR* Name, IConsoleVariable* Variable) {
    check(!Variables.Contains(Name));
    Variables.Add(Name, Variable);
}
void IConsoleManager::UnregisterVariable(IConsoleVariable* Variable) {
    for (const auto& Pair : TMap<FString, IConsoleVariable*>(Variables))
        if (Pair.Value == Variable) Variables.Remove(Pair.Key);
}
void IConsoleManager::ForEachVariable(TFunctionRef<void(const FString&, IConsoleVariable&)> Visit) const {
    for (const auto& Pair : Variables) Visit(Pair.Key, *Pair.Value);
}
int32 IConsoleVariable::GetInt() const {
    return GetString() == TEXT("true") ? 1 : FCString::Atoi(*GetString());
}
float IConsoleVariable::GetFloat() const {
    return FCString::Atof(*GetString());
}
namespace SinewFake {
void ParseConsoleValue(const TCHAR* Text, int32& Out) {
    Out = FCString::Atoi(Text);
}
void ParseConsoleValue(const TCHAR* Text, float& Out) {
    Out = FCString::Atof(Text);
}
void ParseConsoleValue(const TCHAR* Text, bool& Out) {
    Out = FString(Text) == TEXT("true") || FCString::Atoi(Text) != 0;
}
void ParseConsoleValue(const TCHAR* Text, FString& Out) {
    Out = Text;
}
}  // namespace SinewFake

// ---- modules ----
FModuleManager& FModuleManager::Get() {
    static FModuleManager* const Made = new FModuleManager();
    return *Made;
}
IModuleInterface* FModuleManager::LoadModule(FName Name) {
    if (IModuleInterface* Module = GetModule(Name)) return Module;
    const FMake* Make = Known.Find(Name);
    if (Make == nullptr) return nullptr;
    IModuleInterface* Module = (*Make)();
    Loaded.Add(Name, TSharedModule(Module));
    Order.Add(Name);
    Module->StartupModule();
    return Module;
}
bool FModuleManager::UnloadModule(FName Name, bool) {
    IModuleInterface* Module = GetModule(Name);
    if (Module == nullptr) return false;
    Module->ShutdownModule();
    Loaded.Remove(Name);
    Order.Remove(Name);
    return true;
}
void FModuleManager::LoadAll() {
    TArray<FName> Names;
    Known.GetKeys(Names);
    // The engine's own first, and runtime modules before editor ones: as loading phases and dependencies have
    // it.
    Names.Sort([](const FName& A, const FName& B) {
        const auto Rank = [](const FName& Name) {
            const FString Text = Name.ToString();
            return !Text.StartsWith(TEXT("Sinew")) ? 0 : Text.EndsWith(TEXT("Editor")) ? 2 : 1;
        };
        return Rank(A) < Rank(B);
    });
    for (const FName& Name : Names) LoadModule(Name);
}
void FModuleManager::UnloadAll() {
    while (Order.Num() > 0) UnloadModule(Order.Last(), true);
}

// ---- archives ----
namespace {
TMap<FGuid, int32>& Versions() {
    static TMap<FGuid, int32>* const Made = new TMap<FGuid, int32>();
    return *Made;
}
}  // namespace
FCustomVersionRegistration::FCustomVersionRegistration(FGuid InKey, int32 Version, const TCHAR*)
    : Key(InKey) {
    check(!Versions().Contains(Key));
    Versions().Add(Key, Version);
}
FCustomVersionRegistration::~FCustomVersionRegistration() {
    Versions().Remove(Key);
}
int32 SinewFake::CurrentCustomVersion(const FGuid& Key) {
    const int32* Found = Versions().Find(Key);
    return Found == nullptr ? -1 : *Found;
}
void FArchive::UsingCustomVersion(const FGuid& Key) {
    check(SinewFake::CurrentCustomVersion(Key) != -1);
    if (!IsLoading()) CustomVersions.Add(Key, SinewFake::CurrentCustomVersion(Key));
}
int32 FArchive::CustomVer(const FGuid& Key) const {
    const int32* Found = CustomVersions.Find(Key);
    return Found == nullptr ? -1 : *Found;
}
FArchive& FArchive::operator<<(FName& Name) {
    FString Text = Name.ToString();
    *this << Text;
    if (IsLoading()) Name = FName(Text);
    return *this;
}
FArchive& FArchive::operator<<(UObject*& Object) {
    FString Path = SinewFake::PathOf(Object);
    *this << Path;
    if (IsLoading()) Object = SinewFake::FindOrLoadByPath(Path);
    return *this;
}
FArchive& operator<<(FArchive& Ar, FString& Text) {
    int32 Count = Text.Len();
    Ar << Count;
    if (Ar.IsLoading()) {
        if (Count < 0 || (Ar.TotalSize() >= 0 && int64(Count) * 2 > Ar.TotalSize() - Ar.Tell()))
            Ar.SetError();
        std::u16string Read(Ar.IsError() ? 0 : SIZE_T(Count), u'\0');
        if (!Read.empty()) Ar.Serialize(Read.data(), int64(Read.size()) * 2);
        Text = FString(Read);
    } else if (Count > 0) {
        Ar.Serialize(const_cast<TCHAR*>(*Text), int64(Count) * 2);
    }
    return Ar;
}
FArchive& operator<<(FArchive& Ar, FText& Text) {
    FString Shown = Text.ToString();
    Ar << Shown;
    Text = FText::FromString(Shown);
    return Ar;
}

// ---- command lines ----
namespace {
FString& Line() {
    static FString Held;
    return Held;
}
}  // namespace
const TCHAR* FCommandLine::Get() {
    return *Line();
}
void FCommandLine::Set(const TCHAR* Text) {
    Line() = Text;
}

bool FParse::Value(const TCHAR* Stream, const TCHAR* Match, FString& OutValue, bool) {
    const FString Text = Stream;
    const int32 At = Text.Find(Match);
    if (At == INDEX_NONE) return false;
    const TCHAR* Rest = *Text + At + FCString::Strlen(Match);
    if (*Rest == u'"') {
        OutValue = FString(Rest + 1);
        OutValue.Split(TEXT("\""), &OutValue, nullptr);
        return true;
    }
    OutValue.Reset();
    for (; *Rest != 0 && !FChar::IsWhitespace(*Rest) && *Rest != u','; ++Rest) OutValue += *Rest;
    return true;
}
bool FParse::Value(const TCHAR* Stream, const TCHAR* Match, int32& OutValue) {
    FString Text;
    const bool bFound = Value(Stream, Match, Text);
    if (bFound) OutValue = FCString::Atoi(*Text);
    return bFound;
}
bool FParse::Value(const TCHAR* Stream, const TCHAR* Match, float& OutValue) {
    FString Text;
    const bool bFound = Value(Stream, Match, Text);
    if (bFound) OutValue = FCString::Atof(*Text);
    return bFound;
}
bool FParse::Value(const TCHAR* Stream, const TCHAR* Match, FName& OutValue) {
    FString Text;
    const bool bFound = Value(Stream, Match, Text);
    if (bFound) OutValue = FName(Text);
    return bFound;
}
bool FParse::Bool(const TCHAR* Stream, const TCHAR* Match, bool& OutValue) {
    FString Text;
    const bool bFound = Value(Stream, Match, Text);
    if (bFound) SinewFake::ParseConsoleValue(*Text, OutValue);
    return bFound;
}
bool FParse::Param(const TCHAR* Stream, const TCHAR* Name) {
    FString Token;
    while (Token.Reset(), FParse::Token(Stream, Token, false))
        if (Token == FString(TEXT("-")) + Name || Token == FString(TEXT("/")) + Name) return true;
    return false;
}
bool FParse::Token(const TCHAR*& Stream, FString& OutToken, bool) {
    OutToken.Reset();
    while (FChar::IsWhitespace(*Stream)) ++Stream;
    if (*Stream == 0) return false;
    bool bQuoted = false;
    // Quotes are dropped where they surround all of a token, and kept inside one: -A="b c".
    const bool bWhole = *Stream == u'"';
    for (Stream += bWhole ? 1 : 0; *Stream != 0; ++Stream) {
        if (*Stream == u'"') {
            if (bWhole) {
                ++Stream;
                break;
            }
            bQuoted = !bQuoted;
        } else if (!bWhole && !bQuoted && FChar::IsWhitespace(*Stream)) {
            break;
        }
        OutToken += *Stream;
    }
    return true;
}
