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

/** A character's flesh: a .sinew file, made by `sinew build` or by Build Sinew asset. */
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

	/** Takes the bytes of a .sinew file. What the library refuses leaves everything as it was; the sentence says why and what to do. */
	bool SetPayload(TConstArrayView<uint8> Bytes, FString& OutProblem);

	/** Never null. */
	const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& GetPayload() const
	{
		return Payload;
	}

	/** Whether it can be played; otherwise GetProblem says why not. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	bool IsPlayable() const;

	UFUNCTION(BlueprintPure, Category = "Sinew")
	FString GetProblem() const;

	/** What the program predicts for one character on one core: `sinew inspect --json`. */
	void SetPredictedCost(float TickMilliseconds, float SurfaceMilliseconds);

	/** The character that it was built from. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "Sinew")
	FString CharacterName;

	/** Bones that it is driven by. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "Sinew")
	int32 Joints = 0;

	/** Parts of flesh that go with one bone each. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sinew")
	int32 Domains = 0;

	/** Shapes that flesh is made of, of all domains. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sinew")
	int32 Modes = 0;

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sinew")
	int32 Vertices = 0;

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sinew")
	int32 Triangles = 0;

	/** Of the mesh in the bind pose, whatever the order of its vertices. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "Sinew|Belongs to")
	FString MeshHash;

	/** Of the names, parents and places of bones. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "Sinew|Belongs to")
	FString SkeletonHash;

	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "Sinew|Belongs to")
	FString RecipeHash;

	/** Shared by all characters of it. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "Sinew|Cost", meta = (DisplayName = "Memory (MB)"))
	float MemoryMB = 0.0f;

	/** Besides, for every character. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sinew|Cost", meta = (DisplayName = "Memory per character (MB)"))
	float CharacterMemoryMB = 0.0f;

	/** Of a tick at high quality, on one core; 0: not known. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, AssetRegistrySearchable, Category = "Sinew|Cost", meta = (Units = "ms"))
	float PredictedTickMs = 0.0f;

	/** Of the skin, on one core; 0: not known. */
	UPROPERTY(VisibleAnywhere, BlueprintReadOnly, Category = "Sinew|Cost", meta = (Units = "ms"))
	float PredictedSurfaceMs = 0.0f;

#if WITH_EDITORONLY_DATA
	/** Where it was imported from. */
	UPROPERTY(VisibleAnywhere, Instanced, Category = "Sinew|Source")
	TObjectPtr<UAssetImportData> AssetImportData;

	/** What Build Sinew asset builds it from. */
	UPROPERTY(EditAnywhere, Category = "Sinew|Source")
	TSoftObjectPtr<USkeletalMesh> SourceMesh;

	/** Motion to learn from. */
	UPROPERTY(EditAnywhere, Category = "Sinew|Source")
	TArray<TSoftObjectPtr<UAnimSequence>> SourceAnimations;

	/** A recipe (.toml) for the build; empty: the usual. */
	UPROPERTY(EditAnywhere, Category = "Sinew|Source")
	FString RecipeFile;

	/** About how many tetrahedra; 0: as the recipe says. */
	UPROPERTY(EditAnywhere, Category = "Sinew|Source", meta = (ClampMin = "0"))
	int32 SourceTets = 0;

	/** Of everything that the last build was made from: the same again needs no build. */
	UPROPERTY(VisibleAnywhere, Category = "Sinew|Source")
	FString SourceHash;
#endif

#if WITH_EDITOR
	/** Set by the editor module: why an asset is out of date though it fits the mesh (its recipe was changed, say); empty where it is not. */
	static TFunction<FString(const USinewAsset&)> WhyStale;
#endif

	/** As hashes are written in properties. */
	static FString HashText(uint64 Hash);

private:
	void TakePayload(const TSharedRef<const FSinewPayload, ESPMode::ThreadSafe>& InPayload);
	void SaveBytes(FArchive& Ar) const;
	void LoadBytes(FArchive& Ar);

	/** Set here and not by the constructor: the engine makes constructors of its own, for hot reload. */
	TSharedRef<const FSinewPayload, ESPMode::ThreadSafe> Payload = FSinewPayload::Create(FSinewMemory());
};
