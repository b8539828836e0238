// Copyright the Sinew project. See LICENSE.

#include "Export/SinewGltfBuffer.h"

namespace
{

int32 SizeOf(FSinewGltfBuffer::EComponent Component)
{
	switch (Component)
	{
	case FSinewGltfBuffer::EComponent::UInt8:
		return 1;
	case FSinewGltfBuffer::EComponent::UInt16:
		return 2;
	case FSinewGltfBuffer::EComponent::UInt32:
	case FSinewGltfBuffer::EComponent::Float:
		return 4;
	}
	return 4;
}

const TCHAR* TypeOf(int32 Components)
{
	switch (Components)
	{
	case 1:
		return TEXT("SCALAR");
	case 2:
		return TEXT("VEC2");
	case 3:
		return TEXT("VEC3");
	case 4:
		return TEXT("VEC4");
	default:
		return TEXT("MAT4");
	}
}

} // namespace

int32 FSinewGltfBuffer::Add(const void* Data, int32 Count, int32 Components, EComponent Component, ETarget Target, const FString& Extra)
{
	const int32 Start = Bytes.Num();
	const int32 Size = Count * Components * SizeOf(Component);
	// Whatever comes next has to start at a multiple of its components' size.
	Bytes.SetNumZeroed(Start + (Size + 3) / 4 * 4);
	FMemory::Memcpy(Bytes.GetData() + Start, Data, static_cast<SIZE_T>(Size));
	const TCHAR* const Separator = NumAccessors > 0 ? TEXT(",\n") : TEXT("");
	const FString TargetText = Target == ETarget::None ? FString() : FString::Printf(TEXT(",\"target\":%d"), static_cast<int32>(Target));
	Views += FString::Printf(TEXT("%s{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":%d%s}"), Separator, Start, Size, *TargetText);
	Accessors += FString::Printf(TEXT("%s{\"bufferView\":%d,\"componentType\":%d,\"count\":%d,\"type\":\"%s\"%s}"), Separator, NumAccessors, static_cast<int32>(Component), Count, TypeOf(Components), *Extra);
	return NumAccessors++;
}

FString SinewJsonString(const FString& Text)
{
	FString Json = TEXT("\"");
	for (int32 Index = 0; Index < Text.Len(); ++Index)
	{
		const TCHAR Character = Text[Index];
		if (Character == TEXT('"') || Character == TEXT('\\'))
		{
			Json += TEXT("\\");
			Json.AppendChar(Character);
		}
		else if (Character < 0x20)
		{
			Json += FString::Printf(TEXT("\\u%04x"), static_cast<int32>(Character));
		}
		else
		{
			Json.AppendChar(Character);
		}
	}
	return Json + TEXT("\"");
}

FString SinewJsonNumber(double Value)
{
	return FString::Printf(TEXT("%.9g"), Value);
}
