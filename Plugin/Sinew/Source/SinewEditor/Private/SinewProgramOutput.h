// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

/** How far a stage of the build is. */
struct FSinewBuildProgress
{
	FString Stage;
	double Done = 0.0;
	double Total = 0.0;
	double SecondsLeft = 0.0;
};

/** Something the program warned of, and what to do about it. */
struct FSinewProgramMessage
{
	FString Text;
	FString Remedy;
};

/**
 * What the program `sinew` says, line by line as it comes out of a pipe: progress as lines of JSON, warnings and
 * errors with their remedies, and the summary.
 */
class FSinewProgramOutput
{
public:
	/** Any piece of the output, UTF-8; it may be cut anywhere, also within a letter. */
	void Append(const TArray<uint8>& Piece);

	/** The program has ended: what is left is a line, too. */
	void Finish();

	/** Stages are of very different lengths; this is about how much of the whole build is done, 0 to 1. */
	float GetShareDone() const;

	FSinewBuildProgress Progress;
	TArray<FSinewProgramMessage> Warnings;

	/** Empty unless the program failed. */
	FSinewProgramMessage Error;

	/** All other lines: what the build tells in the end. */
	FString Summary;

	/** Lines of JSON as they came, not yet taken by whoever passes them on. */
	TArray<FString> NewProgressLines;

private:
	void EndLine();
	void AppendLine(const FString& Line);
	bool ReadProgress(const FString& Line);

	TArray<uint8> Unfinished;

	/** Whose remedy the next lines may be. */
	enum class ELast : uint8
	{
		Other,
		Warning,
		Error,
	};
	ELast Last = ELast::Other;
};
