// Copyright the Sinew project. See LICENSE.

using System.IO;
using UnrealBuildTool;

public class SinewRuntime : ModuleRules
{
	public SinewRuntime(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		IncludeOrderVersion = EngineIncludeOrderVersion.Unreal5_3;
		// Private has sub-folders; headers are included by their path from here.
		PrivateIncludePaths.Add(Path.Combine(ModuleDirectory, "Private"));

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
