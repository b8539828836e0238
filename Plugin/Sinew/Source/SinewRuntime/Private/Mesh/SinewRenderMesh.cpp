// Copyright the Sinew project. See LICENSE.

#include "SinewRenderMesh.h"

#include "Engine/SkeletalMesh.h"
#include "Engine/SkinnedAssetCommon.h"
#include "Rendering/SkeletalMeshLODRenderData.h"
#include "Rendering/SkeletalMeshRenderData.h"
#include "SinewAxes.h"
#include "SinewNative.h"

namespace
{
void ReadVertices(const FStaticMeshVertexBuffers& Buffers, FSinewRenderMesh& Out)
{
	const FPositionVertexBuffer& Places = Buffers.PositionVertexBuffer;
	const FStaticMeshVertexBuffer& Attributes = Buffers.StaticMeshVertexBuffer;
	const uint32 Count = Places.GetNumVertices();
	Out.Positions.SetNumZeroed(static_cast<int32>(3 * Count));
	Out.Normals.SetNumZeroed(static_cast<int32>(3 * Count));
	Out.Tangents.SetNumZeroed(static_cast<int32>(4 * Count));
	Out.Uvs.SetNumZeroed(static_cast<int32>(Count));
	for (uint32 Vertex = 0; Vertex < Count; ++Vertex)
	{
		const FVector4f Normal = Attributes.VertexTangentZ(Vertex);
		const FVector4f Tangent = Attributes.VertexTangentX(Vertex);
		float* const Side = &Out.Tangents[static_cast<int32>(4 * Vertex)];
		FSinewAxes::ToCore(Places.VertexPosition(Vertex), &Out.Positions[static_cast<int32>(3 * Vertex)]);
		FSinewAxes::DirectionToCore(FVector3f(Normal.X, Normal.Y, Normal.Z), &Out.Normals[static_cast<int32>(3 * Vertex)]);
		FSinewAxes::DirectionToCore(FVector3f(Tangent.X, Tangent.Y, Tangent.Z), Side);
		Side[3] = FSinewAxes::BitangentSide(Normal.W < 0.0f ? -1.0f : 1.0f);
		if (Attributes.GetNumTexCoords() > 0)
		{
			Out.Uvs[static_cast<int32>(Vertex)] = Attributes.GetVertexUV(Vertex, 0);
		}
	}
	for (uint32 Channel = 1; Channel < Attributes.GetNumTexCoords(); ++Channel)
	{
		TArray<FVector2f>& Uvs = Out.MoreUvs.AddDefaulted_GetRef();
		for (uint32 Vertex = 0; Vertex < Count; ++Vertex)
		{
			Uvs.Add(Attributes.GetVertexUV(Vertex, Channel));
		}
	}
}

/** Vertex colours are optional: only recipes use them. */
void ReadColors(const FColorVertexBuffer& Buffer, FSinewRenderMesh& Out)
{
	if (Buffer.GetVertexData() == nullptr || Buffer.GetNumVertices() != static_cast<uint32>(Out.NumVertices()))
	{
		return;
	}
	for (uint32 Vertex = 0; Vertex < Buffer.GetNumVertices(); ++Vertex)
	{
		Out.Colors.Add(Buffer.VertexColor(Vertex));
	}
}

/** A LOD may map its sections to other materials. */
int32 MaterialOf(const FSkeletalMeshLODInfo* Info, const FSkelMeshRenderSection& Section, int32 Index)
{
	const bool bOther = Info != nullptr && Info->LODMaterialMap.IsValidIndex(Index) && Info->LODMaterialMap[Index] >= 0;
	return bOther ? Info->LODMaterialMap[Index] : static_cast<int32>(Section.MaterialIndex);
}

bool ReadTriangles(const FSkeletalMeshLODRenderData& Data, const FSkeletalMeshLODInfo* Info, FSinewRenderMesh& Out)
{
	TArray<uint32> Indices;
	Data.MultiSizeIndexContainer.GetIndexBuffer(Indices);
	for (int32 Index = 0; Index < Data.RenderSections.Num(); ++Index)
	{
		const FSkelMeshRenderSection& Section = Data.RenderSections[Index];
		const int32 Material = MaterialOf(Info, Section, Index);
		if (Section.bDisabled)
		{
			continue;
		}
		const uint32 End = Section.BaseIndex + 3 * Section.NumTriangles;
		if (End > static_cast<uint32>(Indices.Num()))
		{
			return false;
		}
		for (uint32 Corner = Section.BaseIndex; Corner < End; ++Corner)
		{
			Out.Triangles.Add(Indices[static_cast<int32>(Corner)]);
		}
		for (uint32 Triangle = 0; Triangle < Section.NumTriangles; ++Triangle)
		{
			Out.Materials.Add(Material);
		}
	}
	return Out.Triangles.Num() > 0;
}

/** The section of each vertex. Sections have their own bone indices. */
TArray<const FSkelMeshRenderSection*> SectionsOfVertices(const FSkeletalMeshLODRenderData& Data, int32 Count)
{
	TArray<const FSkelMeshRenderSection*> Sections;
	Sections.SetNumZeroed(Count);
	for (const FSkelMeshRenderSection& Section : Data.RenderSections)
	{
		const int32 End = static_cast<int32>(Section.BaseVertexIndex) + static_cast<int32>(Section.NumVertices);
		for (int32 Vertex = static_cast<int32>(Section.BaseVertexIndex); Vertex < End && Vertex < Count; ++Vertex)
		{
			Sections[Vertex] = &Section;
		}
	}
	return Sections;
}

void ReadWeights(const FSkeletalMeshLODRenderData& Data, FSinewRenderMesh& Out)
{
	constexpr float Whole = 65535.0f;
	const FSkinWeightVertexBuffer* const Buffer = Data.GetSkinWeightVertexBuffer();
	const int32 Count = Out.NumVertices();
	const TArray<const FSkelMeshRenderSection*> Sections = SectionsOfVertices(Data, Count);
	for (int32 Vertex = 0; Vertex < Count; ++Vertex)
	{
		Out.FirstWeight.Add(static_cast<uint32>(Out.Weights.Num()));
		const uint32 Influences = Buffer == nullptr || Sections[Vertex] == nullptr ? 0 : Buffer->GetMaxBoneInfluences();
		for (uint32 Influence = 0; Influence < Influences; ++Influence)
		{
			const uint16 Weight = Buffer->GetBoneWeight(static_cast<uint32>(Vertex), Influence);
			const int32 Local = static_cast<int32>(Buffer->GetBoneIndex(static_cast<uint32>(Vertex), Influence));
			if (Weight > 0 && Sections[Vertex]->BoneMap.IsValidIndex(Local))
			{
				Out.WeightBones.Add(Sections[Vertex]->BoneMap[Local]);
				Out.Weights.Add(static_cast<float>(Weight) / Whole);
			}
		}
	}
	Out.FirstWeight.Add(static_cast<uint32>(Out.Weights.Num()));
}

bool IndicesFit(const FSinewRenderMesh& Mesh)
{
	for (const uint32 Corner : Mesh.Triangles)
	{
		if (Corner >= static_cast<uint32>(Mesh.NumVertices()))
		{
			return false;
		}
	}
	return true;
}
}

