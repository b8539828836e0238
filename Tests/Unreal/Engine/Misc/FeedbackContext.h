#pragma once
#include "Internationalization/Text.h"
#include "Misc/OutputDevice.h"

class FFeedbackContext : public FOutputDevice {
  public:
    void Serialize(const TCHAR* Text, ELogVerbosity::Type Verbosity, const FName& Category) override;
    virtual bool ReceivedUserCancel() { return bCancel; }
    virtual void BeginSlowTask(const FText&, bool, bool = false) { ++SlowTasks; }
    virtual void EndSlowTask() { --SlowTasks; }
    virtual void StatusUpdate(int32, int32, const FText&) {}
    bool bCancel = false;  // what a test presses
    int32 SlowTasks = 0;
};
extern FFeedbackContext* GWarn;
