#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <thread>
#include <vector>

#include "CoreMinimal.h"
#include "HAL/PlatformProcess.h"

namespace {
// A pipe's end is its descriptor plus one, so that none is null.
void* ToPipe(int Descriptor) {
    return reinterpret_cast<void*>(static_cast<UPTRINT>(Descriptor + 1));
}
int ToDescriptor(void* Pipe) {
    return static_cast<int>(reinterpret_cast<UPTRINT>(Pipe)) - 1;
}

/** Like a shell's words: blanks part them, double quotes hold them together, a backslash takes a quote as it
 * is. */
std::vector<std::string> Words(const std::string& Line) {
    std::vector<std::string> Found;
    std::string Word;
    bool bQuoted = false, bAny = false;
    for (std::size_t Index = 0; Index < Line.size(); ++Index) {
        const char Letter = Line[Index];
        if (Letter == '\\' && Index + 1 < Line.size() &&
            (Line[Index + 1] == '"' || Line[Index + 1] == '\\')) {
            Word += Line[++Index];
            bAny = true;
        } else if (Letter == '"') {
            bQuoted = !bQuoted;
            bAny = true;
        } else if (Letter == ' ' && !bQuoted) {
            if (bAny) Found.push_back(Word);
            Word.clear();
            bAny = false;
        } else {
            Word += Letter;
            bAny = true;
        }
    }
    if (bAny) Found.push_back(Word);
    return Found;
}

TMap<int32, int32>& ExitCodes() {
    static TMap<int32, int32> Held;
    return Held;
}
void Remember(int32 Process, int Status) {
    ExitCodes().Add(Process, WIFEXITED(Status) ? WEXITSTATUS(Status) : 128 + WTERMSIG(Status));
}
}  // namespace

