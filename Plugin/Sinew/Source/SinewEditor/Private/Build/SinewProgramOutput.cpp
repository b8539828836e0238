// Copyright the Sinew project. See LICENSE.

#include "Build/SinewProgramOutput.h"

#include "Containers/StringConv.h"
#include "Dom/JsonObject.h"
#include "Serialization/JsonReader.h"
#include "Serialization/JsonSerializer.h"

namespace
{

/** When each stage begins, as a share of the time of a typical build. */
struct FStageStart
{
	const TCHAR* Stage;
	float Start;
};

const FStageStart StageStarts[] = {
	{TEXT("volume"), 0.0f}, {TEXT("domains"), 0.03f}, {TEXT("poses"), 0.04f}, {TEXT("bases"), 0.8f}, {TEXT("cubature"), 0.9f}, {TEXT("tensors"), 0.96f}, {TEXT("asset"), 0.97f}};

/** The program's indentation of remedies. */
const TCHAR* const RemedyIndent = TEXT("       ");

} // namespace

void FSinewProgramOutput::Append(const TArray<uint8>& Piece)
{
	for (const uint8 Byte : Piece)
	{
		if (Byte == '\n')
		{
			EndLine();
		}
		else
		{
			Unfinished.Add(Byte);
		}
	}
}

void FSinewProgramOutput::Finish()
{
	if (Unfinished.Num() > 0)
	{
		EndLine();
	}
}

void FSinewProgramOutput::EndLine()
{
	// Only whole lines are decoded, so characters of several bytes are complete.
	Unfinished.Add(0);
	const FString Line(UTF8_TO_TCHAR(reinterpret_cast<const char*>(Unfinished.GetData())));
	Unfinished.Reset();
	AppendLine(Line);
}

float FSinewProgramOutput::GetShareDone() const
{
	const int32 NumStages = UE_ARRAY_COUNT(StageStarts);
	for (int32 Index = 0; Index < NumStages; ++Index)
	{
		if (Progress.Stage == StageStarts[Index].Stage)
		{
			const float End = Index + 1 < NumStages ? StageStarts[Index + 1].Start : 1.0f;
			const float Share = Progress.Total > 0.0 ? static_cast<float>(Progress.Done / Progress.Total) : 0.0f;
			return StageStarts[Index].Start + FMath::Clamp(Share, 0.0f, 1.0f) * (End - StageStarts[Index].Start);
		}
	}
	return 0.0f;
}

bool FSinewProgramOutput::ReadProgress(const FString& Line)
{
	TSharedPtr<FJsonObject> Object;
	const TSharedRef<TJsonReader<>> Reader = TJsonReaderFactory<>::Create(Line);
	FSinewBuildProgress Read;
	if (!FJsonSerializer::Deserialize(Reader, Object) || !Object.IsValid() || !Object->TryGetStringField(TEXT("progress"), Read.Stage))
	{
		return false;
	}
	Object->TryGetNumberField(TEXT("done"), Read.Done);
	Object->TryGetNumberField(TEXT("total"), Read.Total);
	Object->TryGetNumberField(TEXT("secondsLeft"), Read.SecondsLeft);
	Progress = Read;
	NewProgressLines.Add(Line);
	return true;
}

void FSinewProgramOutput::AppendLine(const FString& RawLine)
{
	const FString Line = RawLine.TrimEnd(); // Windows ends lines with CR LF
	const FString WarningStart = TEXT("sinew: warning: "), ErrorStart = TEXT("sinew: error: ");
	if (Line.StartsWith(TEXT("{")) && ReadProgress(Line))
	{
		return;
	}
	if (Line.StartsWith(WarningStart))
	{
		FSinewProgramMessage Message;
		Message.Text = Line.RightChop(WarningStart.Len());
		Warnings.Add(Message);
		Last = ELast::Warning;
	}
	else if (Line.StartsWith(ErrorStart))
	{
		Error.Text = Line.RightChop(ErrorStart.Len());
		Last = ELast::Error;
	}
	else if (Last != ELast::Other && Line.StartsWith(RemedyIndent))
	{
		FString& Remedy = Last == ELast::Error ? Error.Remedy : Warnings.Last().Remedy;
		Remedy += (Remedy.IsEmpty() ? TEXT("") : TEXT(" ")) + Line.TrimStartAndEnd();
	}
	else
	{
		Last = ELast::Other;
		Summary += Line + TEXT("\n");
	}
}
