#pragma once
#include <condition_variable>
#include <mutex>
#include <optional>

#include "Misc/DateTime.h"
#include "Templates/Function.h"
#include "Templates/SharedPointer.h"

namespace UE::Tasks {
enum class ETaskPriority : int8 {
    High,
    Normal,
    BackgroundHigh,
    BackgroundNormal,
    BackgroundLow,
    Default = Normal
};

namespace Private {
struct FState {
    std::mutex Mutex;
    std::condition_variable Changed;
    bool bDone = false;
    void Finish();
    bool Wait(double Seconds);  // below 0: as long as it takes
    bool IsDone();
};
void Start(TUniqueFunction<void()> Body);
}  // namespace Private

/** Runs on a thread of its own, really beside the caller. */
template <class Result>
class TTask {
  public:
    TTask() = default;
    bool IsValid() const { return State.IsValid(); }
    bool IsCompleted() const { return !State.IsValid() || State->IsDone(); }
    bool Wait(FTimespan Timeout = FTimespan(-1)) const {
        return !State.IsValid() || State->Wait(Timeout.GetTicks() < 0 ? -1.0 : Timeout.GetTotalSeconds());
    }
    bool BusyWait() const { return Wait(); }
    template <class R = Result>
    requires(!std::is_void_v<R>) R& GetResult() {
        Wait();
        return *Value;
    }
    const TSharedPtr<Private::FState>& GetState() const { return State; }

  private:
    template <class Callable, class... Rest>
    friend auto Launch(const TCHAR*, Callable&&, Rest&&...);
    using FValue = std::conditional_t<std::is_void_v<Result>, int32, Result>;
    TSharedPtr<Private::FState> State;
    std::shared_ptr<FValue> Value;
};
using FTask = TTask<void>;

namespace Private {
inline void AddStates(TArray<TSharedPtr<FState>>&, ETaskPriority) {}
template <class R>
void AddStates(TArray<TSharedPtr<FState>>& Out, const TTask<R>& Task) {
    if (Task.IsValid()) Out.Add(Task.GetState());
}
template <class R>
void AddStates(TArray<TSharedPtr<FState>>& Out, const TArray<TTask<R>>& Tasks) {
    for (const TTask<R>& Task : Tasks) AddStates(Out, Task);
}
}  // namespace Private

template <class Callable, class... Rest>
auto Launch(const TCHAR*, Callable&& Body, Rest&&... Options) {
    using R = std::invoke_result_t<std::decay_t<Callable>&>;
    TTask<R> Task;
    Task.State = MakeShared<Private::FState>();
    if constexpr (!std::is_void_v<R>) Task.Value = std::make_shared<R>();
    TArray<TSharedPtr<Private::FState>> Before;
    (Private::AddStates(Before, Options), ...);
    Private::Start([Body = std::decay_t<Callable>(static_cast<Callable&&>(Body)), Task, Before]() mutable {
        for (const auto& Each : Before) Each->Wait(-1);
        if constexpr (std::is_void_v<R>) {
            Body();
        } else {
            *Task.Value = Body();
        }
        Task.State->Finish();
    });
    return Task;
}
template <class R>
void Wait(const TArray<TTask<R>>& Tasks) {
    for (const TTask<R>& Task : Tasks) Task.Wait();
}
}  // namespace UE::Tasks
