// Copyright the Sinew project. See LICENSE.

#pragma once

#include "Commandlets/Commandlet.h"
#include "CoreMinimal.h"
#include "SinewPrecomputeCommandlet.generated.h"

/**
 * Builds assets on build machines:
 *
 *     UnrealEditor-Cmd Project.uproject -run=SinewPrecompute -All
 *     UnrealEditor-Cmd Project.uproject -run=SinewPrecompute -Asset=/Game/Hero_Sinew+/Game/Foe -Recipe=Build/fine.toml
 *
 * -Asset names assets, or skeletal meshes whose assets are beside them. -All selects every asset of the project that has a source mesh.
 * Only assets whose source has changed are built, unless -Force is given. -Check builds nothing and fails if a source has changed.
 * -BudgetMs=, -BudgetMb= and -BudgetError= reject assets that are slower, larger or less accurate, including those that are up to date.
 * -JsonLog=FILE also writes the JSON lines of the log to a file, relative to the project. Exit codes are those of the program.
 */
UCLASS()
class SINEWEDITOR_API USinewPrecomputeCommandlet : public UCommandlet
{
	GENERATED_BODY()

public:
	USinewPrecomputeCommandlet();

	//~ UCommandlet
	virtual int32 Main(const FString& Params) override;
};
