#pragma once
// What the header tool reads; to the compiler only GENERATED_BODY means something, through X.generated.h.
#include "CoreTypes.h"

enum EObjectFlags : uint32 {
    RF_NoFlags = 0,
    RF_Public = 0x1,
    RF_Standalone = 0x2,
    RF_Transactional = 0x8,
    RF_ClassDefaultObject = 0x10,
    RF_ArchetypeObject = 0x20,
    RF_Transient = 0x40,
    RF_NeedLoad = 0x400,
    RF_BeginDestroyed = 0x8000,
    RF_FinishDestroyed = 0x10000,
    RF_DefaultSubObject = 0x40000,
    RF_WasLoaded = 0x80000,
    RF_LoadCompleted = 0x800000
};
constexpr EObjectFlags operator|(EObjectFlags A, EObjectFlags B) {
    return EObjectFlags(uint32(A) | uint32(B));
}
constexpr EObjectFlags operator&(EObjectFlags A, EObjectFlags B) {
    return EObjectFlags(uint32(A) & uint32(B));
}
constexpr EObjectFlags operator~(EObjectFlags A) {
    return EObjectFlags(~uint32(A));
}
inline EObjectFlags& operator|=(EObjectFlags& A, EObjectFlags B) {
    return A = A | B;
}
#define GARBAGE_COLLECTION_KEEPFLAGS (WITH_EDITOR ? RF_Standalone : RF_NoFlags)

enum EClassFlags : uint32 {
    CLASS_None = 0,
    CLASS_Abstract = 1,
    CLASS_Deprecated = 0x02000000,
    CLASS_NewerVersionExists = 0x80000000
};

enum ERenameFlags : uint32 {
    REN_None = 0,
    REN_ForceNoResetLoaders = 1,
    REN_Test = 2,
    REN_DoNotDirty = 4,
    REN_DontCreateRedirectors = 16,
    REN_NonTransactional = 32
};

#define UCLASS(...)
#define USTRUCT(...)
#define UENUM(...)
#define UINTERFACE(...)
#define UDELEGATE(...)
#define UPROPERTY(...)
#define UFUNCTION(...)
#define UMETA(...)
#define UPARAM(...)
#define SINEW_FAKE_BODY_NAME_INNER(File, Line) File##_##Line##_GENERATED_BODY
#define SINEW_FAKE_BODY_NAME(File, Line) SINEW_FAKE_BODY_NAME_INNER(File, Line)
#define GENERATED_BODY(...) SINEW_FAKE_BODY_NAME(CURRENT_FILE_ID, __LINE__)
#define GENERATED_UCLASS_BODY(...) GENERATED_BODY()
#define GENERATED_USTRUCT_BODY(...) GENERATED_BODY()
#define PURE_VIRTUAL(Function, ...) \
    {                               \
        checkNoEntry();             \
        __VA_ARGS__                 \
    }
#define UE_INLINE_GENERATED_CPP_BY_NAME(Name) "SinewFake/Empty.h"
