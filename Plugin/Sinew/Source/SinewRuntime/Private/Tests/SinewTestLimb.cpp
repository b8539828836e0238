// Copyright the Sinew project. See LICENSE.

#include "Tests/SinewTestLimb.h"

#if WITH_DEV_AUTOMATION_TESTS

#include "Engine/SkeletalMesh.h"
#include "HAL/PlatformMisc.h"
#include "Misc/CString.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "ReferenceSkeleton.h"
#include "Rendering/SkeletalMeshLODRenderData.h"
#include "Rendering/SkeletalMeshRenderData.h"
#include "SinewAsset.h"
#include "SinewAxes.h"
#include "UObject/Package.h"

namespace
{
/** One line of Limb.txt, word by word. */
class FLineReader
{
public:
	explicit FLineReader(const FString& Line) { Line.ParseIntoArray(Words, TEXT(" ")); }

	bool Is(const TCHAR* First) const { return Words.Num() > 0 && Words[0] == First; }
	bool HasMore() const { return Next < Words.Num(); }
	const FString& Word() { return Words[Next++]; }
	float Number() { return FCString::Atof(*Word()); }
	int32 Whole() { return FCString::Atoi(*Word()); }

	void Numbers(TArray<float>& Out, int32 Count)
	{
		for (int32 Index = 0; Index < Count; ++Index)
		{
			Out.Add(Number());
		}
	}

private:
	TArray<FString> Words;
	int32 Next = 1;
};

void ReadVertex(FSinewTestLimb& Limb, FLineReader& Reader)
{
	Reader.Numbers(Limb.Positions, 3);
	Reader.Numbers(Limb.Normals, 3);
	const float U = Reader.Number();
	Limb.Uvs.Add(FVector2f(U, Reader.Number()));
	TArray<int32> Bones;
	TArray<float> Shares;
	while (Reader.HasMore())
	{
		Bones.Add(Reader.Whole());
		Shares.Add(Reader.Number());
	}
	Limb.WeightJoints.Add(Bones);
	Limb.Weights.Add(Shares);
}

/** Keys belong to the clip of the last line that named one. */
void ReadLine(FSinewTestLimb& Limb, const FString& Line, bool& bBend)
{
	FLineReader Reader(Line);
	if (Reader.Is(TEXT("joint")))
	{
		Limb.Names.Add(Reader.Word());
		Limb.Parents.Add(Reader.Whole());
		Reader.Numbers(Limb.Joints, 3);
	}
	else if (Reader.Is(TEXT("vertex")))
	{
		ReadVertex(Limb, Reader);
	}
	else if (Reader.Is(TEXT("triangle")))
	{
		for (int32 Corner = 0; Corner < 3; ++Corner)
		{
			Limb.Triangles.Add(static_cast<uint32>(Reader.Whole()));
		}
	}
	else if (Reader.Is(TEXT("clip")))
	{
		bBend = Reader.Word() == TEXT("bend");
	}
	else if (bBend && Reader.Is(TEXT("key")))
	{
		Limb.KeySeconds.Add(Reader.Number());
		Reader.Whole();
		Reader.Numbers(Limb.KeyRotations, 4);
	}
}

FString ExchangeCase(const FString& Name)
{
	return Name == Name.ToLower() ? Name.ToUpper() : Name.ToLower();
}

FTransform BindOf(const FSinewTestLimb& Limb, int32 Joint, const FSinewTestVariant& Variant)
{
	FTransform Bind(FSinewAxes::ToEngine(&Limb.Joints[3 * Joint]));
	if (Joint == 1)
	{
		Bind.SetRotation(FQuat(FVector(0.0, 0.0, 1.0), Variant.BoneTurned));
		Bind.AddToTranslation(FVector(Variant.BoneMoved, 0.0, 0.0));
	}
	return Bind;
}

FName NameOf(const FSinewTestLimb& Limb, int32 Joint, const FSinewTestVariant& Variant)
{
	const FString Name = Variant.bOtherCase ? ExchangeCase(Limb.Names[Joint]) : Limb.Names[Joint];
	return FName(Joint == 1 && Variant.bOtherName ? TEXT("elbow") : *Name);
}

/** Parents first, as the engine wants it; what comes before the joints moves their numbers. */
void FillSkeleton(USkeletalMesh& Mesh, const FSinewTestLimb& Limb, const FSinewTestVariant& Variant)
{
	FReferenceSkeletonModifier Modifier(Mesh.GetRefSkeleton(), Mesh.GetSkeleton());
	const int32 Before = Variant.bOtherOrder ? 2 : 0;
	if (Variant.bOtherOrder)
	{
		Modifier.Add(FMeshBoneInfo(FName(TEXT("root")), TEXT("root"), INDEX_NONE), FTransform(FVector(0.0, 0.0, 7.0)));
		Modifier.Add(FMeshBoneInfo(FName(TEXT("ik")), TEXT("ik"), 0), FTransform::Identity);
	}
	for (int32 Joint = 0; Joint < Limb.Names.Num(); ++Joint)
	{
		const FTransform Bind = BindOf(Limb, Joint, Variant);
		const int32 Parent = Limb.Parents[Joint];
		const FTransform ParentBind = Parent >= 0 ? BindOf(Limb, Parent, Variant) : FTransform(FVector(0.0, 0.0, Variant.bOtherOrder ? 7.0 : 0.0));
		const FName Name = NameOf(Limb, Joint, Variant);
		const int32 InMesh = Parent >= 0 ? Parent + Before : (Variant.bOtherOrder ? 0 : INDEX_NONE);
		Modifier.Add(FMeshBoneInfo(Name, Name.ToString(), InMesh), Bind.GetRelativeTransform(ParentBind));
	}
}

/** Vertices may be written backwards. */
struct FOrder
{
	int32 Count;
	bool bBackwards;
	int32 operator()(int32 Vertex) const { return bBackwards ? Count - 1 - Vertex : Vertex; }
};

void FillVertices(FSkeletalMeshLODRenderData& Data, const FSinewTestLimb& Limb, const FSinewTestVariant& Variant, const FOrder& To)
{
	FStaticMeshVertexBuffers& Buffers = Data.StaticVertexBuffers;
	const uint32 Count = static_cast<uint32>(Limb.NumVertices());
	Buffers.PositionVertexBuffer.Init(Count);
	Buffers.StaticMeshVertexBuffer.Init(Count, 1);
	for (int32 From = 0; From < Limb.NumVertices(); ++From)
	{
		const uint32 Vertex = static_cast<uint32>(To(From));
		FVector Place = FSinewAxes::ToEngine(&Limb.Positions[3 * From]);
		Place.X += From == 0 ? Variant.VertexMoved : 0.0;
		const FVector3f Normal = FSinewAxes::DirectionToEngine(&Limb.Normals[3 * From]);
		const FVector3f Tangent = FVector3f::CrossProduct(Normal, FVector3f(0.36f, 0.48f, 0.8f)).GetSafeNormal();
		Buffers.PositionVertexBuffer.VertexPosition(Vertex) = FVector3f(Place);
		Buffers.StaticMeshVertexBuffer.SetVertexTangents(Vertex, Tangent, FVector3f::CrossProduct(Normal, Tangent), Normal);
		Buffers.StaticMeshVertexBuffer.SetVertexUV(Vertex, 0, Limb.Uvs[From]);
	}
}

void FillWeights(FSkeletalMeshLODRenderData& Data, const FSinewTestLimb& Limb, const FOrder& To)
{
	TArray<FSkinWeightInfo> Weights;
	Weights.SetNumZeroed(Limb.NumVertices());
	for (int32 From = 0; From < Limb.NumVertices(); ++From)
	{
		for (int32 Influence = 0; Influence < Limb.Weights[From].Num(); ++Influence)
		{
			Weights[To(From)].InfluenceBones[Influence] = static_cast<FBoneIndexType>(Limb.WeightJoints[From][Influence]);
			Weights[To(From)].InfluenceWeights[Influence] = static_cast<uint16>(FMath::RoundToInt(65535.0f * Limb.Weights[From][Influence]));
		}
	}
	Data.SkinWeightVertexBuffer = Weights;
}

void FillTriangles(FSkeletalMeshLODRenderData& Data, const FSinewTestLimb& Limb, const FOrder& To, int32 Step, int32 BonesBefore)
{
	TArray<uint32> Indices;
	for (int32 Triangle = 0; 3 * Triangle < Limb.Triangles.Num(); Triangle += Step)
	{
		for (int32 Corner = 0; Corner < 3; ++Corner)
		{
			Indices.Add(static_cast<uint32>(To(static_cast<int32>(Limb.Triangles[3 * Triangle + Corner]))));
		}
	}
	FSkelMeshRenderSection Section;
	Section.NumTriangles = static_cast<uint32>(Indices.Num() / 3);
	Section.NumVertices = static_cast<uint32>(Limb.NumVertices());
	for (int32 Joint = 0; Joint < Limb.Names.Num(); ++Joint)
	{
		Section.BoneMap.Add(static_cast<FBoneIndexType>(Joint + BonesBefore));
	}
	Data.RenderSections.Add(Section);
	Data.MultiSizeIndexContainer.RebuildIndexBuffer(sizeof(uint32), Indices);
}

void AddLod(USkeletalMesh& Mesh, const FSinewTestLimb& Limb, const FSinewTestVariant& Variant, int32 Step)
{
	const FOrder To{Limb.NumVertices(), Variant.bOtherOrder};
	FSkeletalMeshLODRenderData* const Data = new FSkeletalMeshLODRenderData();
	Mesh.GetResourceForRendering()->LODRenderData.Add(Data);
	FillVertices(*Data, Limb, Variant, To);
	FillWeights(*Data, Limb, To);
	FillTriangles(*Data, Limb, To, Step, Variant.bOtherOrder ? 2 : 0);
}
}

