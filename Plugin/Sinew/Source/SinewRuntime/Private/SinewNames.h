// Copyright the Sinew project. See LICENSE.

#pragma once

#include "Containers/StringConv.h"
#include "CoreMinimal.h"

/** Names as the library takes them: an array of pointers to text that ends with a zero. */
class FSinewNames
{
public:
	void Add(const FString& Name)
	{
		const FTCHARToUTF8 Text(*Name);
		TArray<char> Copy;
		Copy.Append(reinterpret_cast<const char*>(Text.Get()), Text.Length());
		Copy.Add('\0');
		Texts.Add(MoveTemp(Copy));
	}

	/** Good until the next one is added. */
	const char* const* GetData()
	{
		Starts.Reset();
		for (const TArray<char>& Text : Texts)
		{
			Starts.Add(Text.GetData());
		}
		return Starts.GetData();
	}

private:
	TArray<TArray<char>> Texts;
	TArray<const char*> Starts;
};
