// Copyright the Sinew project. See LICENSE.

#include "SinewEditorLog.h"

#include "Misc/AsyncTaskNotification.h"

DEFINE_LOG_CATEGORY(LogSinewEditor);

void SinewNotify(const FText& Title, const FText& Text, bool bGood)
{
	FAsyncTaskNotificationConfig Config;
	Config.TitleText = Title;
	Config.ProgressText = Text;
	Config.bKeepOpenOnFailure = true;
	Config.LogCategory = &LogSinewEditor;
	FAsyncTaskNotification Notification(Config);
	Notification.SetComplete(Title, Text, bGood);
}
