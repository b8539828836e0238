// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"

/** The progress of a stage of the build. */
struct FSinewBuildProgress
{
	FString Stage;
	double Done = 0.0;
	double Total = 0.0;
	double SecondsLeft = 0.0;
};

/** A warning or error of the program, and how to fix it. */
struct FSinewProgramMessage
{
	FString Text;
	FString Remedy;
};

/** Parses the output of the program `sinew` from a pipe: progress as lines of JSON, warnings and errors with their remedies, and the summary. */
class FSinewProgramOutput
{
public:
	/** Appends any piece of the output (UTF-8), which may end within a character. */
	void Append(const TArray<uint8>& Piece);

	/** Call it after the program has ended, to parse an unterminated last line. */
	void Finish();

	/** The approximate share of the whole build that is done, from 0 to 1. */
	float GetShareDone() const;

	FSinewBuildProgress Progress;
	TArray<FSinewProgramMessage> Warnings;

	/** Empty unless the program failed. */
	FSinewProgramMessage Error;

	/** All other lines, which are the summary of the build. */
	FString Summary;

	/** New lines of JSON. The reader empties the array. */
	TArray<FString> NewProgressLines;

private:
	void EndLine();
	void AppendLine(const FString& Line);
	bool ReadProgress(const FString& Line);

	TArray<uint8> Unfinished;

	/** The kind of the last message, to which remedy lines belong. */
	enum class ELast : uint8
	{
		Other,
		Warning,
		Error,
	};
	ELast Last = ELast::Other;
};
