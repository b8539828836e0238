// Copyright the Sinew project. See LICENSE.

#pragma once

#include "Components/ActorComponent.h"
#include "CoreMinimal.h"
#include "SinewTypes.h"
#include "Templates/SharedPointer.h"
#include "UObject/ObjectPtr.h"
#include "UObject/WeakObjectPtrTemplates.h"
#include "SinewComponent.generated.h"

class FSinewSession;
class UDynamicMeshComponent;
class UMaterialInstanceDynamic;
class USinewAsset;
class USkeletalMesh;
class USkeletalMeshComponent;
class USkinnedMeshComponent;
class UTexture2D;
struct FSinewFrame;
struct FSinewImpulse;

/** Flesh of a bone began to be pressed in. */
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FSinewContactSignature, const FSinewContactEvent&, Contact);
/** Flesh comes from elsewhere than the asset now, or from the asset again; the message says why. */
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FSinewFallbackSignature, ESinewState, State, const FString&, Message);

/**
 * Gives the actor's skeletal mesh real flesh: reads its bones after animation, solves, and shows the skin as a dynamic mesh, as a texture of
 * displacements, or both. Without an asset that fits it solves in full in the editor, and leaves the mesh alone in a game.
 */
UCLASS(ClassGroup = (Sinew), meta = (BlueprintSpawnableComponent))
class SINEWRUNTIME_API USinewComponent : public UActorComponent
{
	GENERATED_BODY()

public:
	USinewComponent();

	/** What `sinew build` made of this character. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Asset")
	TObjectPtr<USinewAsset> Asset;

	/** The skeletal mesh component of the actor that it works on; empty: the first one. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Asset")
	FName MeshComponentName;

	/** How far the mesh, and the skin in its bind pose, may be from the asset's and still be taken for it. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, AdvancedDisplay, Category = "Sinew|Asset", meta = (ClampMin = "0.01", ClampMax = "5.0", Units = "cm"))
	float MeshTolerance = 0.05f;

	/** 1: flesh; 0: plain skinning, and nothing is solved. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew", meta = (ClampMin = "0.0", ClampMax = "1.0"))
	float Weight = 1.0f;

	/** How flesh is shown. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Output")
	ESinewOutput Output = ESinewOutput::DynamicMesh;

	/** Shows the LOD that the skeletal mesh would. Each gets a dynamic mesh of its own when it is first seen. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Output")
	bool bFollowMeshLod = true;

	/** Pixels along an edge of the displacement texture. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Output", meta = (ClampMin = "16", ClampMax = "1024"))
	int32 TextureSize = 128;

	/** The texture parameter of materials that get the displacement: centimetres in component space, alpha 1 where there is skin. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Output")
	FName TextureParameter = TEXT("SinewDisplacement");

	/** The same of the frame before, for motion vectors. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Output")
	FName PreviousTextureParameter = TEXT("SinewPreviousDisplacement");

	/** The best that this character gets. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Quality")
	ESinewQuality Quality = ESinewQuality::High;

	/** From here on medium quality; 0: never. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Quality", meta = (ClampMin = "0.0", UIMax = "10000.0", Units = "cm"))
	float MediumDistance = 1000.0f;

	/** From here on low quality; 0: never. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Quality", meta = (ClampMin = "0.0", UIMax = "10000.0", Units = "cm"))
	float LowDistance = 2000.0f;

	/** From here on plain skinning; 0: never. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Quality", meta = (ClampMin = "0.0", UIMax = "20000.0", Units = "cm"))
	float OffDistance = 5000.0f;

	/** Who keeps its quality when sinew.BudgetMs is short; below 0: whoever is nearer. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "Sinew|Quality", meta = (ClampMin = "-1.0", ClampMax = "1000.0"))
	float Significance = -1.0f;

	/** Factor on the flesh's stiffness. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Flesh", meta = (ClampMin = "0.05", ClampMax = "20.0", UIMin = "0.2", UIMax = "5.0"))
	float StiffnessMultiplier = 1.0f;

	/** Factor on the flesh's damping. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Flesh", meta = (ClampMin = "0.0", ClampMax = "20.0", UIMax = "5.0"))
	float DampingMultiplier = 1.0f;

	/** Flesh has inertia: it lags, jiggles and swings. Otherwise it is at rest in every pose. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Flesh")
	bool bDynamic = true;

	/** Takes the world's gravity, times GravityScale. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Flesh")
	bool bUseWorldGravity = true;

	/** Factor on the world's gravity. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Flesh", meta = (EditCondition = "bUseWorldGravity", ClampMin = "-4.0", ClampMax = "4.0"))
	float GravityScale = 1.0f;

	/** In the world, cm/s2. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Flesh", meta = (EditCondition = "!bUseWorldGravity"))
	FVector Gravity = FVector(0.0, 0.0, -980.0);

	/** Pushes flesh as gravity does, in the world, cm/s2. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "Sinew|Flesh")
	FVector Wind = FVector::ZeroVector;

	/** Sub-steps in a second. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "Sinew|Flesh", meta = (ClampMin = "10.0", ClampMax = "480.0", Units = "Hz"))
	float SubstepsPerSecond = 60.0f;

	/** Most steps of Newton's method in a sub-step. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "Sinew|Flesh", meta = (ClampMin = "1", ClampMax = "10"))
	int32 MostSteps = 3;

	/** Moving farther than this in one tick counts as a teleport, which flesh does not lag behind; 0: never. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "Sinew|Flesh", meta = (ClampMin = "0.0", Units = "cm"))
	float TeleportDistance = 300.0f;

	/** Flesh presses against things. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Contact")
	bool bContact = true;

	/** Flesh presses against flesh of other bones. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Contact")
	bool bSelfContact = false;

	/** Spheres, capsules and boxes of the simple collision of whatever is near and blocks the mesh, and physics assets of other characters. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Contact")
	bool bNearbyColliders = false;

	/** How near: from the mesh's bounds. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Contact", meta = (EditCondition = "bNearbyColliders", ClampMin = "0.0", ClampMax = "1000.0", UIMax = "200.0", Units = "cm"))
	float NearbyRadius = 20.0f;

	/** Bones of the own physics asset whose bodies press against flesh: of armour or weapons. Bodies inside the flesh are no use. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Contact")
	TArray<FName> PhysicsAssetBones;

	/** What else flesh presses against. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Contact")
	TArray<FSinewColliderShape> Colliders;

	/** In the editor, without an asset that fits, the full solver shows the true shape, slowly. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Editor solver")
	bool bSolveInEditor = true;

	/** Cells that the full solver fills the character with: more are truer and slower. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Editor solver", meta = (ClampMin = "500", ClampMax = "100000"))
	int32 EditorSolverCells = 6000;

	/** A ball for each bone's flesh, the redder the more shapes it has. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Debug")
	bool bDrawDomains = false;

	/** Where flesh is pressed in. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Debug")
	bool bDrawContacts = false;

	/** What flesh can press against. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Debug")
	bool bDrawColliders = false;

	/** Where elasticity is evaluated. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Debug")
	bool bDrawCubature = false;

	/** Flesh of a bone began to be pressed in. */
	UPROPERTY(BlueprintAssignable, Category = "Sinew")
	FSinewContactSignature OnContact;

