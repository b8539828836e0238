// Copyright the Sinew project. See LICENSE.

#include "Show/SinewDynamicMesh.h"

#include "Components/DynamicMeshComponent.h"
#include "DynamicMesh/DynamicMesh3.h"
#include "DynamicMesh/DynamicMeshAttributeSet.h"
#include "Session/SinewCharacter.h"
#include "SinewAxes.h"
#include "SinewRenderMesh.h"

using UE::Geometry::FDynamicMesh3;
using UE::Geometry::FDynamicMeshAttributeSet;
using UE::Geometry::FIndex3i;

namespace
{
FVector3f Bitangent(const FVector3f& Normal, const FVector3f& Tangent, float CoreSide)
{
	// The sign is in the library's axes; the reflection to the engine's axes inverts it.
	return FVector3f::CrossProduct(Normal, Tangent) * FSinewAxes::BitangentSide(CoreSide);
}

/** A vertex and its elements in all overlays have the same index. */
class FMeshMaker
{
public:
	FMeshMaker(FDynamicMesh3& InMesh, const FSinewRenderMesh& InSource, TArray<int32>& InSourceOfVertex)
		: Mesh(InMesh)
		, Source(InSource)
		, SourceOfVertex(InSourceOfVertex)
	{
		Mesh.EnableAttributes();
		Mesh.Attributes()->EnableTangents();
		Mesh.Attributes()->EnableMaterialID();
		Mesh.Attributes()->SetNumUVLayers(1 + Source.MoreUvs.Num());
		if (Source.Colors.Num() > 0)
		{
			Mesh.Attributes()->EnablePrimaryColors();
		}
	}

	void AddVertex(int32 From)
	{
		FDynamicMeshAttributeSet& Attributes = *Mesh.Attributes();
		Mesh.AppendVertex(FSinewAxes::ToEngine(&Source.Positions[3 * From]));
		const bool bNormals = Source.Normals.Num() > 0;
		const FVector3f Normal = bNormals ? FSinewAxes::DirectionToEngine(&Source.Normals[3 * From]) : FVector3f(0.0f, 0.0f, 1.0f);
		Attributes.PrimaryNormals()->AppendElement(Normal);
		const bool bTangents = Source.Tangents.Num() > 0;
		const FVector3f Tangent = bTangents ? FSinewAxes::DirectionToEngine(&Source.Tangents[4 * From]) : FVector3f(1.0f, 0.0f, 0.0f);
		Attributes.PrimaryTangents()->AppendElement(Tangent);
		Attributes.PrimaryBiTangents()->AppendElement(Bitangent(Normal, Tangent, bTangents ? Source.Tangents[4 * From + 3] : 1.0f));
		Attributes.PrimaryUV()->AppendElement(Source.Uvs.Num() > 0 ? Source.Uvs[From] : FVector2f(0.0f, 0.0f));
		for (int32 Layer = 0; Layer < Source.MoreUvs.Num(); ++Layer)
		{
			Attributes.GetUVLayer(1 + Layer)->AppendElement(Source.MoreUvs[Layer][From]);
		}
		if (Source.Colors.Num() > 0)
		{
			const FLinearColor Color = Source.Colors[From].ReinterpretAsLinear();
			Attributes.PrimaryColors()->AppendElement(FVector4f(Color.R, Color.G, Color.B, Color.A));
		}
		SourceOfVertex.Add(From);
	}

	void AddTriangle(int32 Triangle)
	{
		FIndex3i Corners(Corner(Triangle, 0), Corner(Triangle, 1), Corner(Triangle, 2));
		int32 Added = Mesh.AppendTriangle(Corners, 0);
		if (Added < 0)
		{
			// A third triangle at an edge, or a duplicate, gets its own vertices.
			for (int32 Index = 0; Index < 3; ++Index)
			{
				AddVertex(Corner(Triangle, Index));
				Corners[Index] = SourceOfVertex.Num() - 1;
			}
			Added = Mesh.AppendTriangle(Corners, 0);
		}
		if (Added >= 0)
		{
			SetAttributes(Added, Corners, Triangle);
		}
	}

private:
	int32 Corner(int32 Triangle, int32 Index) const { return static_cast<int32>(Source.Triangles[3 * Triangle + Index]); }

	void SetAttributes(int32 Added, const FIndex3i& Corners, int32 Triangle)
	{
		FDynamicMeshAttributeSet& Attributes = *Mesh.Attributes();
		Attributes.PrimaryNormals()->SetTriangle(Added, Corners);
		Attributes.PrimaryTangents()->SetTriangle(Added, Corners);
		Attributes.PrimaryBiTangents()->SetTriangle(Added, Corners);
		for (int32 Layer = 0; Layer < Attributes.NumUVLayers(); ++Layer)
		{
			Attributes.GetUVLayer(Layer)->SetTriangle(Added, Corners);
		}
		if (Source.Colors.Num() > 0)
		{
			Attributes.PrimaryColors()->SetTriangle(Added, Corners);
		}
		Attributes.GetMaterialID()->SetValue(Added, Source.Materials.IsValidIndex(Triangle) ? Source.Materials[Triangle] : 0);
	}

	FDynamicMesh3& Mesh;
	const FSinewRenderMesh& Source;
	TArray<int32>& SourceOfVertex;
};
}

void FSinewDynamicMesh::Build(UDynamicMeshComponent& Component, const FSinewRenderMesh& Source)
{
	FDynamicMesh3 Mesh;
	SourceOfVertex.Reset();
	FMeshMaker Maker(Mesh, Source, SourceOfVertex);
	for (int32 Vertex = 0; Vertex < Source.NumVertices(); ++Vertex)
	{
		Maker.AddVertex(Vertex);
	}
	for (int32 Triangle = 0; Triangle < Source.NumTriangles(); ++Triangle)
	{
		Maker.AddTriangle(Triangle);
	}
	bHasTangents = Source.Tangents.Num() > 0;
	Component.SetTangentsType(bHasTangents ? EDynamicMeshComponentTangentsMode::ExternallyProvided : EDynamicMeshComponentTangentsMode::NoTangents);
	// Otherwise collision would be rebuilt in every frame.
	Component.SetDeferredCollisionUpdatesEnabled(true, false);
	Component.SetMesh(MoveTemp(Mesh));
}

void FSinewDynamicMesh::Write(UDynamicMeshComponent& Component, const FSinewSurface& Surface) const
{
	// Vertices are written in place: an edit through the mesh object would rebuild everything.
	FDynamicMesh3& Mesh = *Component.GetMesh();
	FDynamicMeshAttributeSet& Attributes = *Mesh.Attributes();
	for (int32 Vertex = 0; Vertex < SourceOfVertex.Num(); ++Vertex)
	{
		const int32 From = SourceOfVertex[Vertex];
		const FVector3f Normal = FSinewAxes::DirectionToEngine(&Surface.Normals[3 * From]);
		Mesh.SetVertex(Vertex, FSinewAxes::ToEngine(&Surface.Positions[3 * From]), false);
		Attributes.PrimaryNormals()->SetElement(Vertex, Normal);
		if (bHasTangents)
		{
			const FVector3f Tangent = FSinewAxes::DirectionToEngine(&Surface.Tangents[4 * From]);
			Attributes.PrimaryTangents()->SetElement(Vertex, Tangent);
			Attributes.PrimaryBiTangents()->SetElement(Vertex, Bitangent(Normal, Tangent, Surface.Tangents[4 * From + 3]));
		}
	}
	Component.FastNotifyPositionsUpdated(true, false, false);
}
