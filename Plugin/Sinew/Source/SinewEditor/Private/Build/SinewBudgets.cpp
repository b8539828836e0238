// Copyright the Sinew project. See LICENSE.

#include "Build/SinewBudgets.h"

#include "Export/SinewGltfBuffer.h"
#include "SinewAsset.h"

namespace
{

FString BudgetOption(const TCHAR* Name, const TOptional<double>& Budget)
{
	return Budget.IsSet() ? FString::Printf(TEXT(" --budget-%s %s"), Name, *SinewJsonNumber(Budget.GetValue())) : FString();
}

/** The program counts megabytes like this. */
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
		return FString::Printf(TEXT("The asset takes %.3f ms per frame, but -BudgetMs allows %s ms."), IsMilliseconds, *SinewJsonNumber(Milliseconds.GetValue()));
	}
	const double IsMegabytes = static_cast<double>(Asset.GetPayload()->GetBytes().Num()) / BytesPerMegabyte;
	if (Megabytes.IsSet() && IsMegabytes > Megabytes.GetValue())
	{
		return FString::Printf(TEXT("The asset takes %.3f MB, but -BudgetMb allows %s MB."), IsMegabytes, *SinewJsonNumber(Megabytes.GetValue()));
	}
	return FString();
}
