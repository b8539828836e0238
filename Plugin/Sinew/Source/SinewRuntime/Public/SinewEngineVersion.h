// Copyright the Sinew project. See LICENSE.

#pragma once

// The only place that asks which engine this is: what differs between the supported ones gets one name here.

#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"
#include "Misc/EngineVersionComparison.h"

#if UE_VERSION_OLDER_THAN(5, 3, 0)
#error "Sinew needs Unreal Engine 5.3 or later."
#endif

/**
 * Where Sinew's specs run: everywhere that they can be started. Contexts are spelled one by one, because the mask of all of them is called
 * otherwise from 5.5 on.
 */
#define SINEW_TEST_FLAGS \
	(EAutomationTestFlags::EditorContext | EAutomationTestFlags::ClientContext | EAutomationTestFlags::ServerContext | EAutomationTestFlags::CommandletContext | EAutomationTestFlags::ProductFilter)
