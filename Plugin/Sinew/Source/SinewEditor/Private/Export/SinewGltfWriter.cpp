// Copyright the Sinew project. See LICENSE.

#include "Export/SinewGltfWriter.h"

#include "Export/SinewExport.h"
#include "Export/SinewGltfBuffer.h"

namespace
{

using EComponent = FSinewGltfBuffer::EComponent;
using ETarget = FSinewGltfBuffer::ETarget;

/** Rows of a 3 x 4 matrix, in double: bones hang one behind the other, and errors with them. */
struct FAffine
{
	double M[3][4];
};

FAffine ToAffine(const FSinewExportTransform& Transform)
{
	const double X = Transform.Rotation.X, Y = Transform.Rotation.Y, Z = Transform.Rotation.Z, W = Transform.Rotation.W;
	const double Scale[3] = {Transform.Scale.X, Transform.Scale.Y, Transform.Scale.Z};
	const double Rotation[3][3] = {
		{1 - 2 * (Y * Y + Z * Z), 2 * (X * Y - Z * W), 2 * (X * Z + Y * W)},
		{2 * (X * Y + Z * W), 1 - 2 * (X * X + Z * Z), 2 * (Y * Z - X * W)},
		{2 * (X * Z - Y * W), 2 * (Y * Z + X * W), 1 - 2 * (X * X + Y * Y)}};
	const double Translation[3] = {Transform.Translation.X, Transform.Translation.Y, Transform.Translation.Z};
	FAffine Result;
	for (int32 Row = 0; Row < 3; ++Row)
	{
		for (int32 Column = 0; Column < 3; ++Column)
		{
			Result.M[Row][Column] = Rotation[Row][Column] * Scale[Column];
		}
		Result.M[Row][3] = Translation[Row];
	}
	return Result;
}

/** First `Inner`, then `Outer`. */
FAffine Chain(const FAffine& Outer, const FAffine& Inner)
{
	FAffine Result;
	for (int32 Row = 0; Row < 3; ++Row)
	{
		for (int32 Column = 0; Column < 4; ++Column)
		{
			double Sum = Column == 3 ? Outer.M[Row][3] : 0.0;
			for (int32 Index = 0; Index < 3; ++Index)
			{
				Sum += Outer.M[Row][Index] * Inner.M[Index][Column];
			}
			Result.M[Row][Column] = Sum;
		}
	}
	return Result;
}

/** False where it has no inverse. */
bool Invert(const FAffine& Affine, FAffine& OutInverse)
{
	const double(&M)[3][4] = Affine.M;
	double Cofactors[3][3];
	for (int32 Row = 0; Row < 3; ++Row)
	{
		for (int32 Column = 0; Column < 3; ++Column)
		{
			const int32 R1 = (Row + 1) % 3, R2 = (Row + 2) % 3, C1 = (Column + 1) % 3, C2 = (Column + 2) % 3;
			Cofactors[Row][Column] = M[R1][C1] * M[R2][C2] - M[R1][C2] * M[R2][C1];
		}
	}
	const double Determinant = M[0][0] * Cofactors[0][0] + M[0][1] * Cofactors[0][1] + M[0][2] * Cofactors[0][2];
	if (FMath::Abs(Determinant) < 1e-12)
	{
		return false;
	}
	for (int32 Row = 0; Row < 3; ++Row)
	{
		OutInverse.M[Row][3] = 0.0;
		for (int32 Column = 0; Column < 3; ++Column)
		{
			OutInverse.M[Row][Column] = Cofactors[Column][Row] / Determinant;
			OutInverse.M[Row][3] -= OutInverse.M[Row][Column] * M[Column][3];
		}
	}
	return true;
}

/** Puts one character together; the order of its functions is that of the file. */
class FGltfAssembly
{
public:
	explicit FGltfAssembly(const FSinewExportCharacter& InCharacter)
		: Character(InCharacter)
	{
	}

