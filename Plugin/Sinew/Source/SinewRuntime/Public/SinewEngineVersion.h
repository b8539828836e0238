// Copyright the Sinew project. See LICENSE.

#pragma once

// The only place that checks the engine's version. What differs between the supported versions gets one name here.

#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"
#include "Misc/EngineVersionComparison.h"

#if UE_VERSION_OLDER_THAN(5, 3, 0)
#error "Sinew needs Unreal Engine 5.3 or later."
#endif

/**
 * The contexts in which Sinew's specs run: all of them. They are listed one by one, because the name of their mask changed in 5.5.
 */
#define SINEW_TEST_FLAGS \
	(EAutomationTestFlags::EditorContext | EAutomationTestFlags::ClientContext | EAutomationTestFlags::ServerContext | EAutomationTestFlags::CommandletContext | EAutomationTestFlags::ProductFilter)
