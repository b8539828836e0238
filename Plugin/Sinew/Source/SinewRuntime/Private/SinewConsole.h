// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SinewTypes.h"

/** Console variables for all characters. Read them on the game thread. */
struct FSinewConsole
{
	/** sinew.Enable: 0 shows linear blend skinning. */
	static bool IsEnabled();
	/** sinew.Workers. */
	static bool AreWorkersLent();
	/** sinew.Quality: the highest quality of any character. */
	static ESinewQuality BestQuality();
	/** sinew.BudgetMs: the time budget of all characters per frame. 0 means no limit. */
	static float BudgetMs();
	/** sinew.Debug: the sum of 1 domains, 2 contacts, 4 colliders, 8 cubature points. */
	static int32 DebugFlags();
	/** sinew.EditorSolver: 0 disables the full solver. */
	static bool MaySolveInEditor();
};