	/** Flesh comes from elsewhere than the asset now, or from the asset again; never before BeginPlay in a game. */
	UPROPERTY(BlueprintAssignable, Category = "Sinew")
	FSinewFallbackSignature OnFallback;

	/** Plays another one from the next tick on. */
	UFUNCTION(BlueprintCallable, Category = "Sinew")
	void SetAsset(USinewAsset* InAsset);

	/** The mesh to work on, where it is not the actor's first. */
	UFUNCTION(BlueprintCallable, Category = "Sinew")
	void SetMesh(USkeletalMeshComponent* InMesh);

	/** 1: flesh; 0: plain skinning, and nothing is solved. */
	UFUNCTION(BlueprintCallable, Category = "Sinew")
	void SetWeight(float InWeight);

	/** The best that this character gets. */
	UFUNCTION(BlueprintCallable, Category = "Sinew")
	void SetQuality(ESinewQuality InQuality);

	/** A blow to the skin within the radius (cm) of a place in the world, kg cm/s. */
	UFUNCTION(BlueprintCallable, Category = "Sinew")
	void AddImpulse(FVector Location, FVector Impulse, float Radius = 10.0f);

	/** Flesh starts anew. */
	UFUNCTION(BlueprintCallable, Category = "Sinew")
	void ResetFlesh();

	/** What moved since the last tick did not move through space: flesh does not lag behind it. */
	UFUNCTION(BlueprintCallable, Category = "Sinew")
	void Teleport();

