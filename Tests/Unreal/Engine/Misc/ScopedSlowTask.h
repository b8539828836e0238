#pragma once
#include "Misc/FeedbackContext.h"

/** Progress with a cancel button, which tests press through GWarn. */
struct FScopedSlowTask {
    explicit FScopedSlowTask(float InAmount, const FText& InMessage = FText(), bool bEnabled = true,
                             FFeedbackContext& InContext = *GWarn)
        : TotalAmountOfWork(InAmount), DefaultMessage(InMessage), Context(InContext) {
        (void)bEnabled;
        Context.BeginSlowTask(InMessage, true);
    }
    ~FScopedSlowTask() { Context.EndSlowTask(); }
    FScopedSlowTask(const FScopedSlowTask&) = delete;
    void MakeDialog(bool bShowCancelButton = false, bool = false) { bCancelShown = bShowCancelButton; }
    void MakeDialogDelayed(float, bool bShowCancelButton = false, bool = false) {
        bCancelShown = bShowCancelButton;
    }
    void EnterProgressFrame(float Expected = 1, const FText& Message = FText()) {
        CompletedWork += Expected;
        if (!Message.IsEmpty()) DefaultMessage = Message;
    }
    bool ShouldCancel() const { return bCancelShown && Context.ReceivedUserCancel(); }
    float TotalAmountOfWork, CompletedWork = 0;
    FText DefaultMessage;

  private:
    FFeedbackContext& Context;
    bool bCancelShown = false;
};
