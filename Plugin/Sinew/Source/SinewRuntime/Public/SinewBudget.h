// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SinewTypes.h"
#include "Templates/Function.h"

class USinewComponent;

/**
 * Shares sinew.BudgetMs among all characters: the most significant get what they ask for, those for whom nothing is left get less, down to
 * plain skinning. Costs are those of the frames before. A game with a rule of its own (the significance manager's, say) sets that instead.
 * Game thread only.
 */
class SINEWRUNTIME_API FSinewBudget
{
public:
	using FRule = TFunction<ESinewQuality(const USinewComponent&, ESinewQuality Wanted)>;

	static FSinewBudget& Get();

	/** Asked for every character in every tick, in place of the budget; an empty one brings the budget back. */
	void SetRule(FRule InRule) { Rule = MoveTemp(InRule); }

	ESinewQuality Allow(const USinewComponent& Component, ESinewQuality Wanted, float Significance);

	/** What a tick of this quality took. */
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
		/** What a tick at high quality takes, smoothed over frames. */
		float HighMs = 0.0f;
	};

	FEntry& Find(const USinewComponent& Component);
	void Share(float Milliseconds);

	TArray<FEntry> Entries;
	FRule Rule;
	uint64 SharedFrame = 0;
};
