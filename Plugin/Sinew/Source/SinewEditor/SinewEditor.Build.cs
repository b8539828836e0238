// Copyright the Sinew project. See LICENSE.

using UnrealBuildTool;

public class SinewEditor : ModuleRules
{
	public SinewEditor(ReadOnlyTargetRules Target) : base(Target)
	{
		PCHUsage = PCHUsageMode.UseExplicitOrSharedPCHs;
		IncludeOrderVersion = EngineIncludeOrderVersion.Unreal5_3;

		PublicDependencyModuleNames.AddRange(new string[]
		{
			"Core",
			"CoreUObject",
			"Engine",
			"UnrealEd",
			"AssetDefinition",
			"DeveloperSettings",
			"SinewRuntime"
		});
		PrivateDependencyModuleNames.AddRange(new string[]
		{
			"AnimationBlueprintLibrary",
			"AssetRegistry",
			"InputCore",
			"Json",
			"Projects",
			"PropertyEditor",
			"Slate",
			"SlateCore"
		});
	}
}
