// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

/**
 * Memory for the library, which allocates nothing itself. It is aligned as the library requires, freed with its owner, and counted, so that
 * `stat Sinew` can show the total and tests can check that it returns to zero.
 */
class SINEWRUNTIME_API FSinewMemory
{
public:
	FSinewMemory() = default;
	explicit FSinewMemory(uint64 InSize);
	FSinewMemory(FSinewMemory&& Other);
	FSinewMemory& operator=(FSinewMemory&& Other);
	FSinewMemory(const FSinewMemory&) = delete;
	FSinewMemory& operator=(const FSinewMemory&) = delete;
	~FSinewMemory();

	uint8* GetData() { return Data; }
	const uint8* GetData() const { return Data; }
	uint64 Num() const { return Size; }

	/** The number of bytes that all objects of this class hold. */
	static int64 GetTotal();

	/** The alignment that the library requires. */
	static constexpr uint32 Alignment = 64;

private:
	void Free();

	uint8* Data = nullptr;
	uint64 Size = 0;
};
