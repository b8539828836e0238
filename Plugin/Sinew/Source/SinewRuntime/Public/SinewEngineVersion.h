// Copyright the Sinew project. See LICENSE.

#pragma once

// The only place that asks which engine this is: what differs between the supported ones gets one name here.

#include "CoreMinimal.h"
#include "Misc/AutomationTest.h"
#include "Misc/EngineVersionComparison.h"

#if UE_VERSION_OLDER_THAN(5, 3, 0)
#error "Sinew needs Unreal Engine 5.3 or later."
#endif

// Contexts are spelled one by one because the mask of all of them changed its name in 5.5; what the flags are made of did, too.
#if UE_VERSION_OLDER_THAN(5, 5, 0)
using FSinewTestFlags = EAutomationTestFlags::Type;
#else
using FSinewTestFlags = EAutomationTestFlags;
#endif

/** Where Sinew's specs run: everywhere that they can be started. */
#define SINEW_TEST_FLAGS \
	(EAutomationTestFlags::EditorContext | EAutomationTestFlags::ClientContext | EAutomationTestFlags::ServerContext | \
	 EAutomationTestFlags::CommandletContext | EAutomationTestFlags::ProductFilter)