bool FSinewRenderMesh::Read(const USkeletalMesh& Mesh, int32 Lod, FSinewRenderMesh& OutMesh, FString& OutProblem)
{
	OutMesh = FSinewRenderMesh();
	if (Lod < 0 || Lod >= NumLods(Mesh))
	{
		OutProblem = FString::Printf(TEXT("%s has no LOD %d"), *Mesh.GetName(), Lod);
		return false;
	}
	const FSkeletalMeshLODRenderData& Data = Mesh.GetResourceForRendering()->LODRenderData[Lod];
	if (Data.StaticVertexBuffers.PositionVertexBuffer.GetVertexData() == nullptr)
	{
		OutProblem = FString::Printf(TEXT("the vertices of %s are in GPU memory only. Enable Allow CPU Access in its LOD settings"), *Mesh.GetName());
		return false;
	}
	ReadVertices(Data.StaticVertexBuffers, OutMesh);
	ReadColors(Data.StaticVertexBuffers.ColorVertexBuffer, OutMesh);
	if (!ReadTriangles(Data, Mesh.GetLODInfo(Lod), OutMesh) || !IndicesFit(OutMesh))
	{
		OutProblem = FString::Printf(TEXT("LOD %d of %s has no readable triangles"), Lod, *Mesh.GetName());
		return false;
	}
	ReadWeights(Data, OutMesh);
	return true;
}

int32 FSinewRenderMesh::NumLods(const USkeletalMesh& Mesh)
{
	const FSkeletalMeshRenderData* const Data = Mesh.GetResourceForRendering();
	return Data == nullptr ? 0 : Data->LODRenderData.Num();
}

TArray<int32> FSinewRenderMesh::SectionMaterials(const USkeletalMesh& Mesh, int32 Lod)
{
	TArray<int32> Materials;
	if (Lod >= 0 && Lod < NumLods(Mesh))
	{
		for (const FSkelMeshRenderSection& Section : Mesh.GetResourceForRendering()->LODRenderData[Lod].RenderSections)
		{
			Materials.Add(static_cast<int32>(Section.MaterialIndex));
		}
	}
	return Materials;
}

uint64 FSinewRenderMesh::GetHash() const
{
#if SINEW_WITH_NATIVE
	return SinewIsLoaded() ? sinewHashMesh(Positions.GetData(), Triangles.GetData(), static_cast<uint32_t>(NumTriangles())) : 0;
#else
	return 0;
#endif
}
