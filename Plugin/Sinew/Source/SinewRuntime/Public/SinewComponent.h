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

/** A collider or other flesh began to touch the flesh of a bone. */
DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FSinewContactSignature, const FSinewContactEvent&, Contact);
/** The component fell back from the asset to another source, or returned to the asset. The message gives the reason. */
DECLARE_DYNAMIC_MULTICAST_DELEGATE_TwoParams(FSinewFallbackSignature, ESinewState, State, const FString&, Message);

/**
 * Simulates the soft tissue of the actor's skeletal mesh. It reads the bones after animation, simulates the flesh, and shows the skin as a
 * dynamic mesh, as a displacement texture, or both. If no matching asset exists, the editor shows the full solver, and a game shows linear
 * blend skinning.
 */
UCLASS(ClassGroup = (Sinew), meta = (BlueprintSpawnableComponent))
class SINEWRUNTIME_API USinewComponent : public UActorComponent
{
	GENERATED_BODY()

public:
	USinewComponent();

	/** The Sinew asset that was built for this character. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Asset")
	TObjectPtr<USinewAsset> Asset;

	/** The name of the skeletal mesh component to work on. If it is empty, the first one of the actor is used. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Asset")
	FName MeshComponentName;

	/** The largest distance between this mesh and the mesh of the asset, in the bind pose, at which both count as the same mesh. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, AdvancedDisplay, Category = "Sinew|Asset", meta = (ClampMin = "0.01", ClampMax = "5.0", Units = "cm"))
	float MeshTolerance = 0.05f;

	/** How much of the simulated shape is shown. 1 shows all of it. 0 shows linear blend skinning, and nothing is simulated. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew", meta = (ClampMin = "0.0", ClampMax = "1.0"))
	float Weight = 1.0f;

	/** How the simulated skin is shown. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Output")
	ESinewOutput Output = ESinewOutput::DynamicMesh;

	/** Shows the LOD that the skeletal mesh would show. Each LOD gets its own dynamic mesh when it is first seen. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Output")
	bool bFollowMeshLod = true;

	/** The width and height of the displacement texture, in pixels. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Output", meta = (ClampMin = "16", ClampMax = "1024"))
	int32 TextureSize = 128;

	/** The material parameter that receives the displacement texture: centimetres in component space, alpha 1 where there is skin. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Output")
	FName TextureParameter = TEXT("SinewDisplacement");

	/** The material parameter that receives the displacement texture of the previous frame, for motion vectors. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Output")
	FName PreviousTextureParameter = TEXT("SinewPreviousDisplacement");

	/** The highest quality that this character may use. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Quality")
	ESinewQuality Quality = ESinewQuality::High;

	/** The distance from the camera at which quality drops to medium. 0 means never. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Quality", meta = (ClampMin = "0.0", UIMax = "10000.0", Units = "cm"))
	float MediumDistance = 1000.0f;

	/** The distance from the camera at which quality drops to low. 0 means never. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Quality", meta = (ClampMin = "0.0", UIMax = "10000.0", Units = "cm"))
	float LowDistance = 2000.0f;

	/** The distance from the camera at which simulation stops and linear blend skinning is shown. 0 means never. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Quality", meta = (ClampMin = "0.0", UIMax = "20000.0", Units = "cm"))
	float OffDistance = 5000.0f;

	/** The priority when sinew.BudgetMs is exceeded: characters with a higher value keep their quality. If it is negative, the distance from the camera decides. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "Sinew|Quality", meta = (ClampMin = "-1.0", ClampMax = "1000.0"))
	float Significance = -1.0f;

	/** A factor on the stiffness that the asset was built with. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Flesh", meta = (ClampMin = "0.05", ClampMax = "20.0", UIMin = "0.2", UIMax = "5.0"))
	float StiffnessMultiplier = 1.0f;

	/** A factor on the damping that the asset was built with. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Flesh", meta = (ClampMin = "0.0", ClampMax = "20.0", UIMax = "5.0"))
	float DampingMultiplier = 1.0f;

	/** Simulates inertia: flesh lags, jiggles and swings. Otherwise flesh is at rest in every pose. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Flesh")
	bool bDynamic = true;

	/** Uses the gravity of the world, multiplied by Gravity Scale. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Flesh")
	bool bUseWorldGravity = true;

	/** A factor on the gravity of the world. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Flesh", meta = (EditCondition = "bUseWorldGravity", ClampMin = "-4.0", ClampMax = "4.0"))
	float GravityScale = 1.0f;

	/** The gravity that is used instead of the world's, in cm/s2. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Flesh", meta = (EditCondition = "!bUseWorldGravity"))
	FVector Gravity = FVector(0.0, 0.0, -980.0);

	/** An acceleration that is added to gravity, in world space, in cm/s2. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "Sinew|Flesh")
	FVector Wind = FVector::ZeroVector;

	/** The number of simulation sub-steps per second. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "Sinew|Flesh", meta = (ClampMin = "10.0", ClampMax = "480.0", Units = "Hz"))
	float SubstepsPerSecond = 60.0f;

	/** The largest number of Newton iterations per sub-step. More are more accurate and slower. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "Sinew|Flesh", meta = (ClampMin = "1", ClampMax = "10"))
	int32 MaxIterations = 3;

	/** A larger movement in one tick counts as a teleport, so flesh does not lag behind it. 0 means never. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, AdvancedDisplay, Category = "Sinew|Flesh", meta = (ClampMin = "0.0", Units = "cm"))
	float TeleportDistance = 300.0f;

	/** Flesh collides with colliders. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Contact")
	bool bContact = true;

	/** Flesh collides with the flesh of other bones of the same character. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Contact")
	bool bSelfContact = false;

	/** Uses the simple collision (spheres, capsules, boxes) of nearby components that block the mesh, and the physics assets of nearby characters. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Contact")
	bool bNearbyColliders = false;

	/** The distance from the bounds of the mesh within which components count as nearby. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Contact", meta = (EditCondition = "bNearbyColliders", ClampMin = "0.0", ClampMax = "1000.0", UIMax = "200.0", Units = "cm"))
	float NearbyRadius = 20.0f;

	/** Bones of this character's physics asset whose bodies collide with flesh, such as armour or weapons. Do not list bodies that are inside the flesh. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Contact")
	TArray<FName> PhysicsAssetBones;

	/** Additional colliders. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Contact")
	TArray<FSinewColliderShape> Colliders;

	/** In the editor, if no matching asset exists, the full solver shows the exact shape, with a delay. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Editor solver")
	bool bSolveInEditor = true;

	/** The approximate number of cells of the full solver. More are more accurate and slower. */
	UPROPERTY(EditAnywhere, BlueprintReadOnly, Category = "Sinew|Editor solver", meta = (ClampMin = "500", ClampMax = "100000"))
	int32 EditorSolverCells = 6000;

