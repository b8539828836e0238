// Copyright the Sinew project. See LICENSE.

#include "Modules/ModuleManager.h"
#include "SinewLog.h"
#include "SinewNative.h"

#if PLATFORM_WINDOWS
#include "HAL/PlatformProcess.h"
#include "Interfaces/IPluginManager.h"
#include "Misc/Paths.h"
#endif

DEFINE_LOG_CATEGORY(LogSinew);

#if SINEW_WITH_NATIVE
namespace
{
bool bLibraryIsMissing = false;
}

bool SinewIsLoaded()
{
	return !bLibraryIsMissing;
}
#endif

/** Loads the delay-loaded libraries on Windows. On Linux the loader has loaded them already. */
class FSinewRuntimeModule : public IModuleInterface
{
public:
	virtual void StartupModule() override
	{
#if SINEW_WITH_NATIVE
		LoadLibraries();
		if (SinewIsLoaded())
		{
			UE_LOG(LogSinew, Log, TEXT("Sinew library version %u"), sinewVersion());
		}
#else
		UE_LOG(LogSinew, Warning, TEXT("This platform has no Sinew library. Components show linear blend skinning."));
#endif
	}

	virtual void ShutdownModule() override
	{
#if PLATFORM_WINDOWS && SINEW_WITH_NATIVE
		for (void* Library : Libraries)
		{
			FPlatformProcess::FreeDllHandle(Library);
		}
		Libraries.Empty();
#endif
	}

private:
	void LoadLibraries()
	{
#if PLATFORM_WINDOWS && SINEW_WITH_NATIVE
		// Windows looks for a delay-loaded library beside the executable, but this one is in the plugin.
		const FString Folder = FPaths::Combine(IPluginManager::Get().FindPlugin(TEXT("Sinew"))->GetBaseDir(), TEXT("Binaries/ThirdParty/SinewCore/Win64"));
		Load(FPaths::Combine(Folder, TEXT("sinew_runtime.dll")));
#if SINEW_WITH_FULL
		Load(FPaths::Combine(Folder, TEXT("sinew_full.dll")));
#endif
#endif
	}

#if PLATFORM_WINDOWS && SINEW_WITH_NATIVE
	void Load(const FString& File)
	{
		void* const Library = FPlatformProcess::GetDllHandle(*File);
		if (Library == nullptr)
		{
			UE_LOG(LogSinew, Error, TEXT("%s cannot be loaded."), *File);
			bLibraryIsMissing = true;
			return;
		}
		Libraries.Add(Library);
	}

	TArray<void*> Libraries;
#endif
};

IMPLEMENT_MODULE(FSinewRuntimeModule, SinewRuntime)
