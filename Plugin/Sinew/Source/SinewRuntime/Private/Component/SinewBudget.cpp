// Copyright the Sinew project. See LICENSE.

#include "SinewBudget.h"

#include "CoreGlobals.h"
#include "SinewConsole.h"

namespace
{
/** An estimate of the cost relative to high quality. Measured durations correct it over the next frames. */
float CostOf(ESinewQuality Quality)
{
	switch (Quality)
	{
	case ESinewQuality::High:
		return 1.0f;
	case ESinewQuality::Medium:
		return 0.6f;
	case ESinewQuality::Low:
		return 0.3f;
	default:
		return 0.1f;
	}
}
}

FSinewBudget& FSinewBudget::Get()
{
	static FSinewBudget Budget;
	return Budget;
}

ESinewQuality FSinewBudget::Allow(const USinewComponent& Component, ESinewQuality Wanted, float Significance)
{
	if (Rule)
	{
		return FMath::Min(Wanted, Rule(Component, Wanted));
	}
	FEntry& Entry = Find(Component);
	Entry.Wanted = Wanted;
	Entry.Significance = Significance;
	const float Milliseconds = FSinewConsole::BudgetMs();
	if (Milliseconds <= 0.0f)
	{
		return Wanted;
	}
	if (SharedFrame != GFrameCounter)
	{
		SharedFrame = GFrameCounter;
		Share(Milliseconds);
	}
	return FMath::Min(Wanted, Find(Component).Allowed);
}

void FSinewBudget::Report(const USinewComponent& Component, ESinewQuality Quality, float Milliseconds)
{
	constexpr float Newest = 0.1f;
	FEntry& Entry = Find(Component);
	const float AtHigh = Milliseconds / CostOf(Quality);
	Entry.HighMs = Entry.HighMs == 0.0f ? AtHigh : FMath::Lerp(Entry.HighMs, AtHigh, Newest);
}

void FSinewBudget::Forget(const USinewComponent& Component)
{
	for (int32 Index = 0; Index < Entries.Num(); ++Index)
	{
		if (Entries[Index].Component == &Component)
		{
			Entries.RemoveAt(Index);
			return;
		}
	}
}

FSinewBudget::FEntry& FSinewBudget::Find(const USinewComponent& Component)
{
	for (FEntry& Entry : Entries)
	{
		if (Entry.Component == &Component)
		{
			return Entry;
		}
	}
	FEntry Added;
	Added.Component = &Component;
	return Entries[Entries.Add(Added)];
}

void FSinewBudget::Share(float Milliseconds)
{
	Entries.StableSort([](const FEntry& A, const FEntry& B) { return A.Significance > B.Significance; });
	float Left = Milliseconds;
	for (FEntry& Entry : Entries)
	{
		Entry.Allowed = Entry.Wanted;
		while (Entry.Allowed != ESinewQuality::Off && Entry.HighMs * CostOf(Entry.Allowed) > Left)
		{
			Entry.Allowed = static_cast<ESinewQuality>(static_cast<uint8>(Entry.Allowed) - 1);
		}
		Left -= Entry.HighMs * CostOf(Entry.Allowed);
	}
}
