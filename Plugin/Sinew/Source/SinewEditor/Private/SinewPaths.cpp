// Copyright the Sinew project. See LICENSE.

#include "SinewPaths.h"

#include "Misc/Paths.h"

FString SinewFullPath(const FString& Path)
{
	if (Path.IsEmpty())
	{
		return Path;
	}
	return FPaths::ConvertRelativePathToFull(FPaths::IsRelative(Path) ? FPaths::Combine(FPaths::ProjectDir(), Path) : Path);
}

FString SinewStoredPath(const FString& Path)
{
	FString Folder = FPaths::ConvertRelativePathToFull(FPaths::ProjectDir());
	if (!Folder.EndsWith(TEXT("/")))
	{
		Folder += TEXT("/");
	}
	const FString Full = SinewFullPath(Path);
	return Full.StartsWith(Folder, ESearchCase::CaseSensitive) ? Full.RightChop(Folder.Len()) : Path;
}
