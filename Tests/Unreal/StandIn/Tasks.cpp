#include "Tasks/Task.h"

#include <atomic>
#include <deque>
#include <thread>
#include <vector>

#include "Async/Async.h"
#include "Async/ParallelFor.h"
#include "Containers/Ticker.h"
#include "CoreMinimal.h"
#include "DrawDebugHelpers.h"
#include "Misc/AsyncTaskNotification.h"
#include "RenderingThread.h"
#include "StandIn/Machine.h"

namespace {
std::atomic<int32> Running{0};

/** Always more than one thread, so that a race has a chance to be seen. */
constexpr int32 Workers = 4;
}  // namespace

void ParallelFor(int32 Num, TFunctionRef<void(int32)> Body, EParallelForFlags Flags) {
    if (Num <= 1 || (uint32(Flags) & uint32(EParallelForFlags::ForceSingleThread)) != 0) {
        for (int32 Index = 0; Index < Num; ++Index) Body(Index);
        return;
    }
    std::atomic<int32> Next{0};
    const auto Work = [&] {
        for (int32 Index = Next++; Index < Num; Index = Next++) Body(Index);
    };
    std::vector<std::thread> Threads;
    for (int32 Index = 1; Index < std::min(Workers, Num); ++Index) Threads.emplace_back(Work);
    Work();
    for (std::thread& Thread : Threads) Thread.join();
}
void ParallelFor(const TCHAR*, int32 Num, int32, TFunctionRef<void(int32)> Body, EParallelForFlags Flags) {
    ParallelFor(Num, Body, Flags);
}

namespace UE::Tasks::Private {
void FState::Finish() {
    const std::lock_guard Lock(Mutex);
    bDone = true;
    Changed.notify_all();
}
bool FState::Wait(double Seconds) {
    std::unique_lock Lock(Mutex);
    if (Seconds >= 0)
        return Changed.wait_for(Lock, std::chrono::duration<double>(Seconds), [this] { return bDone; });
    Changed.wait(Lock, [this] { return bDone; });
    return true;
}
bool FState::IsDone() {
    const std::lock_guard Lock(Mutex);
    return bDone;
}
void Start(TUniqueFunction<void()> Body) {
    ++Running;
    std::thread([Body = std::move(Body)] {
        Body();
        --Running;
    }).detach();
}
}  // namespace UE::Tasks::Private

namespace {
struct FQueue {
    std::mutex Mutex;
    std::deque<TUniqueFunction<void()>> Waiting;
    void Add(TUniqueFunction<void()> Work) {
        const std::lock_guard Lock(Mutex);
        Waiting.push_back(std::move(Work));
    }
    void Run() {
        for (;;) {
            TUniqueFunction<void()> Work;
            {
                const std::lock_guard Lock(Mutex);
                if (Waiting.empty()) return;
                Work = std::move(Waiting.front());
                Waiting.pop_front();
            }
            Work();
        }
    }
};
FQueue& GameThread() {
    static FQueue Queue;
    return Queue;
}
FQueue& RenderThread() {
    static FQueue Queue;
    return Queue;
}
}  // namespace

void AsyncTask(ENamedThreads::Type Thread, TUniqueFunction<void()> Function) {
    if (Thread == ENamedThreads::GameThread) {
        GameThread().Add(std::move(Function));
    } else {
        UE::Tasks::Private::Start(std::move(Function));
    }
}
void FlushRenderingCommands() {
    check(IsInGameThread());
    RenderThread().Run();
}

namespace SinewFake {
void EnqueueRenderCommand(TUniqueFunction<void()> Command) {
    RenderThread().Add(std::move(Command));
}
void RunGameThreadTasks() {
    GameThread().Run();
}
bool HasRunningTasks() {
    return Running > 0;
}
void PumpFrame(float Seconds) {
    RunGameThreadTasks();
    FTSTicker::GetCoreTicker().Tick(Seconds);
    FlushRenderingCommands();
}
TArray<FDebugDraw>& DebugDraws() {
    static TArray<FDebugDraw> Held;
    return Held;
}
}  // namespace SinewFake

FTSTicker& FTSTicker::GetCoreTicker() {
    static FTSTicker Made;
    return Made;
}
FDelegateHandle FTSTicker::AddTicker(const FTickerDelegate& Delegate, float Delay) {
    const FDelegateHandle Handle(FDelegateHandle::GenerateNewHandle);
    Elements.Add({Handle, Delegate, double(Delay), double(Delay)});
    return Handle;
}
void FTSTicker::RemoveTicker(FDelegateHandle Handle) {
    GetCoreTicker().Elements.RemoveAll([&](const FElement& Each) { return Each.Handle == Handle; });
}
void FTSTicker::Tick(float DeltaTime) {
    const TArray<FElement> Now = Elements;
    for (const FElement& Each : Now) {
        FElement* Place =
            Elements.FindByPredicate([&](const FElement& Other) { return Other.Handle == Each.Handle; });
        if (Place == nullptr) continue;
        Place->Left -= double(DeltaTime);
        if (Place->Left > 0) continue;
        Place->Left = Place->Delay;
        if (!Each.Delegate.IsBound() || !Each.Delegate.Execute(DeltaTime)) RemoveTicker(Each.Handle);
    }
}

namespace {
TArray<FAsyncTaskNotification*>& Notifications() {
    static TArray<FAsyncTaskNotification*> Held;
    return Held;
}
}  // namespace
FAsyncTaskNotification::FAsyncTaskNotification(const FAsyncTaskNotificationConfig& Config)
    : Title(Config.TitleText), Progress(Config.ProgressText), bCancellable(Config.bCanCancel.Get()) {
    Notifications().Add(this);
}
FAsyncTaskNotification::~FAsyncTaskNotification() {
    Notifications().Remove(this);
}
FAsyncTaskNotification* FAsyncTaskNotification::SinewFakeLast() {
    return Notifications().Num() == 0 ? nullptr : Notifications().Last();
}