bool FSinewTestLimb::Read()
{
	// Once is enough for all specs of a run.
	static FSinewTestLimb Known;
	if (Known.NumVertices() == 0)
	{
		FString Text;
		TArray<FString> Lines;
		FFileHelper::LoadFileToString(Text, *File(TEXT("Limb.txt")));
		Text.ParseIntoArrayLines(Lines);
		bool bBend = false;
		for (const FString& Line : Lines)
		{
			ReadLine(Known, Line, bBend);
		}
	}
	*this = Known;
	return NumVertices() > 0 && KeySeconds.Num() > 0;
}

USkeletalMesh* FSinewTestLimb::MakeMesh(const FSinewTestVariant& Variant) const
{
	USkeletalMesh* const Mesh = NewObject<USkeletalMesh>(GetTransientPackage());
	FillSkeleton(*Mesh, *this, Variant);
	// A limb of 60 cm, with one material.
	Mesh->SetImportedBounds(FBoxSphereBounds(FBox(FVector(-7.0, -7.0, 0.0), FVector(7.0, 8.0, 60.0))));
	Mesh->GetMaterials().Add(FSkeletalMaterial());
	FillRenderData(*Mesh, Variant);
	return Mesh;
}

void FSinewTestLimb::FillRenderData(USkeletalMesh& Mesh, const FSinewTestVariant& Variant) const
{
	Mesh.AllocateResourceForRendering();
	AddLod(Mesh, *this, Variant, 1);
	if (Variant.bSecondLod)
	{
		AddLod(Mesh, *this, Variant, 2);
	}
}

const float* FSinewTestLimb::RotationAt(double Seconds) const
{
	int32 Nearest = 0;
	for (int32 Key = 0; Key < KeySeconds.Num(); ++Key)
	{
		if (FMath::Abs(static_cast<double>(KeySeconds[Key]) - Seconds) < FMath::Abs(static_cast<double>(KeySeconds[Nearest]) - Seconds))
		{
			Nearest = Key;
		}
	}
	return &KeyRotations[4 * Nearest];
}

FString FSinewTestLimb::File(const TCHAR* Name)
{
	return FPaths::Combine(FPlatformMisc::GetEnvironmentVariable(TEXT("SINEW_TEST_ASSETS")), Name);
}

USinewAsset* FSinewTestLimb::MakeAsset(const TCHAR* Name)
{
	USinewAsset* const Asset = NewObject<USinewAsset>(GetTransientPackage());
	TArray<uint8> Bytes;
	FString Problem;
	if (FFileHelper::LoadFileToArray(Bytes, *File(Name)))
	{
		Asset->SetPayload(Bytes, Problem);
	}
	return Asset;
}

#endif
