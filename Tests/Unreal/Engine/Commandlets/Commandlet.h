#pragma once
#include "UObject/UObjectGlobals.h"

class UCommandlet : public UObject {
    SINEW_FAKE_CLASS(UCommandlet, UObject)
    FString HelpDescription, HelpUsage, HelpWebLink;
    TArray<FString> HelpParamNames, HelpParamDescriptions;
    uint32 IsServer : 1 = 1;
    uint32 IsClient : 1 = 1;
    uint32 IsEditor : 1 = 1;
    uint32 LogToConsole : 1 = 0;
    uint32 ShowErrorCount : 1 = 1;
    uint32 ShowProgress : 1 = 1;
    uint32 FastExit : 1 = 0;
    virtual int32 Main(const FString&) { return 0; }
    static void ParseCommandLine(const TCHAR* CmdLine, TArray<FString>& Tokens, TArray<FString>& Switches);
    static void ParseCommandLine(const TCHAR* CmdLine, TArray<FString>& Tokens, TArray<FString>& Switches,
                                 TMap<FString, FString>& Params);
};
