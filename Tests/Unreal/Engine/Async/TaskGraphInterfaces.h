#pragma once
#include "CoreTypes.h"

namespace ENamedThreads {
enum Type { GameThread, AnyThread, AnyBackgroundThreadNormalTask, AnyHiPriThreadNormalTask };
}
