// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

/**
 * Memory given to the library, which allocates nothing itself: aligned as it wants it, freed with its owner, and counted, so that
 * `stat Sinew` can show the sum and tests can see that it returns to zero.
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

	/** Bytes that all of these hold at the moment. */
	static int64 GetTotal();

	/** What the library wants addresses to be a multiple of. */
	static constexpr uint32 Alignment = 64;

private:
	void Free();

	uint8* Data = nullptr;
	uint64 Size = 0;
};
