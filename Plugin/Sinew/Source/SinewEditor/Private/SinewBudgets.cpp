// Copyright the Sinew project. See LICENSE.

#include "SinewBudgets.h"

#include "SinewAsset.h"
#include "SinewGltfBuffer.h"

namespace
{

FString BudgetOption(const TCHAR* Name, const TOptional<double>& Budget)
{
	return Budget.IsSet() ? FString::Printf(TEXT(" --budget-%s %s"), Name, *SinewJsonNumber(Budget.GetValue())) : FString();
}

/** The program's megabytes. */
constexpr double BytesPerMegabyte = 1.0e6;

} // namespace

FString FSinewBudgets::MakeArguments() const
{
	return BudgetOption(TEXT("ms"), Milliseconds) + BudgetOption(TEXT("mb"), Megabytes) + BudgetOption(TEXT("error"), ErrorPercent);
}

bool FSinewBudgets::NeedsProgram(const USinewAsset& Asset) const
{
	return ErrorPercent.IsSet() || (Milliseconds.IsSet() && Asset.PredictedTickMs <= 0.0f);
}

FString FSinewBudgets::WhyOver(const USinewAsset& Asset) const
{
	const double IsMilliseconds = static_cast<double>(Asset.PredictedTickMs) + static_cast<double>(Asset.PredictedSurfaceMs);
	if (Milliseconds.IsSet() && IsMilliseconds > Milliseconds.GetValue())
	{
		return FString::Printf(TEXT("It takes %.3f ms per frame, -BudgetMs allows %s."), IsMilliseconds, *SinewJsonNumber(Milliseconds.GetValue()));
	}
	const double IsMegabytes = static_cast<double>(Asset.GetPayload()->GetBytes().Num()) / BytesPerMegabyte;
	if (Megabytes.IsSet() && IsMegabytes > Megabytes.GetValue())
	{
		return FString::Printf(TEXT("It takes %.3f MB, -BudgetMb allows %s."), IsMegabytes, *SinewJsonNumber(Megabytes.GetValue()));
	}
	return FString();
}
