// Copyright the Sinew project. See LICENSE.

#include "SinewPayload.h"

#include "Mesh/SinewBones.h"
#include "SinewNative.h"

#include <atomic>

namespace
{
std::atomic<uint64> LastSerial{0};
}

TSharedRef<const FSinewPayload, ESPMode::ThreadSafe> FSinewPayload::Create(FSinewMemory&& InBytes)
{
	TSharedRef<FSinewPayload, ESPMode::ThreadSafe> Payload = MakeShared<FSinewPayload, ESPMode::ThreadSafe>();
	Payload->Serial = ++LastSerial;
	Payload->Bytes = MoveTemp(InBytes);
	Payload->Open();
	return Payload;
}

#if SINEW_WITH_NATIVE

void FSinewPayload::Open()
{
	if (Bytes.Num() == 0)
	{
		Problem = TEXT("it is empty. Import a .sinew file, or build one");
		return;
	}
	if (!SinewIsLoaded())
	{
		Problem = TEXT("the Sinew library could not be loaded. Install the plugin again");
		return;
	}
	uint64_t Size = 0;
	SinewStatus Status = sinewAssetMeasure(Bytes.GetData(), Bytes.Num(), &Size);
	if (Status == SINEW_OK)
	{
		Handle = FSinewMemory(Size);
		Status = sinewAssetCreate(Bytes.GetData(), Bytes.Num(), Handle.GetData(), Handle.Num(), &Native);
	}
	if (Status != SINEW_OK)
	{
		Handle = FSinewMemory();
		Native = nullptr;
		SinewAssetProblem Why{};
		Why.structSize = sizeof(Why);
		sinewAssetProblem(Bytes.GetData(), Bytes.Num(), &Why);
		Problem = Why.status == SINEW_OK ? SinewStatusText(Status) : FString(UTF8_TO_TCHAR(Why.text));
		if (Status == SINEW_WRONG_VERSION)
		{
			Problem += TEXT(" (build it again with Build Sinew asset or the commandlet SinewPrecompute)");
		}
		return;
	}
	ReadInfo();
}

void FSinewPayload::ReadInfo()
{
	SinewAssetInfo Told{};
	Told.structSize = sizeof(Told);
	sinewAssetInfo(Native, &Told);
	Info.Name = UTF8_TO_TCHAR(Told.name);
	Info.Joints = static_cast<int32>(Told.joints);
	Info.Domains = static_cast<int32>(Told.domains);
	Info.Modes = static_cast<int32>(Told.modes);
	Info.Vertices = static_cast<int32>(Told.vertices);
	Info.Triangles = static_cast<int32>(Told.triangles);
	Info.bHasUvs = Told.hasUvs != 0;
	Info.bHasTangents = Told.hasTangents != 0;
	Info.MeshHash = Told.meshHash;
	Info.SkeletonHash = Told.skeletonHash;
	Info.RecipeHash = Told.recipeHash;
	for (uint32 Joint = 0; Joint < Told.joints; ++Joint)
	{
		Info.JointNames.Add(UTF8_TO_TCHAR(sinewJointName(Native, Joint)));
		SinewBone Bind{{0.0f, 0.0f, 0.0f, 1.0f}, {0.0f, 0.0f, 0.0f}, {1.0f, 1.0f, 1.0f}};
		sinewJointBind(Native, Joint, &Bind);
		Info.JointBinds.Add(FSinewBones::Convert(Bind));
	}
	uint64_t Instance = 0;
	uint64_t Surface = 0;
	sinewInstanceMeasure(Native, &Instance);
	sinewSurfaceMeasure(Native, nullptr, &Surface);
	Info.CharacterMemory = Instance + Surface;
}

#else

void FSinewPayload::Open()
{
	Problem = TEXT("this platform has no Sinew library (see SinewCore.Build.cs)");
}

void FSinewPayload::ReadInfo()
{
}

#endif
