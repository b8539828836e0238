// Copyright the Sinew project. See LICENSE.

#pragma once

#include "CoreMinimal.h"
#include "SinewPayload.h"
#include "Templates/Function.h"
#include "UObject/Object.h"
#include "UObject/ObjectPtr.h"
#include "UObject/SoftObjectPtr.h"
#include "SinewAsset.generated.h"

class FDataValidationContext;
class UAnimSequence;
class UAssetImportData;
class USkeletalMesh;
struct FResourceSizeEx;
enum class EDataValidationResult : uint8;

/** The soft tissue of a character: a .sinew file that was built by `sinew build` or by Build Sinew asset. */
UCLASS(BlueprintType)
class SINEWRUNTIME_API USinewAsset : public UObject
{
	GENERATED_BODY()

public:
	USinewAsset();

	//~ UObject
	virtual void Serialize(FArchive& Ar) override;
	virtual void PostLoad() override;
	virtual void BeginDestroy() override;
	virtual void GetResourceSizeEx(FResourceSizeEx& CumulativeResourceSize) override;
#if WITH_EDITOR
	virtual EDataValidationResult IsDataValid(FDataValidationContext& Context) const override;
#endif

	/** Sets the bytes of a .sinew file. If they are invalid, nothing changes and OutProblem says why and what to do. */
	bool SetPayload(TConstArrayView<uint8> Bytes, FString& OutProblem);

	/** The payload, which is never null. */
	const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& GetPayload() const
	{
		return Payload;
	}

	/** Returns whether the asset can be played. If not, GetProblem says why. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	bool IsPlayable() const;

	UFUNCTION(BlueprintPure, Category = "Sinew")
	FString GetProblem() const;

	/** Sets the cost that `sinew inspect --json` predicts for one character on one core. */
	void SetPredictedCost(float TickMilliseconds, float SurfaceMilliseconds);

	/** The name of the character that the asset was built from. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "Sinew")
	FString CharacterName;

	/** The number of bones that drive the asset. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "Sinew")
	int32 Joints = 0;

	/** The number of domains. A domain is the flesh around one bone. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sinew")
	int32 Domains = 0;

	/** The number of deformation modes of all domains. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sinew")
	int32 Modes = 0;

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sinew")
	int32 Vertices = 0;

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sinew")
	int32 Triangles = 0;

	/** A hash of the mesh in the bind pose. The order of vertices makes no difference. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "Sinew|Belongs to")
	FString MeshHash;

	/** A hash of the names, parents and positions of the bones. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "Sinew|Belongs to")
	FString SkeletonHash;

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "Sinew|Belongs to")
	FString RecipeHash;

	/** Memory that all characters with this asset share. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "Sinew|Cost", meta = (DisplayName = "Memory (MB)"))
	float MemoryMB = 0.0f;

	/** Additional memory for each character. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sinew|Cost", meta = (DisplayName = "Memory per character (MB)"))
	float CharacterMemoryMB = 0.0f;

	/** The predicted duration of a tick at high quality on one core. 0 means that it is not known. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "Sinew|Cost", meta = (Units = "ms"))
	float PredictedTickMs = 0.0f;

	/** The predicted duration of the surface on one core. 0 means that it is not known. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sinew|Cost", meta = (Units = "ms"))
	float PredictedSurfaceMs = 0.0f;

#if WITH_EDITORONLY_DATA
	/** The file that the asset was imported from. */
	UPROPERTY(VisibleAnywhere, Instanced, Category = "Sinew|Source")
	TObjectPtr<UAssetImportData> AssetImportData;

	/** The skeletal mesh that Build Sinew asset builds the asset from. */
	UPROPERTY(EditAnywhere, Category = "Sinew|Source")
	TSoftObjectPtr<USkeletalMesh> SourceMesh;

	/** Animations whose poses the asset is trained with. */
	UPROPERTY(EditAnywhere, Category = "Sinew|Source")
	TArray<TSoftObjectPtr<UAnimSequence>> SourceAnimations;

	/** The recipe (.toml) for the build. If it is empty, the recipe of the project settings or the default recipe is used. */
	UPROPERTY(EditAnywhere, Category = "Sinew|Source")
	FString RecipeFile;

	/** The approximate number of tetrahedra. 0 means the value of the recipe. */
	UPROPERTY(EditAnywhere, Category = "Sinew|Source", meta = (ClampMin = "0"))
	int32 SourceTets = 0;

	/** A hash of everything that the last build was made from. If it has not changed, no build is needed. */
	UPROPERTY(VisibleAnywhere, Category = "Sinew|Source")
	FString SourceHash;
#endif

#if WITH_EDITOR
	/** Set by the editor module. Returns why an asset that fits the mesh is out of date, for example because its recipe has changed, or an empty text. */
	static TFunction<FString(const USinewAsset&)> WhyStale;
#endif

	/** Formats a hash for the properties above. */
	static FString HashText(uint64 Hash);

private:
	void TakePayload(const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& InPayload);
	void SaveBytes(FArchive& Ar) const;
	void LoadBytes(FArchive& Ar);

	/** Initialised here and not by the constructor, because the engine generates other constructors, for hot reload. */
	TSharedRef<const FSinewPayload, ESPMode::ThreadSafe> Payload = FSinewPayload::Create(FSinewMemory());
};
