"""A small plugin that keeps every rule, and for each rule the faults that it is for."""
import planted

SOURCE = "Plugin/Sinew/Source/"
RUNTIME, EDITOR = SOURCE + "SinewRuntime/", SOURCE + "SinewEditor/"
TOP = "// Copyright the Sinew project. See LICENSE.\n"


def build_rules(name, modules, extra=""):
    listed = ", ".join(f'"{module}"' for module in modules)
    return (f"{TOP}using UnrealBuildTool;\npublic class {name} : ModuleRules\n{{\n\tpublic {name}(ReadOnlyTargetRules Target) : base(Target)\n\t{{\n"
            f"\t\tPublicDependencyModuleNames.AddRange(new string[] {{ {listed} }});\n{extra}\t}}\n}}\n")


HEADER = TOP + """
#pragma once

#include "CoreMinimal.h"
#include "Components/ActorComponent.h"
#include "SinewThing.generated.h"

DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FSinewThingEvent, int32, Count);

UENUM(BlueprintType)
enum class ESinewKind : uint8
{
	One,
	Two UMETA(DisplayName = "The second")
};

USTRUCT(BlueprintType)
struct FSinewPart
{
	GENERATED_BODY()

	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew")
	float Size = 1.0f;
};

UCLASS(ClassGroup = (Sinew), meta = (BlueprintSpawnableComponent))
class SINEWRUNTIME_API USinewThing : public UActorComponent
{
	GENERATED_BODY()

public:
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew", meta = (ClampMin = "0", ClampMax = "1"))
	float Weight = 1.0f;

	UPROPERTY(EditAnywhere, Category = "Sinew")
	TArray<FSinewPart> Parts;

	UPROPERTY(Transient)
	TObjectPtr<UActorComponent> Shown;

	UPROPERTY(BlueprintAssignable, Category = "Sinew")
	FSinewThingEvent OnThing;

#if WITH_EDITORONLY_DATA
	UPROPERTY()
	FString Note;
#endif

	UFUNCTION(BlueprintCallable, Category = "Sinew")
	void SetWeight(float NewWeight, const TArray<int32>& Others, int32& OutCount);

private:
	int32 Count = 0;
};
"""
SOURCE_FILE = TOP + """
#include "SinewThing.h"

#include "HAL/IConsoleManager.h"

void USinewThing::SetWeight(float NewWeight, const TArray<int32>& Others, int32& OutCount)
{
	UE_LOG(LogTemp, Warning, TEXT("%s has %d of %hs, %f%%"), *GetName(), Others.Num(), "narrow", NewWeight);
}
"""
VERSION = TOP + """
#pragma once

#if UE_VERSION_OLDER_THAN(5, 5, 0)
#define SINEW_TEST_FLAGS (EAutomationTestFlags::EditorContext | EAutomationTestFlags::ProductFilter)
#else
#define SINEW_TEST_FLAGS (EAutomationTestFlags::ClientContext | EAutomationTestFlags::ProductFilter)
#endif
"""
SPEC = TOP + """
#include "Misc/AutomationTest.h"

DEFINE_SPEC(FSinewThingSpec, "Sinew.Thing", SINEW_TEST_FLAGS)
"""
COMMANDLET = TOP + """
#pragma once

#include "Commandlets/Commandlet.h"
#include "SinewBuildCommandlet.generated.h"

UCLASS()
class SINEWEDITOR_API USinewBuildCommandlet : public UCommandlet
{
	GENERATED_BODY()
};
"""
UPLUGIN = """{"FileVersion": 3, "Version": 1, "VersionName": "1.0", "FriendlyName": "Sinew", "Description": "Flesh", "Category": "Animation",
"CreatedBy": "Sinew", "Modules": [
{"Name": "SinewRuntime", "Type": "Runtime", "LoadingPhase": "Default", "PlatformAllowList": ["Win64", "Linux"]},
{"Name": "SinewEditor", "Type": "Editor", "LoadingPhase": "Default", "PlatformAllowList": ["Win64", "Linux"]}]}
"""
TABLE = """| header | module | used | known |
|---|---|---|---|
| Commandlets/Commandlet.h | Engine | UCommandlet | D |
| Components/ActorComponent.h | Engine | UActorComponent | D |
| CoreMinimal.h | Core | strings | D |
| HAL/IConsoleManager.h | Core | TAutoConsoleVariable | R |
| Misc/AutomationTest.h | Core | DEFINE_SPEC | D; the rest U |
"""
THING, CPP = RUNTIME + "Public/SinewThing.h", RUNTIME + "Private/SinewThing.cpp"
THING_SPEC, BUILD = RUNTIME + "Private/Tests/SinewThing.spec.cpp", EDITOR + "Public/SinewBuildCommandlet.h"
RULES, EDITOR_RULES = RUNTIME + "SinewRuntime.Build.cs", EDITOR + "SinewEditor.Build.cs"
EXTERNAL, DESCRIPTOR, EVIDENCE = SOURCE + "ThirdParty/SinewCore/SinewCore.Build.cs", "Plugin/Sinew/Sinew.uplugin", "Plugin/ENGINE.md"
VERSIONS = RUNTIME + "Public/SinewEngineVersion.h"
GOOD = {
    THING: HEADER, CPP: SOURCE_FILE, VERSIONS: VERSION, THING_SPEC: SPEC, BUILD: COMMANDLET, DESCRIPTOR: UPLUGIN, EVIDENCE: TABLE,
    RULES: build_rules("SinewRuntime", ["Core", "Engine", "SinewCore"], '\t\tif (Target.bBuildEditor) { PrivateDependencyModuleNames.Add("UnrealEd"); }\n'),
    EDITOR_RULES: build_rules("SinewEditor", ["Core", "Engine", "UnrealEd", "SinewRuntime"]),
    EXTERNAL: build_rules("SinewCore", [], "\t\tType = ModuleType.External;\n"),
    **{f"Tests/Unreal/Engine/{name}": "#pragma once\n" for name in (
        "Commandlets/Commandlet.h", "Components/ActorComponent.h", "CoreMinimal.h", "HAL/IConsoleManager.h", "Misc/AutomationTest.h", "Misc/Unused.h")},
    "Tests/Unreal/Engine/Engine/World.h": "#pragma once\nclass UWorld : public UObject {\n};\n",
}

