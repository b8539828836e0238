#pragma once
#include "Async/TaskGraphInterfaces.h"
#include "Templates/Function.h"

enum class EAsyncExecution { TaskGraph, TaskGraphMainThread, Thread, ThreadPool };
/** On the game thread: when the fake world or the runner next pumps its queue. Elsewhere: on a thread of its
 * own. */
void AsyncTask(ENamedThreads::Type Thread, TUniqueFunction<void()> Function);
