// Copyright the Sinew project. See LICENSE.

#include "Components/DynamicMeshComponent.h"
#include "Components/SkeletalMeshComponent.h"
#include "DynamicMesh/DynamicMesh3.h"
#include "DynamicMesh/DynamicMeshAttributeSet.h"
#include "Engine/SkeletalMesh.h"
#include "Engine/Texture2D.h"
#include "Materials/Material.h"
#include "Materials/MaterialInstanceDynamic.h"
#include "Misc/AutomationTest.h"
#include "Misc/FileHelper.h"
#include "Show/SinewTextureOut.h"
#include "SinewAsset.h"
#include "SinewAxes.h"
#include "SinewComponent.h"
#include "SinewEngineVersion.h"
#include "SinewMemory.h"
#include "Tests/SinewTestScene.h"
#include "Tests/SinewTestTwin.h"

#if WITH_DEV_AUTOMATION_TESTS && SINEW_WITH_NATIVE

BEGIN_DEFINE_SPEC(FSinewOutputSpec, "Sinew.Output", SINEW_TEST_FLAGS)
TSharedPtr<FSinewTestScene> Scene;
TSharedPtr<FSinewTestTwin> Twin;
static constexpr double Delta = static_cast<double>(1.0f / 60.0f);

FSinewTestScene& Make(const FSinewTestVariant& Variant = FSinewTestVariant())
{
	Scene = MakeShared<FSinewTestScene>(EWorldType::Game, Variant);
	return *Scene;
}

FSinewTestTwin& MakeTwin()
{
	TArray<uint8> Bytes;
	Twin = MakeShared<FSinewTestTwin>();
	TestTrue(TEXT("Limb.sinew"), FFileHelper::LoadFileToArray(Bytes, *FSinewTestLimb::File(TEXT("Limb.sinew"))) && Twin->Create(Scene->Limb, Bytes));
	return *Twin;
}

/** Bends both through the first second of the clip. */
void TickBoth(int32 Frames)
{
	for (int32 Frame = 0; Frame < Frames; ++Frame)
	{
		Scene->Tick(static_cast<double>(Frame) / 60.0, Delta);
		Twin->Tick(static_cast<double>(Frame) / 60.0, Delta, Frame == 0);
	}
}

int32 Differing(const TArray<FVector>& Shown, const TArray<float>& Core) const
{
	int32 Count = Shown.Num() == Core.Num() / 3 ? 0 : Core.Num();
	for (int32 Vertex = 0; Vertex < Shown.Num() && 3 * Vertex + 2 < Core.Num(); ++Vertex)
	{
		Count += Shown[Vertex] == FSinewAxes::ToEngine(&Core[3 * Vertex]) ? 0 : 1;
	}
	return Count;
}
END_DEFINE_SPEC(FSinewOutputSpec)

