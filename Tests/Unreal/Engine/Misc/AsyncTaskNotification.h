#pragma once
#include "Internationalization/Text.h"
#include "Logging/LogMacros.h"
#include "Misc/Attribute.h"

enum class EAsyncTaskNotificationState : uint8 { None, Pending, Prompt, Success, Failure };
enum class EAsyncTaskNotificationPromptAction : uint8 { None, Continue, Cancel, Unattended };

struct FAsyncTaskNotificationConfig {
    FText TitleText, ProgressText;
    bool bIsHeadless = false;
    TAttribute<bool> bKeepOpenOnSuccess = false, bKeepOpenOnFailure = false, bCanCancel = false;
    const FLogCategoryBase* LogCategory = nullptr;
};

class FAsyncTaskNotification {
  public:
    explicit FAsyncTaskNotification(const FAsyncTaskNotificationConfig& Config);
    ~FAsyncTaskNotification();
    FAsyncTaskNotification(const FAsyncTaskNotification&) = delete;
    void SetTitleText(const FText& Text, const bool = true) { Title = Text; }
    void SetProgressText(const FText& Text) { Progress = Text; }
    void SetComplete(const bool bSuccess) {
        State = bSuccess ? EAsyncTaskNotificationState::Success : EAsyncTaskNotificationState::Failure;
    }
    void SetComplete(const FText& InTitle, const FText& InProgress, const bool bSuccess) {
        Title = InTitle;
        Progress = InProgress;
        SetComplete(bSuccess);
        SinewFakeEnd() = InTitle.ToString() + TEXT(": ") + InProgress.ToString();
    }
    EAsyncTaskNotificationPromptAction GetPromptAction() const { return Pressed; }
    EAsyncTaskNotificationState GetNotificationState() const { return State; }

    // What tests look at and press: the newest one that is still there.
    static FAsyncTaskNotification* SinewFakeLast();
    // What the last one that ended said.
    static FString& SinewFakeEnd() {
        static FString Said;
        return Said;
    }
    void SinewFakeCancel() {
        if (bCancellable) Pressed = EAsyncTaskNotificationPromptAction::Cancel;
    }
    FText Title, Progress;

  private:
    EAsyncTaskNotificationState State = EAsyncTaskNotificationState::Pending;
    EAsyncTaskNotificationPromptAction Pressed = EAsyncTaskNotificationPromptAction::None;
    bool bCancellable;
};
