// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SinewTypes.h"

/** Console variables, for all characters at once. Asked on the game thread. */
struct FSinewConsole
{
	/** sinew.Enable: 0 shows plain skinning. */
	static bool IsEnabled();
	/** sinew.Workers. */
	static bool AreWorkersLent();
	/** sinew.Quality: no character gets more. */
	static ESinewQuality BestQuality();
	/** sinew.BudgetMs: what all characters together may take in a frame; 0: as much as they like. */
	static float BudgetMs();
	/** sinew.Debug: 1 domains, 2 contacts, 4 colliders, 8 cubature; added up. */
	static int32 DebugFlags();
	/** sinew.EditorSolver: 0 never starts the full solver. */
	static bool MaySolveInEditor();
};
