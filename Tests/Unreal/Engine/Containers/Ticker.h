#pragma once
#include "Delegates/Delegate.h"

DECLARE_DELEGATE_RetVal_OneParam(bool, FTickerDelegate, float);

/** Called once a frame, or after a delay; one that returns false is not called again. */
class FTSTicker {
  public:
    using FDelegateHandle = ::FDelegateHandle;
    static FTSTicker& GetCoreTicker();
    FDelegateHandle AddTicker(const FTickerDelegate& Delegate, float Delay = 0);
    static void RemoveTicker(FDelegateHandle Handle);
    void Tick(float DeltaTime);
    int32 SinewFakeNum() const { return Elements.Num(); }

  private:
    struct FElement {
        FDelegateHandle Handle;
        FTickerDelegate Delegate;
        double Delay, Left;
    };
    TArray<FElement> Elements;
};
