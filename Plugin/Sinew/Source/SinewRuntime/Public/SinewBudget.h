// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SinewTypes.h"
#include "Templates/Function.h"

class USinewComponent;

/**
 * Shares sinew.BudgetMs among all characters. The most significant characters get the quality that they ask for; when the budget is used up,
 * the others get less, down to linear blend skinning. Costs are measured in previous frames. A game may replace it by its own rule, for
 * example that of a significance manager. Use it on the game thread only.
 */
class SINEWRUNTIME_API FSinewBudget
{
public:
	using FRule = TFunction<ESinewQuality(const USinewComponent&, ESinewQuality Wanted)>;

	static FSinewBudget& Get();

	/** Sets a rule that is called for every character in every tick instead of the budget. An empty rule restores the budget. */
	void SetRule(FRule InRule) { Rule = MoveTemp(InRule); }

	ESinewQuality Allow(const USinewComponent& Component, ESinewQuality Wanted, float Significance);

	/** Reports how long a tick of this quality took. */
	void Report(const USinewComponent& Component, ESinewQuality Quality, float Milliseconds);

	void Forget(const USinewComponent& Component);

	int32 Num() const { return Entries.Num(); }

private:
	struct FEntry
	{
		const USinewComponent* Component = nullptr;
		ESinewQuality Wanted = ESinewQuality::High;
		ESinewQuality Allowed = ESinewQuality::High;
		float Significance = 1.0f;
		/** The duration of a tick at high quality, smoothed over frames. */
		float HighMs = 0.0f;
	};

	FEntry& Find(const USinewComponent& Component);
	void Share(float Milliseconds);

	TArray<FEntry> Entries;
	FRule Rule;
	uint64 SharedFrame = 0;
};
