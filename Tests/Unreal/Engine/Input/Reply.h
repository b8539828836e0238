#pragma once
#include "Delegates/Delegate.h"

class FReply {
  public:
    static FReply Handled() { return FReply(true); }
    static FReply Unhandled() { return FReply(false); }
    bool IsEventHandled() const { return bHandled; }

  private:
    explicit FReply(bool bInHandled) : bHandled(bInHandled) {}
    bool bHandled;
};
DECLARE_DELEGATE_RetVal(FReply, FOnClicked);