	/** What the last tick did and cost. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	FSinewStats GetStats() const { return Stats; }

	/** Where flesh comes from at the moment. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	ESinewState GetState() const { return State; }

	/** Why it is in this state. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	FString GetStateMessage() const { return StateMessage; }

	/** Of the editor's solver, 0 to 1. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	float GetProgress() const;

	/** Ends the editor's solver; plain skinning is shown. */
	UFUNCTION(BlueprintCallable, CallInEditor, Category = "Sinew|Editor solver")
	void CancelEditorSolver();

	/** The mesh that is shown at the moment, if any. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	UDynamicMeshComponent* GetShownMesh() const;

	/** Null where none is written. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	UTexture2D* GetDisplacementTexture() const { return DisplacementTexture; }

	/** The mesh that it works on. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	USkeletalMeshComponent* GetMesh() const { return Mesh; }

	/** Where the vertices of the shown mesh were in the frame before, centimetres in component space. */
	TArray<FVector> GetPreviousPositions() const;

	//~ UActorComponent
	virtual void OnRegister() override;
	virtual void OnUnregister() override;
	virtual void BeginPlay() override;
	virtual void TickComponent(float DeltaTime, enum ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;
#if WITH_EDITOR
	virtual void PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent) override;
#endif

	/** Sessions at work, of all components: for tests of leaks. */
	static int32 NumSessions();

private:
	void Start();
	void Stop();
	bool StartAsset(FString& OutProblem);
	void BeginSession(const TSharedPtr<FSinewSession>& InSession);
	void EndSession();
	void FallBack(const FString& Problem);
	void ChangeState(ESinewState InState, const FString& Message);
	bool IsOutdated() const;
	uint64 PayloadSerial() const;
	USkeletalMeshComponent* FindMesh() const;
	void Attach();
	void Detach();
	void SayInViewport() const;

	FSinewFrame MakeFrame(double DeltaTime);
	ESinewQuality ChooseQuality() const;
	double DistanceToView() const;
	void TickSession(double DeltaTime);
	void Rest();
	void TickEditorSolver();

	void ShowFrame();
	UDynamicMeshComponent* ShownFor(int32 Lod);
	void ShowSource(bool bShow);
	void FollowSource(UDynamicMeshComponent& Shown, bool bShow) const;
	void ShowTexture();
	void ClearTexture();
	void BindTexture();
	void UnbindTexture();
	void TellTexture(UMaterialInstanceDynamic* Material, UTexture2D* Texture, UTexture2D* Previous) const;

	/** The one that it works on. */
	UPROPERTY(Transient, DuplicateTransient)
	TObjectPtr<USkeletalMeshComponent> Mesh;

	/** As SetMesh was told. */
	UPROPERTY(Transient)
	TObjectPtr<USkeletalMeshComponent> GivenMesh;

	/** One for each LOD that was seen. */
	UPROPERTY(Transient, DuplicateTransient)
	TArray<TObjectPtr<UDynamicMeshComponent>> ShownMeshes;

	UPROPERTY(Transient, DuplicateTransient)
	TObjectPtr<UTexture2D> DisplacementTexture;

	UPROPERTY(Transient, DuplicateTransient)
	TObjectPtr<UTexture2D> PreviousTexture;

	UPROPERTY(Transient, DuplicateTransient)
	TArray<TObjectPtr<UMaterialInstanceDynamic>> BoundMaterials;

	/** Of these the ones that are not the game's. */
	UPROPERTY(Transient, DuplicateTransient)
	TArray<TObjectPtr<UMaterialInstanceDynamic>> OwnMaterials;

	/** What the session was made from: another one starts it anew. */
	uint64 StartedPayload = 0;
	TWeakObjectPtr<USkeletalMesh> StartedMesh;
	/** Another one after a reimport. Only compared. */
	const void* StartedRenderData = nullptr;
	TWeakObjectPtr<USkinnedMeshComponent> StartedLeader;

	/** A shared pointer, because what it points to is known to the implementation alone. */
	TSharedPtr<FSinewSession> Session;
	TSharedPtr<TArray<FSinewImpulse>> Impulses;

	FSinewStats Stats;
	FString StateMessage;
	FVector LastLocation = FVector::ZeroVector;
	ESinewState State = ESinewState::Stopped;
	int32 ShownLod = 0;
	bool bSourceHidden = false;
	bool bTextureClear = false;
	bool bRestartNext = false;
	bool bTellAtBeginPlay = false;
	bool bTeleportNext = false;
	bool bResetNext = false;
	bool bTextureFailed = false;
	bool bCancelled = false;
	bool bFellBack = false;
};
