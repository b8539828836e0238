// Copyright the Sinew project. See LICENSE.

#include "SinewPrecomputeCommandlet.h"

#include "SinewPrecompute.h"

USinewPrecomputeCommandlet::USinewPrecomputeCommandlet()
{
	IsClient = false;
	IsServer = false;
	IsEditor = true;
	LogToConsole = true;
	ShowErrorCount = false; // the exit code is the program's, and says more
}

int32 USinewPrecomputeCommandlet::Main(const FString& Params)
{
	TArray<FString> Tokens;
	TArray<FString> Switches;
	TMap<FString, FString> Values;
	ParseCommandLine(*Params, Tokens, Switches, Values);
	FSinewPrecompute Precompute;
	return Precompute.Run(Switches, Values);
}
