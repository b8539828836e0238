// Copyright the Sinew project. See LICENSE.

using System.IO;
using UnrealBuildTool;

// Sinew's libraries and their C headers. The build target `stage_plugin` puts them in place. If a platform has none, the plugin still compiles,
// and components report why they do nothing.
public class SinewCore : ModuleRules
{
	public SinewCore(ReadOnlyTargetRules Target) : base(Target)
	{
		Type = ModuleType.External;
		PublicSystemIncludePaths.Add(Path.Combine(ModuleDirectory, "Include"));

		bool bHasHeaders = File.Exists(Path.Combine(ModuleDirectory, "Include", "sinew.h"));
		bool bWithNative = bHasHeaders && AddLibrary("sinew_runtime");
		PublicDefinitions.Add("SINEW_WITH_NATIVE=" + (bWithNative ? "1" : "0"));

		// The full solver is for editors only: games neither link nor stage it.
		bool bWithFull = bWithNative && Target.bBuildEditor && AddLibrary("sinew_full");
		PublicDefinitions.Add("SINEW_WITH_FULL=" + (bWithFull ? "1" : "0"));
	}

	private bool AddLibrary(string Name)
	{
		string Platform = Target.Platform.ToString();
		string Binaries = Path.Combine(PluginDirectory, "Binaries", "ThirdParty", "SinewCore", Platform);
		if (Target.Platform == UnrealTargetPlatform.Win64)
		{
			string ImportLibrary = Path.Combine(ModuleDirectory, "Lib", Platform, Name + ".lib");
			string Dll = Path.Combine(Binaries, Name + ".dll");
			if (!File.Exists(ImportLibrary) || !File.Exists(Dll))
			{
				return false;
			}
			PublicAdditionalLibraries.Add(ImportLibrary);
			// The module loads it at startup from the plugin's folder.
			PublicDelayLoadDLLs.Add(Name + ".dll");
			RuntimeDependencies.Add(Dll);
			return true;
		}
		if (Target.Platform == UnrealTargetPlatform.Linux || Target.Platform == UnrealTargetPlatform.LinuxArm64)
		{
			string SharedObject = Path.Combine(Binaries, "lib" + Name + ".so");
			if (!File.Exists(SharedObject))
			{
				return false;
			}
			PublicAdditionalLibraries.Add(SharedObject);
			RuntimeDependencies.Add(SharedObject);
			return true;
		}
		return false;
	}
}
