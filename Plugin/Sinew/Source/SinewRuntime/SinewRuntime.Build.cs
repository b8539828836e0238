// Copyright the Sinew project. See LICENSE.

using UnrealBuildTool;

public class SinewRuntime : ModuleRules
{
	public SinewRuntime(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		IncludeOrderVersion = EngineIncludeOrderVersion.Unreal5_3;

		PublicDependencyModuleNames.AddRange(new string[]
		{
			"Core",
			"CoreUObject",
			"Engine"
		});
		PrivateDependencyModuleNames.AddRange(new string[]
		{
			"GeometryCore",
			"GeometryFramework",
			"PhysicsCore",
			"Projects",
			"RHI",
			"RenderCore",
			"SinewCore"
		});
	}
}