	/** Draws a sphere for the flesh of each bone. The more deformation modes it has, the redder it is. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Debug")
	bool bDrawDomains = false;

	/** Draws the contact points. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Debug")
	bool bDrawContacts = false;

	/** Draws the colliders. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Debug")
	bool bDrawColliders = false;

	/** Draws the cubature points, where elastic forces are evaluated. */
	UPROPERTY(EditAnywhere, BlueprintReadWrite, Category = "Sinew|Debug")
	bool bDrawCubature = false;

	/** Is called when a collider or other flesh begins to touch the flesh of a bone. */
	UPROPERTY(BlueprintAssignable, Category = "Sinew")
	FSinewContactSignature OnContact;

	/** Is called when the component falls back from the asset to another source, and when it returns to the asset. In a game it is not called before BeginPlay. */
	UPROPERTY(BlueprintAssignable, Category = "Sinew")
	FSinewFallbackSignature OnFallback;

	/** Sets the asset. It is used from the next tick on. */
	UFUNCTION(BlueprintCallable, Category = "Sinew")
	void SetAsset(USinewAsset* InAsset);

	/** Sets the skeletal mesh component to work on. Null selects it by name again. */
	UFUNCTION(BlueprintCallable, Category = "Sinew")
	void SetMesh(USkeletalMeshComponent* InMesh);

	/** Sets how much of the simulated shape is shown, from 0 (linear blend skinning) to 1. */
	UFUNCTION(BlueprintCallable, Category = "Sinew")
	void SetWeight(float InWeight);

	/** Sets the highest quality that this character may use. */
	UFUNCTION(BlueprintCallable, Category = "Sinew")
	void SetQuality(ESinewQuality InQuality);

