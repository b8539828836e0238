// Copyright the Sinew project. See LICENSE.

#include "Tests/SinewTestTwin.h"

#if WITH_DEV_AUTOMATION_TESTS && SINEW_WITH_NATIVE

#include "HAL/UnrealMemory.h"

bool FSinewTestTwin::Create(const FSinewTestLimb& InLimb, const TArray<uint8>& Bytes)
{
	Limb = &InLimb;
	Payload = FSinewMemory(static_cast<uint64>(Bytes.Num()));
	FMemory::Memcpy(Payload.GetData(), Bytes.GetData(), static_cast<SIZE_T>(Bytes.Num()));
	uint64_t Size = 0;
	if (sinewAssetMeasure(Payload.GetData(), Payload.Num(), &Size) != SINEW_OK)
	{
		return false;
	}
	AssetMemory = FSinewMemory(Size);
	if (sinewAssetCreate(Payload.GetData(), Payload.Num(), AssetMemory.GetData(), Size, &Asset) != SINEW_OK || sinewInstanceMeasure(Asset, &Size) != SINEW_OK)
	{
		return false;
	}
	InstanceMemory = FSinewMemory(Size);
	return sinewInstanceCreate(Asset, InstanceMemory.GetData(), Size, &Instance) == SINEW_OK && CreateMesh();
}

bool FSinewTestTwin::CreateMesh()
{
	// Tangents as the test's mesh has them, in the library's axes: any direction along the skin will do.
	for (int32 Vertex = 0; Vertex < Limb->NumVertices(); ++Vertex)
	{
		const float* const N = &Limb->Normals[3 * Vertex];
		const FVector3f Normal(N[0], N[2], N[1]);
		const FVector3f Tangent = FVector3f::CrossProduct(Normal, FVector3f(0.36f, 0.48f, 0.8f)).GetSafeNormal();
		EngineTangents.Append({Tangent.X, Tangent.Z, Tangent.Y, -1.0f});
	}
	SinewMeshSource Source{};
	Source.structSize = sizeof(Source);
	Source.vertexCount = static_cast<uint32_t>(Limb->NumVertices());
	Source.positions = Limb->Positions.GetData();
	Source.normals = Limb->Normals.GetData();
	Source.tangents = EngineTangents.GetData();
	uint64_t Size = 0;
	uint64_t ScratchSize = 0;
	if (sinewMeshMeasure(Asset, &Source, &Size, &ScratchSize) != SINEW_OK)
	{
		return false;
	}
	FSinewMemory Scratch(ScratchSize);
	MeshMemory = FSinewMemory(Size);
	if (sinewMeshCreate(Asset, &Source, MeshMemory.GetData(), Size, Scratch.GetData(), ScratchSize, &Mesh) != SINEW_OK)
	{
		return false;
	}
	if (sinewSurfaceMeasure(Asset, Mesh, &Size) != SINEW_OK)
	{
		return false;
	}
	SurfaceMemory = FSinewMemory(Size);
	return sinewSurfaceCreate(Asset, Mesh, SurfaceMemory.GetData(), Size, &Surface) == SINEW_OK;
}

void FSinewTestTwin::Tick(double ClipSeconds, double Delta, bool bReset)
{
	const uint32 Count = static_cast<uint32>(Limb->Names.Num());
	TArray<SinewBone> Bones;
	for (uint32 Joint = 0; Joint < Count; ++Joint)
	{
		SinewBone Bone{};
		const float* const Rotation = Limb->RotationAt(ClipSeconds);
		for (int32 Axis = 0; Axis < 4; ++Axis)
		{
			Bone.rotation[Axis] = Joint == 0 ? (Axis == 3 ? 1.0f : 0.0f) : Rotation[Axis];
		}
		for (int32 Axis = 0; Axis < 3; ++Axis)
		{
			Bone.translation[Axis] = Limb->Joints[static_cast<int32>(3 * Joint) + Axis];
			Bone.scale[Axis] = 1.0f;
		}
		Bones.Add(Bone);
	}
	SinewTickInput Input;
	sinewTickDefaults(&Input, sizeof(Input));
	Input.bones = Bones.GetData();
	Input.boneCount = Count;
	Input.seconds = Delta;
	// The engine's -980 cm/s2.
	Input.gravity[1] = -9.8f;
	Input.reset = bReset ? 1 : 0;
	sinewTick(Instance, &Input, nullptr);
	WriteSurface();
	if (TextureSize > 0)
	{
		WriteTexture();
	}
}

void FSinewTestTwin::WriteSurface()
{
	const int32 Vertices = Limb->NumVertices();
	Positions.SetNumZeroed(3 * Vertices);
	Normals.SetNumZeroed(3 * Vertices);
	Tangents.SetNumZeroed(4 * Vertices);
	Previous.SetNumZeroed(3 * Vertices);
	SinewSurfaceOutput Output;
	sinewSurfaceDefaults(&Output, sizeof(Output));
	Output.positions = Positions.GetData();
	Output.normals = Normals.GetData();
	Output.tangents = Tangents.GetData();
	Output.previous = Previous.GetData();
	sinewSurfaceWrite(Surface, Instance, &Output);
}

void FSinewTestTwin::WriteTexture()
{
	const uint32_t Side = static_cast<uint32_t>(TextureSize);
	if (Displacement == nullptr)
	{
		uint64_t Size = 0;
		sinewTextureMeasure(Asset, Side, Side, &Size);
		TextureMemory = FSinewMemory(Size);
		sinewTextureCreate(Asset, Side, Side, TextureMemory.GetData(), Size, &Displacement);
		Texture.SetNumZeroed(4 * TextureSize * TextureSize);
	}
	SinewTextureOutput Output;
	sinewTextureDefaults(&Output, sizeof(Output));
	Output.format = SINEW_FLOAT4;
	Output.rowBytes = Side * 4 * sizeof(float);
	Output.pixels = Texture.GetData();
	sinewTextureWrite(Displacement, Surface, Instance, &Output);
}

#endif
