// Copyright the Sinew project. See LICENSE.

#include "Session/SinewCharacter.h"

#include "SinewNative.h"
#include "SinewRenderMesh.h"

void FSinewSurface::SetNum(int32 Vertices)
{
	Positions.SetNumZeroed(3 * Vertices);
	Normals.SetNumZeroed(3 * Vertices);
	Tangents.SetNumZeroed(4 * Vertices);
	Previous.SetNumZeroed(3 * Vertices);
}

bool FSinewSurface::IsFinite() const
{
	// FMath::IsFinite looks at the bits, which no compiler option changes.
	bool bFinite = true;
	for (const TArray<float>* const Array : {&Positions, &Normals, &Tangents, &Previous})
	{
		for (const float Value : *Array)
		{
			bFinite &= FMath::IsFinite(Value);
		}
	}
	return bFinite;
}

#if SINEW_WITH_NATIVE

TUniquePtr<FSinewCharacter> FSinewCharacter::Create(const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& Payload, FString& OutProblem)
{
	if (Payload->GetNative() == nullptr)
	{
		OutProblem = FString::Printf(TEXT("the asset cannot be played: %s"), *Payload->GetProblem());
		return nullptr;
	}
	TUniquePtr<FSinewCharacter> Character = MakeUnique<FSinewCharacter>(Payload);
	uint64_t Size = 0;
	SinewStatus Status = sinewInstanceMeasure(Payload->GetNative(), &Size);
	if (Status == SINEW_OK)
	{
		Character->InstanceMemory = FSinewMemory(Size);
		Status = sinewInstanceCreate(Payload->GetNative(), Character->InstanceMemory.GetData(), Size, &Character->Instance);
	}
	if (Status != SINEW_OK)
	{
		OutProblem = SinewStatusText(Status);
		return nullptr;
	}
	return Character;
}

int32 FSinewCharacter::AddMesh(const FSinewRenderMesh& Mesh, double Tolerance, FString& OutProblem)
{
	SinewMeshSource Source{};
	Source.structSize = sizeof(Source);
	Source.vertexCount = static_cast<uint32_t>(Mesh.NumVertices());
	Source.positions = Mesh.Positions.GetData();
	Source.normals = Mesh.Normals.GetData();
	Source.tangents = Mesh.Tangents.GetData();
	uint64_t Size = 0;
	uint64_t ScratchSize = 0;
	FBoundMesh Bound;
	SinewStatus Status = sinewMeshMeasure(GetAsset(), &Source, &Size, &ScratchSize);
	if (Status == SINEW_OK)
	{
		FSinewMemory Scratch(ScratchSize);
		Bound.MeshMemory = FSinewMemory(Size);
		Status = sinewMeshCreate(GetAsset(), &Source, Bound.MeshMemory.GetData(), Size, Scratch.GetData(), ScratchSize, &Bound.Mesh);
	}
	if (Status != SINEW_OK)
	{
		OutProblem = SinewStatusText(Status);
		return INDEX_NONE;
	}
	const double Distance = static_cast<double>(sinewMeshDistance(Bound.Mesh));
	if (!(Distance <= Tolerance))
	{
		OutProblem = FString::Printf(TEXT("a vertex is %.3f cm away from the asset's skin. Build the asset from this mesh"), Distance * 100.0);
		return INDEX_NONE;
	}
	return CreateSurface(Bound) ? Meshes.Add(MoveTemp(Bound)) : INDEX_NONE;
}

int32 FSinewCharacter::AddOwnMesh()
{
	FBoundMesh Bound;
	return CreateSurface(Bound) ? Meshes.Add(MoveTemp(Bound)) : INDEX_NONE;
}

bool FSinewCharacter::CreateSurface(FBoundMesh& Bound) const
{
	uint64_t Size = 0;
	if (sinewSurfaceMeasure(GetAsset(), Bound.Mesh, &Size) != SINEW_OK)
	{
		return false;
	}
	Bound.SurfaceMemory = FSinewMemory(Size);
	return sinewSurfaceCreate(GetAsset(), Bound.Mesh, Bound.SurfaceMemory.GetData(), Size, &Bound.Surface) == SINEW_OK;
}

SinewStatus FSinewCharacter::Tick(const SinewTickInput& Input, SinewTickOutput& Output)
{
	Output = SinewTickOutput{};
	Output.structSize = sizeof(Output);
	return sinewTick(Instance, &Input, &Output);
}

bool FSinewCharacter::Write(int32 Mesh, FSinewSurface& OutSurface)
{
	Fresh.SetNum(NumVertices(Mesh));
	SinewSurfaceOutput Output;
	sinewSurfaceDefaults(&Output, sizeof(Output));
	Output.positions = Fresh.Positions.GetData();
	Output.normals = Fresh.Normals.GetData();
	Output.tangents = Fresh.Tangents.GetData();
	Output.previous = Fresh.Previous.GetData();
	Output.workers = LendSinewWorkers();
	if (sinewSurfaceWrite(Meshes[Mesh].Surface, Instance, &Output) != SINEW_OK || !Fresh.IsFinite())
	{
		return false;
	}
	Swap(Fresh, OutSurface);
	return true;
}

int32 FSinewCharacter::NumVertices(int32 Mesh) const
{
	return static_cast<int32>(sinewSurfaceVertices(Meshes[Mesh].Surface));
}

uint64 FSinewCharacter::GetMemory() const
{
	uint64 Sum = InstanceMemory.Num();
	for (const FBoundMesh& Bound : Meshes)
	{
		Sum += Bound.MeshMemory.Num() + Bound.SurfaceMemory.Num();
	}
	return Sum;
}

#endif