	/** Applies an impulse to the skin, such as a hit. Location is in world space, Impulse in kg cm/s; the skin within Radius (cm) shares it. */
	UFUNCTION(BlueprintCallable, Category = "Sinew")
	void AddImpulse(FVector Location, FVector Impulse, float Radius = 10.0f);

	/** Restarts the simulation from the bind pose in the next tick. */
	UFUNCTION(BlueprintCallable, Category = "Sinew")
	void ResetFlesh();

	/** Tells the simulation that the movement since the last tick was a teleport, so flesh does not lag behind it. */
	UFUNCTION(BlueprintCallable, Category = "Sinew")
	void Teleport();

	/** Returns statistics of the last tick. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	FSinewStats GetStats() const { return Stats; }

	/** Returns where the shown skin comes from. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	ESinewState GetState() const { return State; }

	/** Returns the reason for the current state. It is empty if the asset is playing. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	FString GetStateMessage() const { return StateMessage; }

	/** Returns the progress of the editor solver, from 0 to 1. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	float GetProgress() const;

	/** Stops the editor solver. Linear blend skinning is shown instead. */
	UFUNCTION(BlueprintCallable, CallInEditor, Category = "Sinew|Editor solver")
	void CancelEditorSolver();

	/** Returns the dynamic mesh that is shown, or null. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	UDynamicMeshComponent* GetShownMesh() const;

	/** Returns the displacement texture, or null if none is written. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	UTexture2D* GetDisplacementTexture() const { return DisplacementTexture; }

	/** Returns the skeletal mesh component that it works on, or null. */
	UFUNCTION(BlueprintPure, Category = "Sinew")
	USkeletalMeshComponent* GetMesh() const { return Mesh; }

	/** Returns the vertex positions of the previous frame, in centimetres in component space. */
	TArray<FVector> GetPreviousPositions() const;

	//~ UActorComponent
	virtual void OnRegister() override;
	virtual void OnUnregister() override;
	virtual void BeginPlay() override;
	virtual void TickComponent(float DeltaTime, enum ELevelTick TickType, FActorComponentTickFunction* ThisTickFunction) override;
#if WITH_EDITOR
	virtual void PostEditChangeProperty(FPropertyChangedEvent& PropertyChangedEvent) override;
#endif

	/** The number of active sessions of all components, for leak tests. */
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
	void ShowMessageInViewport() const;

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
	void SetTextureParameters(UMaterialInstanceDynamic* Material, UTexture2D* Texture, UTexture2D* Previous) const;

	/** The component that it works on. */
	UPROPERTY(Transient, DuplicateTransient)
	TObjectPtr<USkeletalMeshComponent> Mesh;

	/** The component that SetMesh was given. */
	UPROPERTY(Transient)
	TObjectPtr<USkeletalMeshComponent> GivenMesh;

	/** One for each LOD that has been shown. */
	UPROPERTY(Transient, DuplicateTransient)
	TArray<TObjectPtr<UDynamicMeshComponent>> ShownMeshes;

	UPROPERTY(Transient, DuplicateTransient)
	TObjectPtr<UTexture2D> DisplacementTexture;

	UPROPERTY(Transient, DuplicateTransient)
	TObjectPtr<UTexture2D> PreviousTexture;

	UPROPERTY(Transient, DuplicateTransient)
	TArray<TObjectPtr<UMaterialInstanceDynamic>> BoundMaterials;

	/** The ones among these that this component created. */
	UPROPERTY(Transient, DuplicateTransient)
	TArray<TObjectPtr<UMaterialInstanceDynamic>> OwnMaterials;

	/** What the session was created from. A change restarts it. */
	uint64 StartedPayload = 0;
	TWeakObjectPtr<USkeletalMesh> StartedMesh;
	/** Changes after a reimport. It is only compared, never dereferenced. */
	const void* StartedRenderData = nullptr;
	TWeakObjectPtr<USkinnedMeshComponent> StartedLeader;

	/** A shared pointer, because the type is incomplete here. */
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
	bool bReportAtBeginPlay = false;
	bool bTeleportNext = false;
	bool bResetNext = false;
	bool bTextureFailed = false;
	bool bCancelled = false;
	bool bFellBack = false;
};
