// Copyright the Sinew project. See LICENSE.

#include "SinewAsset.h"

#include "Misc/AutomationTest.h"
#include "Misc/DataValidation.h"
#include "Misc/FileHelper.h"
#include "ProfilingDebugging/ResourceSize.h"
#include "Serialization/MemoryReader.h"
#include "Serialization/MemoryWriter.h"
#include "SinewCustomVersion.h"
#include "SinewEngineVersion.h"
#include "SinewMemory.h"
#include "Tests/SinewTestLimb.h"
#include "UObject/Package.h"

#if WITH_DEV_AUTOMATION_TESTS

BEGIN_DEFINE_SPEC(FSinewAssetSpec, "Sinew.Asset", SINEW_TEST_FLAGS)
TArray<uint8> Bytes;

USinewAsset* Make() const
{
	return NewObject<USinewAsset>(GetTransientPackage());
}
END_DEFINE_SPEC(FSinewAssetSpec)

void FSinewAssetSpec::Define()
{
	BeforeEach([this]() {
		const bool bThere = FFileHelper::LoadFileToArray(Bytes, *FSinewTestLimb::File(TEXT("Limb.sinew")));
		TestTrue(TEXT("SINEW_TEST_ASSETS names a folder with Limb.sinew"), bThere);
	});

	Describe("what a file says", [this]() {
		It("is shown", [this]() {
			USinewAsset* const Asset = Make();
			FString Problem;
			TestTrue(TEXT("taken"), Asset->SetPayload(Bytes, Problem));
			TestTrue(TEXT("playable"), Asset->IsPlayable());
			TestEqual(TEXT("problem"), Problem, FString());
			TestEqual(TEXT("joints"), Asset->Joints, 2);
			TestEqual(TEXT("vertices"), Asset->Vertices, 2282);
			TestTrue(TEXT("modes"), Asset->Modes > 0);
			TestTrue(TEXT("memory"), Asset->MemoryMB > 0.1f && Asset->CharacterMemoryMB > 0.0f);
			TestEqual(TEXT("hash"), Asset->MeshHash, USinewAsset::HashText(Asset->GetPayload()->GetInfo().MeshHash));
			TestEqual(TEXT("digits of the hash"), Asset->SkeletonHash.Len(), 16);
		});

		It("has the hash of the mesh and of the skeleton that it was built from", [this]() {
			FSinewTestLimb Limb;
			TestTrue(TEXT("Limb.txt"), Limb.Read());
			USinewAsset* const Asset = FSinewTestLimb::MakeAsset();
			TestEqual(TEXT("joint names"), Asset->GetPayload()->GetInfo().JointNames.Num(), Limb.Names.Num());
			TestEqual(TEXT("first joint"), Asset->GetPayload()->GetInfo().JointNames[0], Limb.Names[0]);
		});

		It("counts as memory", [this]() {
			USinewAsset* const Asset = FSinewTestLimb::MakeAsset();
			FResourceSizeEx Size(EResourceSizeMode::Exclusive);
			Asset->GetResourceSizeEx(Size);
			TestTrue(TEXT("at least the file"), Size.GetTotalMemoryBytes() >= static_cast<SIZE_T>(Bytes.Num()));
		});
	});

	Describe("what is refused", [this]() {
		It("keeps what was there before", [this]() {
			USinewAsset* const Asset = FSinewTestLimb::MakeAsset();
			const FString Hash = Asset->MeshHash;
			TArray<uint8> Broken = Bytes;
			Broken[Broken.Num() / 2] ^= 1;
			FString Problem;
			TestFalse(TEXT("a flipped bit"), Asset->SetPayload(Broken, Problem));
			TestFalse(TEXT("has words"), Problem.IsEmpty());
			TestTrue(TEXT("still playable"), Asset->IsPlayable());
			TestEqual(TEXT("still the same"), Asset->MeshHash, Hash);
		});

		It("says to build files of another version again", [this]() {
			TArray<uint8> Old;
			TestTrue(TEXT("Old.sinew"), FFileHelper::LoadFileToArray(Old, *FSinewTestLimb::File(TEXT("Old.sinew"))));
			FString Problem;
			TestFalse(TEXT("taken"), Make()->SetPayload(Old, Problem));
			TestTrue(TEXT("says what to do"), Problem.Contains(TEXT("build it again")));
		});

		It("are all truncations", [this]() {
			for (const int32 Length : {0, 1, 63, 64, Bytes.Num() / 2, Bytes.Num() - 1})
			{
				FString Problem;
				const TArray<uint8> Part(Bytes.GetData(), Length);
				TestFalse(FString::Printf(TEXT("%d bytes"), Length), Make()->SetPayload(Part, Problem));
			}
		});
	});

	Describe("a package", [this]() {
		It("brings the bytes back", [this]() {
			USinewAsset* const Saved = FSinewTestLimb::MakeAsset();
			TArray<uint8> Package;
			FMemoryWriter Writer(Package, true);
			Saved->Serialize(Writer);
			USinewAsset* const Loaded = Make();
			FMemoryReader Reader(Package, true);
			Reader.SetCustomVersion(FSinewCustomVersion::Guid, FSinewCustomVersion::LatestVersion, TEXT("Sinew"));
			Loaded->Serialize(Reader);
			Loaded->PostLoad();
			TestTrue(TEXT("playable"), Loaded->IsPlayable());
			TestEqual(TEXT("hash"), Loaded->MeshHash, Saved->MeshHash);
			const FSinewMemory& Back = Loaded->GetPayload()->GetBytes();
			TestEqual(TEXT("size"), static_cast<int64>(Back.Num()), static_cast<int64>(Bytes.Num()));
			TestTrue(TEXT("bytes"), FMemory::Memcmp(Back.GetData(), Bytes.GetData(), static_cast<SIZE_T>(Bytes.Num())) == 0);
		});

		It("of another version of the plugin is not read", [this]() {
			USinewAsset* const Saved = FSinewTestLimb::MakeAsset();
			TArray<uint8> Package;
			FMemoryWriter Writer(Package, true);
			Saved->Serialize(Writer);
			for (const int32 Version : {static_cast<int32>(FSinewCustomVersion::BeforeCustomVersionWasAdded), FSinewCustomVersion::LatestVersion + 1})
			{
				USinewAsset* const Loaded = Make();
				FMemoryReader Reader(Package, true);
				Reader.SetCustomVersion(FSinewCustomVersion::Guid, Version, TEXT("Sinew"));
				Loaded->Serialize(Reader);
				TestFalse(FString::Printf(TEXT("version %d"), Version), Loaded->IsPlayable());
			}
		});

		It("that was cut off is an error, not a crash", [this]() {
			USinewAsset* const Saved = FSinewTestLimb::MakeAsset();
			TArray<uint8> Package;
			FMemoryWriter Writer(Package, true);
			Saved->Serialize(Writer);
			Package.SetNum(Package.Num() - 1000);
			USinewAsset* const Loaded = Make();
			FMemoryReader Reader(Package, true);
			Reader.SetCustomVersion(FSinewCustomVersion::Guid, FSinewCustomVersion::LatestVersion, TEXT("Sinew"));
			Loaded->Serialize(Reader);
			TestTrue(TEXT("error"), Reader.IsError());
			TestEqual(TEXT("bytes that nothing was read into"), static_cast<int64>(Loaded->GetPayload()->GetBytes().Num()), static_cast<int64>(0));
			TestFalse(TEXT("playable"), Loaded->IsPlayable());
		});
	});

#if WITH_EDITOR
	Describe("validation", [this]() {
		It("passes what can be played and says why not", [this]() {
			FDataValidationContext Good;
			TestTrue(TEXT("valid"), FSinewTestLimb::MakeAsset()->IsDataValid(Good) == EDataValidationResult::Valid);
			FDataValidationContext Bad;
			TestTrue(TEXT("empty"), Make()->IsDataValid(Bad) == EDataValidationResult::Invalid);
			TestEqual(TEXT("errors"), static_cast<int32>(Bad.GetNumErrors()), 1);
		});
	});
#endif
}

#endif
