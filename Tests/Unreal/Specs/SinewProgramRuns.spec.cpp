// How the editor module treats programs that behave badly, and packages that do not load: what only a
// stand-in lets happen.
#include <sys/stat.h>

#include "AssetRegistry/IAssetRegistry.h"
#include "Build/SinewProgram.h"
#include "CoreMinimal.h"
#include "HAL/FileManager.h"
#include "HAL/PlatformMisc.h"
#include "HAL/PlatformProcess.h"
#include "HAL/PlatformTime.h"
#include "Import/SinewImport.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Misc/Paths.h"
#include "SinewAsset.h"
#include "SinewEngineVersion.h"
#include "SinewPrecomputeCommandlet.h"
#include "Tests/SinewTestMesh.h"

BEGIN_DEFINE_SPEC(FSinewProgramRunsSpec, "Sinew.Editor.Program.Runs", SINEW_TEST_FLAGS)
FString Folder;

/** A program that does this, whatever it is asked. */
FString MakeProgram(const FString& Script) {
    FString File = FPaths::Combine(Folder, TEXT("program"));
    FFileHelper::SaveStringToFile(TEXT("#!/bin/sh\n") + Script, *File);
    chmod(TCHAR_TO_UTF8(*File), 0755);
    return File;
}

int32 RunToEnd(const FString& Script) {
    FSinewProgram Program;
    TestTrue(TEXT("starts"), Program.Start(MakeProgram(Script), TEXT("build")));
    while (Program.Poll()) FPlatformProcess::Sleep(0.005f);
    return Program.GetExitCode();
}
END_DEFINE_SPEC(FSinewProgramRunsSpec)

void FSinewProgramRunsSpec::Define() {
    BeforeEach([this] { Folder = SinewMakeTestFolder(); });
    AfterEach([this] { IFileManager::Get().DeleteDirectory(*Folder, false, true); });

    It("has messages come out of stdout, which is all that it reads", [this] {
        FSinewProgram Program;
        TestTrue(TEXT("starts"), Program.Start(MakeProgram(TEXT("echo \"$@\"\n")), TEXT("inspect a")));
        while (Program.Poll()) FPlatformProcess::Sleep(0.005f);
        TestEqual(TEXT("arguments"), Program.Output.Summary, FString(TEXT("inspect a --messages stdout\n")));
    });

    It("tells being stopped and crashes apart", [this] {
        TestEqual(TEXT("stopped"), RunToEnd(TEXT("kill -TERM $$\n")), 130);
        TestEqual(TEXT("crashed"), RunToEnd(TEXT("kill -SEGV $$\n")), 1);
        TestEqual(TEXT("its own"), RunToEnd(TEXT("exit 4\n")), 4);
    });

    It("asks a program to stop only once", [this] {
        const FString Log = FPaths::Combine(Folder, TEXT("asked"));
        FSinewProgram Program;
        const FString Script = FString::Printf(TEXT("trap 'echo asked >> \"%s\"' TERM\necho ready\nfor i in "
                                                    "1 2 3 4 5 6 7 8; do sleep 0.1; done\n"),
                                               *Log);
        TestTrue(TEXT("starts"), Program.Start(MakeProgram(Script), TEXT("build")));
        while (Program.Output.Summary.IsEmpty() && Program.Poll()) FPlatformProcess::Sleep(0.005f);
        while (Program.Poll()) {
            Program.Cancel();
            FPlatformProcess::Sleep(0.15f);
        }
        FString Asked;
        TestTrue(TEXT("it was asked"), FFileHelper::LoadFileToString(Asked, *Log));
        TestEqual(TEXT("once"), Asked, FString(TEXT("asked\n")));
    });

    It("does not wait for a program that never says what an asset costs", [this] {
        const FString Before = FPlatformMisc::GetEnvironmentVariable(TEXT("SINEW_PROGRAM"));
        const FString Program = MakeProgram(TEXT("exec sleep 60\n"));
        FPlatformMisc::SetEnvironmentVar(TEXT("SINEW_PROGRAM"), *Program);
        USinewAsset* const Asset = NewObject<USinewAsset>();
        FString Problem;
        const double Start = FPlatformTime::Seconds();
        TestTrue(TEXT("imports"), SinewImportFile(*Asset, SinewTestAssetFile(TEXT("Limb.sinew")), Problem));
        TestTrue(TEXT("within seconds"), FPlatformTime::Seconds() - Start < 10.0);
        TestTrue(TEXT("the cost is not known"), Asset->IsPlayable() && Asset->PredictedTickMs == 0.0f);
        FPlatformMisc::SetEnvironmentVar(TEXT("SINEW_PROGRAM"), *Before);
    });

    It("names assets whose packages do not load, and goes on with the others", [this] {
        FAssetData Broken;
        Broken.PackageName = TEXT("/Game/SinewTests/Broken");
        Broken.PackagePath = TEXT("/Game/SinewTests");
        Broken.AssetName = TEXT("Broken");
        Broken.AssetClassPath = USinewAsset::StaticClass()->GetClassPathName();
        IAssetRegistry::GetChecked().SinewFakeOnDisk.Add(Broken);
        const FString Log = FPaths::Combine(Folder, TEXT("log.jsonl"));
        const int32 Code = NewObject<USinewPrecomputeCommandlet>()->Main(
            FString::Printf(TEXT("-All -JsonLog=\"%s\""), *Log));
        IAssetRegistry::GetChecked().SinewFakeOnDisk.Empty();
        FString Said;
        FFileHelper::LoadFileToString(Said, *Log);
        TestEqual(TEXT("exit code"), Code, 5);
        TestTrue(TEXT("it is named"), Said.Contains(TEXT("/Game/SinewTests/Broken")));
        TestTrue(TEXT("to the end"), Said.Contains(TEXT("\"exitCode\":5}")));
    });
}
