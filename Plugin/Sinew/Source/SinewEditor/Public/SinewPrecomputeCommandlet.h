// Copyright the Sinew project. See LICENSE.

#pragma once

#include "Commandlets/Commandlet.h"
#include "CoreMinimal.h"
#include "SinewPrecomputeCommandlet.generated.h"

/**
 * Builds assets on machines without anybody in front of them:
 *
 *     UnrealEditor-Cmd Project.uproject -run=SinewPrecompute -All
 *     UnrealEditor-Cmd Project.uproject -run=SinewPrecompute -Asset=/Game/Hero_Sinew+/Game/Foe -Recipe=Build/fine.toml
 *
 * -Asset names assets, or skeletal meshes, whose assets are beside them; -All is every asset of the project that knows its
 * mesh. Only what has changed is built, unless -Force is given; -Check builds nothing and fails where something has changed.
 * -BudgetMs=, -BudgetMb= and -BudgetError= refuse assets that cost more, are larger or less true than that, current ones too.
 * -JsonLog=FILE keeps the lines of JSON that are in the log, too; FILE is relative to the project. Exit codes are those of the program.
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