# (rule, what, file, from, to)
FAULTS = [
    (1, "no generated header", THING, '#include "SinewThing.generated.h"\n', ""),
    (1, "it is not the last", THING, '#include "SinewThing.generated.h"\n', '#include "SinewThing.generated.h"\n#include "HAL/IConsoleManager.h"\n'),
    (1, "another file's", THING, '"SinewThing.generated.h"', '"SinewOther.generated.h"'),
    (1, "nothing is reflected", VERSIONS, "#pragma once\n", '#pragma once\n#include "SinewEngineVersion.generated.h"\n'),
    (2, "no body", BUILD, "\tGENERATED_BODY()\n", ""),
    (2, "what the tool's constructor cannot make", THING, "\tint32 Count = 0;", "\tTSharedRef<int32, ESPMode::ThreadSafe> Count;"),
    (2, "the body is not first", THING, "{\n\tGENERATED_BODY()\n\npublic:\n", "{\npublic:\n\tGENERATED_BODY()\n"),
    (3, "a class without its letter", BUILD, "USinewBuildCommandlet", "SinewBuildCommandlet"),
    (3, "a struct without its letter", THING, "FSinewPart", "SinewPart"),
    (3, "an enum without its letter", THING, "ESinewKind", "SinewKind"),
    (3, "a plain class without its letter", VERSIONS, "#pragma once\n", "#pragma once\nclass SinewPlain\n{\n};\n"),
    (4, "a plain enum", THING, "enum class ESinewKind : uint8", "enum ESinewKind"),
    (4, "a wide enum", THING, ": uint8", ": uint32"),
    (5, "a function in a struct", THING, "\tfloat Size = 1.0f;\n", "\tfloat Size = 1.0f;\n\n\tUFUNCTION()\n\tvoid Grow();\n"),
    (5, "a struct that cannot be made", THING, "\tfloat Size = 1.0f;\n", "\tfloat Size = 1.0f;\n\n\texplicit FSinewPart(float InSize);\n"),
    (6, "a type that is not reflected", THING, "float Weight", "std::vector<int> Weight"),
    (6, "a container in a container", THING, "TArray<FSinewPart>", "TArray<TArray<float>>"),
    (6, "a number that Blueprints lack", THING, "float Weight = 1.0f", "uint32 Weight = 1"),
    (7, "a const property", THING, "float Weight", "const float Weight"),
    (8, "both ways of editing", THING, "UPROPERTY(EditAnywhere, BlueprintReadOnly", "UPROPERTY(EditAnywhere, VisibleAnywhere, BlueprintReadOnly"),
    (8, "both ways of reading", THING, "UPROPERTY(EditAnywhere, BlueprintReadWrite", "UPROPERTY(EditAnywhere, BlueprintReadOnly, BlueprintReadWrite"),
    (8, "no category", THING, 'UPROPERTY(EditAnywhere, Category = "Sinew")', "UPROPERTY(EditAnywhere)"),
    (8, "a function without a category", THING, 'UFUNCTION(BlueprintCallable, Category = "Sinew")', "UFUNCTION(BlueprintCallable)"),
    (8, "a private one for Blueprints", THING, "private:\n", 'private:\n\tUPROPERTY(BlueprintReadOnly, Category = "Sinew")\n\tint32 Hidden = 0;\n\n'),
    (9, "a property of one version", THING, "#if WITH_EDITORONLY_DATA", "#if SOME_VERSION"),
    (9, "a property of the editor's code", THING, "#if WITH_EDITORONLY_DATA", "#if WITH_EDITOR"),
    (10, "a class in a namespace", BUILD, "UCLASS()", "namespace Sinew\n{\nUCLASS()"),
    (10, "a name of everybody's", THING, "USinewThing", "UThing"),
    (11, "an overloaded function", THING, "private:\n", 'private:\n\tUFUNCTION(BlueprintCallable, Category = "Sinew")\n\tvoid SetWeight();\n'),
    (11, "a pointer to no object", THING, "float NewWeight,", "float* NewWeight,"),
    (11, "a std type", THING, "float NewWeight,", "std::string NewWeight,"),
    (11, "a reference that is no output", THING, "int32& OutCount", "int32& Count2"),
    (12, "a raw pointer", THING, "\tint32 Count = 0;", "\tUActorComponent* Other = nullptr;"),
    (12, "a pointer that keeps nothing", THING, "\tUPROPERTY(Transient)\n", ""),
    (13, "too few arguments", THING, "(FSinewThingEvent, int32, Count)", "(FSinewThingEvent, int32)"),
    (13, "a delegate without its letter", THING, "FSinewThingEvent", "SinewThingEvent"),
    (13, "too many parameters", THING, "_OneParam(", "_TenParams("),
    (14, "another module's macro", THING, "SINEWRUNTIME_API", "SINEWEDITOR_API"),
    (14, "not exported", BUILD, "class SINEWEDITOR_API ", "class "),
    (15, "another file's generated source", CPP, '#include "SinewThing.h"\n', '#include "SinewThing.h"\n#include UE_INLINE_GENERATED_CPP_BY_NAME(SinewOther)\n'),
    (16, "its own header is not first", CPP, '#include "SinewThing.h"\n\n#include "HAL/IConsoleManager.h"\n', '#include "HAL/IConsoleManager.h"\n#include "SinewThing.h"\n'),
    (16, "all of the engine", CPP, '"HAL/IConsoleManager.h"', '"Engine.h"'),
    (16, "no guard", THING, "#pragma once\n", ""),
    (17, "the editor in a game", RULES, '"Engine", "SinewCore"', '"Engine", "UnrealEd"'),
    (17, "a header of the editor in a game", EVIDENCE, "| HAL/IConsoleManager.h | Core |", "| HAL/IConsoleManager.h | UnrealEd |"),
    (18, "a class by another name", RULES, "class SinewRuntime", "class SinewRun"),
    (18, "brackets that do not match", RULES, "base(Target)", "base(Target"),
    (18, "an external module that is listed", DESCRIPTOR, '"Modules": [', '"Modules": [{"Name": "SinewCore", "Type": "Runtime", "LoadingPhase": "Default", "PlatformAllowList": ["Linux"]},'),
    (18, "a dependency that is missing", EVIDENCE, "| HAL/IConsoleManager.h | Core |", "| HAL/IConsoleManager.h | Slate |"),
    (19, "no JSON", DESCRIPTOR, "{", "[", ),
    (19, "another file version", DESCRIPTOR, '"FileVersion": 3', '"FileVersion": 4'),
    (19, "a module without rules", DESCRIPTOR, '"Name": "SinewEditor"', '"Name": "SinewTools"'),
    (19, "no such platform", DESCRIPTOR, '"Win64"', '"Windows"'),
    (19, "an editor module without commandlets", DESCRIPTOR, '"Type": "Editor"', '"Type": "EditorNoCommandlet"'),
    (20, "a narrow format", CPP, 'TEXT("%s has', '("%s has'),
    (20, "a string for TCHAR*", CPP, "*GetName()", "GetName()"),
    (20, "an argument too few", CPP, ', "narrow", NewWeight', ', "narrow"'),
    (20, "a narrow name", CPP, "\tUE_LOG", '\tFName Name = FName("narrow");\n\tUE_LOG'),
    (21, "a commandlet by another name", BUILD, "USinewBuildCommandlet", "USinewBuild"),
    (21, "two filters", VERSIONS, "ClientContext | EAutomationTestFlags::ProductFilter", "ClientContext | EAutomationTestFlags::ProductFilter | EAutomationTestFlags::PerfFilter"),
    (21, "a test in a plain file", CPP, "#include \"HAL/IConsoleManager.h\"\n", '#include "HAL/IConsoleManager.h"\nDEFINE_SPEC(FSinewSpec, "Sinew.X", SINEW_TEST_FLAGS)\n'),
    (21, "a test named Test", THING_SPEC, '"Sinew.Thing"', '"Sinew.ThingTest"'),
    ("house", "no copyright", CPP, TOP, ""),
    ("house", "a version elsewhere", CPP, "\tUE_LOG", "#if ENGINE_MINOR_VERSION > 4\n#endif\n\tUE_LOG"),
    ("house", "the stand-in in the plugin", CPP, "\tUE_LOG", "\tSinewFakeSomething();\n\tUE_LOG"),
    ("house", "the stand-in where it is not", CPP, "\tUE_LOG", "#if !defined(SINEW_FAKE_UE_MINOR)\n\tSinewFakeSomething();\n#endif\n\tUE_LOG"),
    ("evidence", "a header nobody wrote down", CPP, "HAL/IConsoleManager.h", "HAL/Unheard.h"),
    ("evidence", "a row that nothing uses", EVIDENCE, "| CoreMinimal.h |", "| Misc/Unused.h | Core | x | D |\n| CoreMinimal.h |"),
    ("evidence", "a class nobody wrote down", CPP, "\tUE_LOG", "\tUWorld* const World = GetWorld();\n\tUE_LOG"),
    ("evidence", "no word of how it is known", EVIDENCE, "TAutoConsoleVariable | R |", "TAutoConsoleVariable |  |"),
]


def check_planted(check):
    problems = [f"what is right is refused: {problem}" for problem in planted.found_in(check, GOOD)]
    for rule, what, path, before, after in FAULTS:
        if before not in GOOD[path]:
            problems.append(f"rule {rule}, {what}: there is no {before!r} to plant it at")
            continue
        found = planted.found_in(check, {**GOOD, path: GOOD[path].replace(before, after)})
        if not any(f": rule {rule}: " in problem for problem in found):
            problems.append(f"rule {rule}, {what}: was not found; found were {found}")
    missing = set(range(1, 22)) - {fault[0] for fault in FAULTS}
    return problems + [f"rule {rule} has no planted fault" for rule in sorted(missing)]