void FSinewOutputSpec::Define()
{
	// Where it fails, what comes after is skipped.
	BeforeEach([this]() { TestTrue(TEXT("SINEW_TEST_ASSETS names the folder with Limb.txt"), FSinewTestLimb().Read()); });

	AfterEach([this]() {
		Twin.Reset();
		Scene.Reset();
		TestEqual(TEXT("bytes that were left"), FSinewMemory::GetTotal(), static_cast<int64>(0));
		TestEqual(TEXT("uploads that were left"), FSinewTextureOut::NumUploads(), 0);
	});

	Describe("the dynamic mesh", [this]() {
		It("has the library's positions to the last bit", [this]() {
			Make().Start();
			MakeTwin();
			TickBoth(60);
			TestEqual(TEXT("vertices"), Scene->ShownPositions().Num(), Scene->Limb.NumVertices());
			TestEqual(TEXT("positions that differ"), Differing(Scene->ShownPositions(), Twin->Positions), 0);
			TestEqual(TEXT("previous positions that differ"), Differing(Scene->Component->GetPreviousPositions(), Twin->Previous), 0);
			TestTrue(TEXT("previous positions are others"), Differing(Scene->ShownPositions(), Twin->Previous) > 0);
		});

		It("has the library's normals and tangents, and bitangents that belong to them", [this]() {
			Make().Start();
			MakeTwin();
			TickBoth(60);
			int32 Wrong = 0;
			const TArray<float>& Normals = Twin->Normals;
			const TArray<float>& Tangents = Twin->Tangents;
			const bool bShown = Scene->LookAtShown(
				[&Wrong, &Normals, &Tangents](const UE::Geometry::FDynamicMesh3& Shape) {
					for (int32 Vertex = 0; Vertex < Shape.MaxVertexID(); ++Vertex)
					{
						const FVector3f Normal = Shape.Attributes()->PrimaryNormals()->GetElement(Vertex);
						const FVector3f Tangent = Shape.Attributes()->PrimaryTangents()->GetElement(Vertex);
						const FVector3f Bitangent = Shape.Attributes()->PrimaryBiTangents()->GetElement(Vertex);
						const bool bSame = Normal == FSinewAxes::DirectionToEngine(&Normals[3 * Vertex]) && Tangent == FSinewAxes::DirectionToEngine(&Tangents[4 * Vertex]);
						// The test's mesh has them on the engine's positive side.
						const bool bSide = FVector3f::DotProduct(FVector3f::CrossProduct(Normal, Tangent), Bitangent) > 0.99f;
						Wrong += bSame && bSide ? 0 : 1;
					}
				});
			TestTrue(TEXT("shown"), bShown);
			TestEqual(TEXT("vertices that differ"), Wrong, 0);
		});

		It("faces outwards", [this]() {
			Make().Start();
			Scene->Tick(0.0);
			double Volume = 0.0;
			const bool bShown = Scene->LookAtShown(
				[&Volume](const UE::Geometry::FDynamicMesh3& Shape) {
					for (int32 Triangle = 0; Triangle < Shape.MaxTriangleID(); ++Triangle)
					{
						const UE::Geometry::FIndex3i Corners = Shape.GetTriangle(Triangle);
						const FVector A = Shape.GetVertex(Corners.A), B = Shape.GetVertex(Corners.B), C = Shape.GetVertex(Corners.C);
						// Left-handed: the outward normal of (a, b, c) is (c - a) x (b - a).
						Volume += FVector::DotProduct(A, FVector::CrossProduct(C - A, B - A)) / 6.0;
					}
				});
			TestTrue(TEXT("shown"), bShown);
			TestTrue(FString::Printf(TEXT("%f litres inside"), Volume / 1000.0), Volume > 3000.0 && Volume < 15000.0);
		});

		It("is rebuilt never after the first frame", [this]() {
			Make().Start();
			Scene->Tick(0.0);
			const int32 Full = Scene->FullUpdates();
			const int32 Fast = Scene->FastUpdates();
			for (int32 Frame = 0; Frame < 20; ++Frame)
			{
				Scene->Tick(0.05 * Frame);
			}
			TestEqual(TEXT("proxies rebuilt"), Scene->FullUpdates(), Full);
			TestEqual(TEXT("fast updates"), Scene->FastUpdates(), Fast == -1 ? -1 : Fast + 20);
			TestTrue(TEXT("fast updates that may crash"), Scene->BadFastUpdates() <= 0);
		});

		It("is another one for each LOD, made once", [this]() {
			FSinewTestVariant Variant;
			Variant.bSecondLod = true;
			Make(Variant).MeshAsset->GetLODInfo(1)->LODMaterialMap.Add(4);
			Scene->Start();
			Scene->Tick(0.0);
			UDynamicMeshComponent* const First = Scene->Component->GetShownMesh();
			Scene->Mesh->SetPredictedLODLevel(1);
			Scene->Tick(0.1);
			UDynamicMeshComponent* const Second = Scene->Component->GetShownMesh();
			if (!TestTrue(TEXT("another mesh"), First != nullptr && Second != nullptr && First != Second))
			{
				return;
			}
			TestTrue(TEXT("the second is seen alone"), Second->GetVisibleFlag() && !First->GetVisibleFlag());
			TestEqual(TEXT("the first one's material"), First->GetMesh()->Attributes()->GetMaterialID()->GetValue(0), 0);
			TestEqual(TEXT("the second's"), Second->GetMesh()->Attributes()->GetMaterialID()->GetValue(0), 4);
			const int32 Full = Scene->FullUpdates();
			Scene->Mesh->SetPredictedLODLevel(0);
			Scene->Tick(0.2);
			TestTrue(TEXT("the first again"), Scene->Component->GetShownMesh() == First && First->GetVisibleFlag());
			Scene->Mesh->SetPredictedLODLevel(1);
			Scene->Tick(0.3);
			TestEqual(TEXT("proxies rebuilt"), Scene->FullUpdates(), Full);
			TestEqual(TEXT("LOD told"), Scene->Component->GetStats().Lod, 1);
		});

		It("falls back to the first LOD where there is no other", [this]() {
			Make().Start();
			Scene->Mesh->SetPredictedLODLevel(3);
			Scene->Tick(0.0);
			TestNotNull(TEXT("shown"), Scene->Component->GetShownMesh());
			TestEqual(TEXT("LOD told"), Scene->Component->GetStats().Lod, 0);
		});
	});

	Describe("the displacement texture", [this]() {
		It("has the library's displacements in centimetres", [this]() {
			Make().Component->Output = ESinewOutput::Both;
			Scene->Component->TextureSize = 32;
			Scene->Start();
			MakeTwin().TextureSize = 32;
			TickBoth(60);
			UTexture2D* const Texture = Scene->Component->GetDisplacementTexture();
			if (!TestNotNull(TEXT("texture"), Texture))
			{
				return;
			}
			TestTrue(TEXT("not a colour"), !Texture->SRGB);
#if defined(SINEW_FAKE_UE_MINOR)
			const float* const Pixels = reinterpret_cast<const float*>(Texture->SinewFakePixels.GetData());
			int32 Wrong = Texture->SinewFakePixels.Num() == 32 * 32 * 16 ? 0 : 1;
			int32 Skin = 0;
			for (int32 At = 0; At < Twin->Texture.Num() && Wrong == 0; At += 4)
			{
				const FVector Place = FSinewAxes::ToEngine(&Twin->Texture[At]);
				Wrong += Pixels[At] == static_cast<float>(Place.X) && Pixels[At + 1] == static_cast<float>(Place.Y) && Pixels[At + 2] == static_cast<float>(Place.Z) && Pixels[At + 3] == Twin->Texture[At + 3] ? 0 : 1;
				Skin += Pixels[At + 3] == 1.0f && Place.Size() > 0.01 ? 1 : 0;
			}
			TestEqual(TEXT("pixels that differ"), Wrong, 0);
			TestTrue(TEXT("skin that is displaced"), Skin > 50);
#endif
		});

		It("is each character's own", [this]() {
			Make().Component->Output = ESinewOutput::DisplacementTexture;
			Scene->Start();
			Scene->Tick(0.5);
			FSinewTestScene Other(EWorldType::Game, FSinewTestVariant());
			Other.Component->Output = ESinewOutput::DisplacementTexture;
			Other.Start();
			Other.Tick(0.5);
			TestNotNull(TEXT("first"), Scene->Component->GetDisplacementTexture());
			TestTrue(TEXT("second"), Other.Component->GetDisplacementTexture() != Scene->Component->GetDisplacementTexture());
		});

		It("goes into the game's own dynamic material, and out of it", [this]() {
			UMaterialInstanceDynamic* const Material = UMaterialInstanceDynamic::Create(NewObject<UMaterial>(), nullptr);
			Make().Mesh->SetMaterial(0, Material);
			Scene->Component->Output = ESinewOutput::DisplacementTexture;
			Scene->Start();
			Scene->Tick(0.5);
			TestTrue(TEXT("the material stays"), Scene->Mesh->GetMaterial(0) == Material);
			TestTrue(TEXT("has the texture"), Material->K2_GetTextureParameterValue(TEXT("SinewDisplacement")) == Scene->Component->GetDisplacementTexture());
			Scene->Component->UnregisterComponent();
			TestNull(TEXT("has none"), Material->K2_GetTextureParameterValue(TEXT("SinewDisplacement")));
		});

#if defined(SINEW_FAKE_UE_MINOR)
		It("is empty where quality is off", [this]() {
			Make().Component->Output = ESinewOutput::DisplacementTexture;
			Scene->Start();
			Scene->Tick(0.5);
			Scene->Tick(0.6);
			UTexture2D* const Texture = Scene->Component->GetDisplacementTexture();
			Scene->Component->SetQuality(ESinewQuality::Off);
			Scene->Tick(0.7);
			Scene->Tick(0.8);
			bool bEmpty = Texture != nullptr;
			for (int32 At = 0; bEmpty && At < Texture->SinewFakePixels.Num(); ++At)
			{
				bEmpty = Texture->SinewFakePixels[At] == 0;
			}
			TestTrue(TEXT("empty"), bEmpty);
		});
#endif

		It("is bound to the skeletal mesh's materials, and given back", [this]() {
			UMaterial* const Material = NewObject<UMaterial>();
			Make().Mesh->SetMaterial(0, Material);
			Scene->Component->Output = ESinewOutput::DisplacementTexture;
			Scene->Start();
			Scene->Tick(0.5);
			Scene->Tick(0.6);
			TestTrue(TEXT("the skeletal mesh is seen"), Scene->IsSourceSeen());
			TestNull(TEXT("and no other"), Scene->Component->GetShownMesh());
			UMaterialInstanceDynamic* const Bound = Cast<UMaterialInstanceDynamic>(Scene->Mesh->GetMaterial(0));
			TestNotNull(TEXT("its material"), Bound);
			if (Bound != nullptr)
			{
				TestTrue(TEXT("has the texture"), Bound->K2_GetTextureParameterValue(TEXT("SinewDisplacement")) == Scene->Component->GetDisplacementTexture());
			}
			Scene->Component->UnregisterComponent();
			TestTrue(TEXT("its own material again"), Scene->Mesh->GetMaterial(0) == Material);
		});
	});
}

#endif
