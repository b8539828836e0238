// Copyright the Sinew project. See LICENSE.

#include "SinewMemory.h"

#include "HAL/UnrealMemory.h"

#include <atomic>

namespace
{
std::atomic<int64> TotalBytes{0};
}

FSinewMemory::FSinewMemory(uint64 InSize)
{
	if (InSize > 0)
	{
		Data = static_cast<uint8*>(FMemory::Malloc(static_cast<SIZE_T>(InSize), Alignment));
		Size = InSize;
		TotalBytes += static_cast<int64>(Size);
	}
}

FSinewMemory::FSinewMemory(FSinewMemory&& Other)
	: Data(Other.Data)
	, Size(Other.Size)
{
	Other.Data = nullptr;
	Other.Size = 0;
}

FSinewMemory& FSinewMemory::operator=(FSinewMemory&& Other)
{
	if (this != &Other)
	{
		Free();
		Data = Other.Data;
		Size = Other.Size;
		Other.Data = nullptr;
		Other.Size = 0;
	}
	return *this;
}

FSinewMemory::~FSinewMemory()
{
	Free();
}

int64 FSinewMemory::GetTotal()
{
	return TotalBytes.load();
}

void FSinewMemory::Free()
{
	if (Data != nullptr)
	{
		FMemory::Free(Data);
		TotalBytes -= static_cast<int64>(Size);
	}
	Data = nullptr;
	Size = 0;
}
