#pragma once
// What GENERATED_BODY of a class becomes: by macro for the stand-in's own classes, by the generator for the
// plugin's.
#include "Serialization/Archive.h"
#include "UObject/ObjectPtr.h"

class FObjectInitializer;
class FReferenceCollector;
class UObject;

namespace SinewFake {
void* MemoryOf(const FObjectInitializer& Initializer);
void AddReference(FReferenceCollector& Collector, UObject*& Object);

/** Objects in properties are found wherever they are: in arrays, maps and structs too. */
template <class T>
void VisitReferences(T& Value, FReferenceCollector& Collector);
template <class T>
void VisitReferences(TObjectPtr<T>& Value, FReferenceCollector& Collector) {
    UObject* Object = reinterpret_cast<UObject*>(const_cast<std::remove_const_t<T>*>(Value.Get()));
    AddReference(Collector, Object);
    if (Object == nullptr) Value = nullptr;
}
template <class T, class A>
void VisitReferences(TArray<T, A>& Values, FReferenceCollector& Collector) {
    for (T& Value : Values) VisitReferences(Value, Collector);
}
template <class K, class V>
void VisitReferences(TMap<K, V>& Values, FReferenceCollector& Collector) {
    for (auto& Pair : Values) VisitReferences(Pair.Value, Collector);
}
template <class T>
void VisitReferences(T& Value, FReferenceCollector& Collector) {
    if constexpr (requires { Value.SinewFakeVisit(Collector); })
        Value.SinewFakeVisit([&](const TCHAR*, auto& Member, uint32) { VisitReferences(Member, Collector); });
    (void)Value;
    (void)Collector;
}

enum EPropertyBits : uint32 { PropertyTransient = 1, PropertyEditorOnly = 2 };

/** Values by name, so that properties may come and go between saving and loading. */
class FPropertyArchive {
  public:
    explicit FPropertyArchive(FArchive& InAr) : Ar(InAr) {}
    template <class T>
    void Visit(const TCHAR* Name, T& Value, uint32 Bits);
    void Load();  // the tagged values, before properties are visited
    void Save();  // what was visited

  private:
    bool IsWanted(uint32 Bits) const;
    FArchive& Ar;
    TMap<FString, TArray<uint8>> Tagged;
    friend class FPropertyBytes;
};
template <class T>
void SerializeValue(FArchive& Ar, T& Value);
}  // namespace SinewFake

#include "UObject/SinewFakeProperties.h"

#define SINEW_FAKE_CLASS_COMMON(Type, Base, Module, Maker)                                                   \
  public:                                                                                                    \
    using Super = Base;                                                                                      \
    using ThisClass = Type;                                                                                  \
    static UClass* StaticClass() {                                                                           \
        static UClass* const Made =                                                                          \
            SinewFake::RegisterClass({#Type, Module, sizeof(Type), alignof(Type), &Base::StaticClass, Maker, \
                                      &Type::AddReferencedObjects, &Type::SinewFakeDescribe});               \
        return Made;                                                                                         \
    }                                                                                                        \
    static inline const bool bSinewFakeAnnounced = SinewFake::AnnounceClass(&ThisClass::StaticClass);
#define SINEW_FAKE_CLASS_PLAIN(Type, Base, Maker) \
    static void SinewFakeDescribe(UClass&) {}     \
    SINEW_FAKE_CLASS_COMMON(Type, Base, "Engine", Maker)
/** For classes of the stand-in. */
#define SINEW_FAKE_CLASS(Type, Base)                                        \
  public:                                                                   \
    static void SinewFakeConstruct(const FObjectInitializer& Initializer) { \
        ::new (SinewFake::MemoryOf(Initializer)) Type(Initializer);         \
    }                                                                       \
    SINEW_FAKE_CLASS_PLAIN(Type, Base, &Type::SinewFakeConstruct)           \
    using Base::Base;
#define SINEW_FAKE_ABSTRACT_CLASS(Type, Base)   \
  public:                                       \
    SINEW_FAKE_CLASS_PLAIN(Type, Base, nullptr) \
    using Base::Base;
/** The same for a class with a constructor of its own. */
#define SINEW_FAKE_CLASS_MADE(Type, Base)                                   \
  public:                                                                   \
    static void SinewFakeConstruct(const FObjectInitializer& Initializer) { \
        ::new (SinewFake::MemoryOf(Initializer)) Type(Initializer);         \
    }                                                                       \
    SINEW_FAKE_CLASS_PLAIN(Type, Base, &Type::SinewFakeConstruct)