	bool AddSkin(FString& OutError);
	void AddMesh();
	void AddClips();
	FString MakeJson() const;
	const TArray<uint8>& GetBytes() const
	{
		return Buffer.GetBytes();
	}

private:
	FString AddWeights();
	FString AddVertices();
	void AddChannel(const FSinewExportClip& Clip, int32 Bone, int32 Times, const TCHAR* Path, FString& Samplers, FString& Channels, int32& NumSamplers);
	FString MakeNodes() const;

	const FSinewExportCharacter& Character;
	FSinewGltfBuffer Buffer;
	FString Primitives, Materials, Animations;
	int32 InverseBinds = INDEX_NONE;
};

bool FGltfAssembly::AddSkin(FString& OutError)
{
	TArray<FAffine> Globals;
	TArray<float> Matrices;
	for (const FSinewExportBone& Bone : Character.Bones)
	{
		const FAffine Local = ToAffine(Bone.Rest);
		Globals.Add(Bone.Parent == INDEX_NONE ? Local : Chain(Globals[Bone.Parent], Local));
		FAffine Inverse;
		if (!Invert(Globals.Last(), Inverse))
		{
			OutError = FString::Printf(TEXT("Bone %s has a scale of zero in the bind pose: give it another and import the mesh again."), *Bone.Name);
			return false;
		}
		for (int32 Column = 0; Column < 4; ++Column)
		{
			for (int32 Row = 0; Row < 3; ++Row)
			{
				Matrices.Add(static_cast<float>(Inverse.M[Row][Column]));
			}
			Matrices.Add(Column == 3 ? 1.0f : 0.0f);
		}
	}
	InverseBinds = Buffer.Add(Matrices.GetData(), Character.Bones.Num(), 16, EComponent::Float, ETarget::None);
	return true;
}

/** glTF has four influences in an attribute; there are as many attributes as the richest vertex needs. */
FString FGltfAssembly::AddWeights()
{
	const int32 NumVertices = Character.Positions.Num();
	int32 Most = 1;
	for (int32 Vertex = 0; Vertex < NumVertices; ++Vertex)
	{
		Most = FMath::Max(Most, Character.FirstWeight[Vertex + 1] - Character.FirstWeight[Vertex]);
	}
	FString Attributes;
	for (int32 Set = 0; Set * 4 < Most; ++Set)
	{
		TArray<uint16> Joints;
		TArray<float> Values;
		Joints.SetNumZeroed(4 * NumVertices);
		Values.SetNumZeroed(4 * NumVertices);
		for (int32 Vertex = 0; Vertex < NumVertices; ++Vertex)
		{
			const int32 First = Character.FirstWeight[Vertex] + 4 * Set;
			const int32 End = FMath::Min(First + 4, Character.FirstWeight[Vertex + 1]);
			for (int32 Index = First; Index < End; ++Index)
			{
				Joints[4 * Vertex + Index - First] = static_cast<uint16>(Character.WeightBones[Index]);
				Values[4 * Vertex + Index - First] = Character.Weights[Index];
			}
		}
		const int32 JointsAccessor = Buffer.Add(Joints.GetData(), NumVertices, 4, EComponent::UInt16, ETarget::Vertices);
		const int32 ValuesAccessor = Buffer.Add(Values.GetData(), NumVertices, 4, EComponent::Float, ETarget::Vertices);
		Attributes += FString::Printf(TEXT(",\"JOINTS_%d\":%d,\"WEIGHTS_%d\":%d"), Set, JointsAccessor, Set, ValuesAccessor);
	}
	return Attributes;
}

FString FGltfAssembly::AddVertices()
{
	const int32 NumVertices = Character.Positions.Num();
	FVector3f Low = Character.Positions[0], High = Low;
	for (const FVector3f& Position : Character.Positions)
	{
		Low = FVector3f(FMath::Min(Low.X, Position.X), FMath::Min(Low.Y, Position.Y), FMath::Min(Low.Z, Position.Z));
		High = FVector3f(FMath::Max(High.X, Position.X), FMath::Max(High.Y, Position.Y), FMath::Max(High.Z, Position.Z));
	}
	const auto Corner = [](const FVector3f& Point) { return SinewJsonNumber(Point.X) + TEXT(",") + SinewJsonNumber(Point.Y) + TEXT(",") + SinewJsonNumber(Point.Z); };
	const FString Bounds = FString::Printf(TEXT(",\"min\":[%s],\"max\":[%s]"), *Corner(Low), *Corner(High));
	FString Attributes = FString::Printf(TEXT("\"POSITION\":%d"), Buffer.Add(Character.Positions.GetData(), NumVertices, 3, EComponent::Float, ETarget::Vertices, Bounds));
	if (Character.Normals.Num() > 0)
	{
		Attributes += FString::Printf(TEXT(",\"NORMAL\":%d"), Buffer.Add(Character.Normals.GetData(), NumVertices, 3, EComponent::Float, ETarget::Vertices));
	}
	if (Character.Uvs.Num() > 0)
	{
		Attributes += FString::Printf(TEXT(",\"TEXCOORD_0\":%d"), Buffer.Add(Character.Uvs.GetData(), NumVertices, 2, EComponent::Float, ETarget::Vertices));
	}
	if (Character.Colors.Num() > 0)
	{
		TArray<uint8> Bytes; // the engine has blue first
		for (const FColor& Color : Character.Colors)
		{
			Bytes.Append({Color.R, Color.G, Color.B, Color.A});
		}
		Attributes += FString::Printf(TEXT(",\"COLOR_0\":%d"), Buffer.Add(Bytes.GetData(), NumVertices, 4, EComponent::UInt8, ETarget::Vertices, TEXT(",\"normalized\":true")));
	}
	return Attributes + AddWeights();
}

void FGltfAssembly::AddMesh()
{
	const FString Attributes = AddVertices();
	TArray<FSinewExportSection> Sections = Character.Sections;
	if (Sections.Num() == 0)
	{
		FSinewExportSection Whole;
		Whole.Material = TEXT("Skin");
		Whole.NumTriangles = Character.Triangles.Num() / 3;
		Sections.Add(Whole);
	}
	for (int32 Index = 0; Index < Sections.Num(); ++Index)
	{
		const FSinewExportSection& Section = Sections[Index];
		const TCHAR* const Separator = Index > 0 ? TEXT(",\n") : TEXT("");
		const int32 Indices = Buffer.Add(Character.Triangles.GetData() + 3 * Section.FirstTriangle, 3 * Section.NumTriangles, 1, EComponent::UInt32, ETarget::Triangles);
		Primitives += FString::Printf(TEXT("%s{\"attributes\":{%s},\"indices\":%d,\"material\":%d}"), Separator, *Attributes, Indices, Index);
		Materials += FString::Printf(TEXT("%s{\"name\":%s}"), Separator, *SinewJsonString(Section.Material));
	}
}

void FGltfAssembly::AddChannel(const FSinewExportClip& Clip, int32 Bone, int32 Times, const TCHAR* Path, FString& Samplers, FString& Channels, int32& NumSamplers)
{
	const int32 NumBones = Character.Bones.Num();
	const int32 NumFrames = Clip.Frames.Num() / NumBones;
	const bool bRotation = FString(Path) == TEXT("rotation");
	const bool bScale = FString(Path) == TEXT("scale");
	TArray<float> Values;
	for (int32 Frame = 0; Frame < NumFrames; ++Frame)
	{
		const FSinewExportTransform& Pose = Clip.Frames[Frame * NumBones + Bone];
		if (bRotation)
		{
			Values.Append({Pose.Rotation.X, Pose.Rotation.Y, Pose.Rotation.Z, Pose.Rotation.W});
			continue;
		}
		const FVector3f& Vector = bScale ? Pose.Scale : Pose.Translation;
		Values.Append({Vector.X, Vector.Y, Vector.Z});
	}
	const int32 Accessor = Buffer.Add(Values.GetData(), NumFrames, bRotation ? 4 : 3, EComponent::Float, ETarget::None);
	const TCHAR* const Separator = NumSamplers > 0 ? TEXT(",\n") : TEXT("");
	Samplers += FString::Printf(TEXT("%s{\"input\":%d,\"output\":%d}"), Separator, Times, Accessor);
	Channels += FString::Printf(TEXT("%s{\"sampler\":%d,\"target\":{\"node\":%d,\"path\":\"%s\"}}"), Separator, NumSamplers, Bone, Path);
	++NumSamplers;
}

void FGltfAssembly::AddClips()
{
	for (const FSinewExportClip& Clip : Character.Clips)
	{
		TArray<float> Times;
		const int32 NumFrames = Clip.Frames.Num() / Character.Bones.Num();
		for (int32 Frame = 0; Frame < NumFrames; ++Frame)
		{
			Times.Add(static_cast<float>(Frame) / Clip.FramesPerSecond);
		}
		const FString Range = FString::Printf(TEXT(",\"min\":[0],\"max\":[%s]"), *SinewJsonNumber(Times.Last()));
		const int32 TimesAccessor = Buffer.Add(Times.GetData(), NumFrames, 1, EComponent::Float, ETarget::None, Range);
		FString Samplers, Channels;
		int32 NumSamplers = 0;
		for (int32 Bone = 0; Bone < Character.Bones.Num(); ++Bone)
		{
			AddChannel(Clip, Bone, TimesAccessor, TEXT("translation"), Samplers, Channels, NumSamplers);
			AddChannel(Clip, Bone, TimesAccessor, TEXT("rotation"), Samplers, Channels, NumSamplers);
			AddChannel(Clip, Bone, TimesAccessor, TEXT("scale"), Samplers, Channels, NumSamplers);
		}
		const TCHAR* const Separator = Animations.IsEmpty() ? TEXT("") : TEXT(",\n");
		Animations += FString::Printf(TEXT("%s{\"name\":%s,\"samplers\":[%s],\"channels\":[%s]}"), Separator, *SinewJsonString(Clip.Name), *Samplers, *Channels);
	}
}

/** Bones have the first numbers, in their order; the mesh comes after them. */
FString FGltfAssembly::MakeNodes() const
{
	FString Nodes;
	for (int32 Bone = 0; Bone < Character.Bones.Num(); ++Bone)
	{
		const FSinewExportTransform& Rest = Character.Bones[Bone].Rest;
		FString Children;
		for (int32 Other = Bone + 1; Other < Character.Bones.Num(); ++Other)
		{
			if (Character.Bones[Other].Parent == Bone)
			{
				Children += FString::Printf(TEXT("%s%d"), Children.IsEmpty() ? TEXT("") : TEXT(","), Other);
			}
		}
		const FString ChildrenText = Children.IsEmpty() ? FString() : FString::Printf(TEXT(",\"children\":[%s]"), *Children);
		Nodes += FString::Printf(TEXT("{\"name\":%s,\"translation\":[%s,%s,%s],\"rotation\":[%s,%s,%s,%s],\"scale\":[%s,%s,%s]%s},\n"),
			*SinewJsonString(Character.Bones[Bone].Name),
			*SinewJsonNumber(Rest.Translation.X), *SinewJsonNumber(Rest.Translation.Y), *SinewJsonNumber(Rest.Translation.Z),
			*SinewJsonNumber(Rest.Rotation.X), *SinewJsonNumber(Rest.Rotation.Y), *SinewJsonNumber(Rest.Rotation.Z), *SinewJsonNumber(Rest.Rotation.W),
			*SinewJsonNumber(Rest.Scale.X), *SinewJsonNumber(Rest.Scale.Y), *SinewJsonNumber(Rest.Scale.Z), *ChildrenText);
	}
	return Nodes + FString::Printf(TEXT("{\"name\":%s,\"mesh\":0,\"skin\":0}"), *SinewJsonString(Character.Name));
}

FString FGltfAssembly::MakeJson() const
{
	FString Joints, Roots;
	for (int32 Bone = 0; Bone < Character.Bones.Num(); ++Bone)
	{
		Joints += FString::Printf(TEXT("%s%d"), Bone > 0 ? TEXT(",") : TEXT(""), Bone);
		if (Character.Bones[Bone].Parent == INDEX_NONE)
		{
			Roots += FString::Printf(TEXT("%d,"), Bone);
		}
	}
	const FString AnimationsText = Animations.IsEmpty() ? FString() : TEXT(",\n\"animations\":[") + Animations + TEXT("]");
	FString Json = TEXT("{\"asset\":{\"version\":\"2.0\",\"generator\":\"Sinew for Unreal Engine\"},\n\"scene\":0");
	Json += FString::Printf(TEXT(",\n\"scenes\":[{\"nodes\":[%s%d]}],\n\"nodes\":["), *Roots, Character.Bones.Num());
	Json += MakeNodes();
	Json += FString::Printf(TEXT("],\n\"skins\":[{\"joints\":[%s],\"inverseBindMatrices\":%d}]"), *Joints, InverseBinds);
	Json += TEXT(",\n\"meshes\":[{\"name\":") + SinewJsonString(Character.Name) + TEXT(",\"primitives\":[") + Primitives + TEXT("]}]");
	Json += TEXT(",\n\"materials\":[") + Materials + TEXT("]") + AnimationsText;
	Json += FString::Printf(TEXT(",\n\"buffers\":[{\"byteLength\":%d}]"), Buffer.GetBytes().Num());
	Json += TEXT(",\n\"bufferViews\":[") + Buffer.GetViews() + TEXT("],\n\"accessors\":[") + Buffer.GetAccessors() + TEXT("]}");
	return Json;
}

void AppendWord(TArray<uint8>& Bytes, uint32 Word)
{
	for (int32 Shift = 0; Shift < 32; Shift += 8)
	{
		Bytes.Add(static_cast<uint8>(Word >> Shift));
	}
}

/** Chunks are filled up to multiples of four: JSON with spaces, numbers with zeros. */
void AppendChunk(TArray<uint8>& Bytes, uint32 Kind, const uint8* Data, int32 Size, uint8 Filler)
{
	const int32 Padded = (Size + 3) / 4 * 4;
	AppendWord(Bytes, static_cast<uint32>(Padded));
	AppendWord(Bytes, Kind);
	Bytes.Append(Data, Size);
	for (int32 Index = Size; Index < Padded; ++Index)
	{
		Bytes.Add(Filler);
	}
}

constexpr uint32 GltfMagic = 0x46546C67, JsonChunk = 0x4E4F534A, BinaryChunk = 0x004E4942;

} // namespace

bool FSinewGltfWriter::Write(const FSinewExportCharacter& Character, TArray<uint8>& OutBytes, FString& OutError)
{
	if (!SinewCheckExport(Character, OutError))
	{
		return false;
	}
	FGltfAssembly Assembly(Character);
	if (!Assembly.AddSkin(OutError))
	{
		return false;
	}
	Assembly.AddMesh();
	Assembly.AddClips();
	const FString JsonText = Assembly.MakeJson();
	const FTCHARToUTF8 Json(*JsonText);
	const TArray<uint8>& Binary = Assembly.GetBytes();
	OutBytes.Reset();
	AppendWord(OutBytes, GltfMagic);
	AppendWord(OutBytes, 2);
	AppendWord(OutBytes, 0); // the file's size, known in the end
	AppendChunk(OutBytes, JsonChunk, reinterpret_cast<const uint8*>(Json.Get()), Json.Length(), ' ');
	AppendChunk(OutBytes, BinaryChunk, Binary.GetData(), Binary.Num(), 0);
	const uint32 Size = static_cast<uint32>(OutBytes.Num());
	for (int32 Index = 0; Index < 4; ++Index)
	{
		OutBytes[8 + Index] = static_cast<uint8>(Size >> (8 * Index));
	}
	return true;
}
