#pragma once
#include "Engine/EngineBaseTypes.h"

namespace EEndPlayReason {
enum Type : int32 { Destroyed, LevelTransition, EndPlayInEditor, RemovedFromWorld, Quit };
}
namespace ECollisionEnabled {
enum Type : int32 { NoCollision, QueryOnly, PhysicsOnly, QueryAndPhysics };
}
enum ECollisionChannel : int32 {
    ECC_WorldStatic,
    ECC_WorldDynamic,
    ECC_Pawn,
    ECC_Visibility,
    ECC_Camera,
    ECC_PhysicsBody,
    ECC_Vehicle,
    ECC_Destructible,
    ECC_MAX
};
enum ECollisionResponse : int32 { ECR_Ignore, ECR_Overlap, ECR_Block, ECR_MAX };
namespace EComponentMobility {
enum Type : int32 { Static, Stationary, Movable };
}
enum class EAttachmentRule : uint8 { KeepRelative, KeepWorld, SnapToTarget };
enum class ETeleportType : uint8 { None, TeleportPhysics, ResetPhysics };
enum class EComponentCreationMethod : uint8 {
    Native,
    SimpleConstructionScript,
    UserConstructionScript,
    Instance
};
namespace EWorldType {
enum Type { None, Game, Editor, PIE, EditorPreview, GamePreview, GameRPC, Inactive };
}

struct FAttachmentTransformRules {
    FAttachmentTransformRules(EAttachmentRule Rule, bool) : Location(Rule), Rotation(Rule), Scale(Rule) {}
    FAttachmentTransformRules(EAttachmentRule InLocation, EAttachmentRule InRotation, EAttachmentRule InScale,
                              bool)
        : Location(InLocation), Rotation(InRotation), Scale(InScale) {}
    static const FAttachmentTransformRules KeepRelativeTransform, KeepWorldTransform,
        SnapToTargetNotIncludingScale, SnapToTargetIncludingScale;
    EAttachmentRule Location, Rotation, Scale;
};
inline const FAttachmentTransformRules FAttachmentTransformRules::KeepRelativeTransform(
    EAttachmentRule::KeepRelative, false);
inline const FAttachmentTransformRules FAttachmentTransformRules::KeepWorldTransform(
    EAttachmentRule::KeepWorld, false);
inline const FAttachmentTransformRules FAttachmentTransformRules::SnapToTargetIncludingScale(
    EAttachmentRule::SnapToTarget, false);
inline const FAttachmentTransformRules FAttachmentTransformRules::SnapToTargetNotIncludingScale(
    EAttachmentRule::SnapToTarget, EAttachmentRule::SnapToTarget, EAttachmentRule::KeepWorld, false);
struct FDetachmentTransformRules {
    static const FDetachmentTransformRules KeepRelativeTransform, KeepWorldTransform;
    bool bWorld = false;
};
inline const FDetachmentTransformRules FDetachmentTransformRules::KeepRelativeTransform{false};
inline const FDetachmentTransformRules FDetachmentTransformRules::KeepWorldTransform{true};

struct FFilePath {
    FString FilePath;
    template <class V>
    void SinewFakeVisit(V&& Visitor) {
        Visitor(TEXT("FilePath"), FilePath, 0u);
    }
};
struct FDirectoryPath {
    FString Path;
    template <class V>
    void SinewFakeVisit(V&& Visitor) {
        Visitor(TEXT("Path"), Path, 0u);
    }
};
using FBoneIndexType = uint16;
