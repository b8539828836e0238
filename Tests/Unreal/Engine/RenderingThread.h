#pragma once
#include "Templates/Function.h"

class FRHICommandListImmediate {};
namespace SinewFake {
/** Run in order when the world ticks or somebody flushes, on the game thread. */
void EnqueueRenderCommand(TUniqueFunction<void()> Command);
struct FRenderCommand {
    template <class Callable>
    void operator()(Callable&& Command) const {
        EnqueueRenderCommand([Held = std::decay_t<Callable>(static_cast<Callable&&>(Command))]() mutable {
            FRHICommandListImmediate List;
            Held(List);
        });
    }
};
}  // namespace SinewFake
void FlushRenderingCommands();
#define ENQUEUE_RENDER_COMMAND(Name) SinewFake::FRenderCommand()
class FRenderCommandFence {
  public:
    void BeginFence(bool = false) {}
    void Wait(bool = false) const { FlushRenderingCommands(); }
    bool IsFenceComplete() const { return true; }
};