bool FPlatformProcess::CreatePipe(void*& ReadPipe, void*& WritePipe, bool) {
    int Ends[2];
    if (pipe2(Ends, O_CLOEXEC) != 0) return false;
    fcntl(Ends[0], F_SETFL, fcntl(Ends[0], F_GETFL) | O_NONBLOCK);
    ReadPipe = ToPipe(Ends[0]);
    WritePipe = ToPipe(Ends[1]);
    return true;
}
void FPlatformProcess::ClosePipe(void* ReadPipe, void* WritePipe) {
    if (ReadPipe != nullptr) close(ToDescriptor(ReadPipe));
    if (WritePipe != nullptr) close(ToDescriptor(WritePipe));
}
bool FPlatformProcess::ReadPipeToArray(void* ReadPipe, TArray<uint8>& Output) {
    Output.Reset();
    uint8 Buffer[4096];
    for (ssize_t Count = 1; Count > 0;) {
        Count = read(ToDescriptor(ReadPipe), Buffer, sizeof Buffer);
        if (Count > 0) Output.Append(Buffer, int32(Count));
    }
    return Output.Num() > 0;
}
FString FPlatformProcess::ReadPipe(void* ReadPipe) {
    TArray<uint8> Bytes;
    ReadPipeToArray(ReadPipe, Bytes);
    return FString(SinewFake::Widen(reinterpret_cast<const char*>(Bytes.GetData()), SIZE_T(Bytes.Num())));
}
bool FPlatformProcess::WritePipe(void* WritePipe, const FString& Message, FString*) {
    const FTCHARToUTF8 Text(*(Message + TEXT("\n")));
    return write(ToDescriptor(WritePipe), Text.Get(), SIZE_T(Text.Length())) == Text.Length();
}
FProcHandle FPlatformProcess::CreateProc(const TCHAR* Program, const TCHAR* Parameters, bool, bool, bool,
                                         uint32* OutProcessID, int32, const TCHAR* WorkingDirectory,
                                         void* PipeWriteChild, void* PipeReadChild) {
    const std::string File = TCHAR_TO_UTF8(Program);
    std::vector<std::string> Given = Words(TCHAR_TO_UTF8(Parameters));
    Given.insert(Given.begin(), File);
    std::vector<char*> Arguments;
    for (std::string& Word : Given) Arguments.push_back(Word.data());
    Arguments.push_back(nullptr);
    posix_spawn_file_actions_t Actions;
    posix_spawn_file_actions_init(&Actions);
    if (WorkingDirectory != nullptr)
        posix_spawn_file_actions_addchdir_np(&Actions, TCHAR_TO_UTF8(WorkingDirectory));
    // stdout alone: nothing says that engines on all systems have stderr go there, too.
    if (PipeWriteChild != nullptr)
        posix_spawn_file_actions_adddup2(&Actions, ToDescriptor(PipeWriteChild), 1);
    if (PipeReadChild != nullptr) posix_spawn_file_actions_adddup2(&Actions, ToDescriptor(PipeReadChild), 0);
    pid_t Process = 0;
    const int Error = posix_spawn(&Process, File.c_str(), &Actions, nullptr, Arguments.data(), environ);
    posix_spawn_file_actions_destroy(&Actions);
    if (Error != 0) return FProcHandle();
    ExitCodes().Remove(Process);
    if (OutProcessID != nullptr) *OutProcessID = uint32(Process);
    return FProcHandle(Process);
}
bool FPlatformProcess::IsProcRunning(FProcHandle& Handle) {
    if (!Handle.IsValid() || ExitCodes().Contains(Handle.Process)) return false;
    int Status = 0;
    if (waitpid(Handle.Process, &Status, WNOHANG) == 0) return true;
    Remember(Handle.Process, Status);
    return false;
}
void FPlatformProcess::WaitForProc(FProcHandle& Handle) {
    while (IsProcRunning(Handle)) Sleep(0.005f);
}
void FPlatformProcess::TerminateProc(FProcHandle& Handle, bool) {
    if (IsProcRunning(Handle)) kill(Handle.Process, SIGTERM);
}
bool FPlatformProcess::GetProcReturnCode(FProcHandle& Handle, int32* OutCode) {
    if (IsProcRunning(Handle)) return false;
    const int32* Code = ExitCodes().Find(Handle.Process);
    if (Code != nullptr && OutCode != nullptr) *OutCode = *Code;
    return Code != nullptr;
}
void FPlatformProcess::CloseProc(FProcHandle& Handle) {
    Handle.Reset();
}
bool FPlatformProcess::ExecProcess(const TCHAR* Program, const TCHAR* Parameters, int32* OutCode,
                                   FString* OutText, FString*, const TCHAR* WorkingDirectory) {
    void *Read = nullptr, *Write = nullptr;
    CreatePipe(Read, Write);
    FProcHandle Handle =
        CreateProc(Program, Parameters, false, true, true, nullptr, 0, WorkingDirectory, Write);
    while (IsProcRunning(Handle)) {
        if (OutText != nullptr) *OutText += ReadPipe(Read);
        Sleep(0.005f);
    }
    if (OutText != nullptr) *OutText += ReadPipe(Read);
    ClosePipe(Read, Write);
    return Handle.IsValid() && GetProcReturnCode(Handle, OutCode);
}
void FPlatformProcess::Sleep(float Seconds) {
    std::this_thread::sleep_for(std::chrono::duration<float>(Seconds));
}
void FPlatformProcess::YieldThread() {
    std::this_thread::yield();
}
uint32 FPlatformProcess::GetCurrentProcessId() {
    return uint32(getpid());
}
const TCHAR* FPlatformProcess::ExecutableName(bool) {
    return TEXT("sinew-unreal-tests");
}
void* FPlatformProcess::GetDllHandle(const TCHAR* Filename) {
    return dlopen(TCHAR_TO_UTF8(Filename), RTLD_NOW | RTLD_LOCAL);
}
void FPlatformProcess::FreeDllHandle(void* Handle) {
    dlclose(Handle);
}
void* FPlatformProcess::GetDllExport(void* Handle, const TCHAR* Name) {
    return dlsym(Handle, TCHAR_TO_UTF8(Name));
}
