#pragma once
#include "Logging/LogVerbosity.h"
#include "UObject/NameTypes.h"

struct FLogCategoryBase {
    FLogCategoryBase(const char* InName, ELogVerbosity::Type InDefault)
        : Name(InName), Verbosity(InDefault) {}
    const FName& GetCategoryName() const { return Name; }
    bool IsSuppressed(ELogVerbosity::Type Level) const { return Level > Verbosity; }
    void SetVerbosity(ELogVerbosity::Type Level) { Verbosity = Level; }
    FName Name;
    ELogVerbosity::Type Verbosity;
};

namespace SinewFake {
void Log(const FLogCategoryBase& Category, ELogVerbosity::Type Verbosity, const FString& Text);
}

#define DECLARE_LOG_CATEGORY_EXTERN(Category, Default, Compiled)                          \
    extern struct FLogCategory##Category : FLogCategoryBase {                             \
        FLogCategory##Category() : FLogCategoryBase(#Category, ELogVerbosity::Default) {} \
    } Category
#define DEFINE_LOG_CATEGORY(Category) FLogCategory##Category Category
#define DEFINE_LOG_CATEGORY_STATIC(Category, Default, Compiled)                           \
    static struct FLogCategory##Category : FLogCategoryBase {                             \
        FLogCategory##Category() : FLogCategoryBase(#Category, ELogVerbosity::Default) {} \
    } Category
#define UE_LOG(Category, Level, Format, ...)                                                        \
    do {                                                                                            \
        if (!(Category).IsSuppressed(ELogVerbosity::Level))                                         \
            SinewFake::Log(Category, ELogVerbosity::Level, FString::Printf(Format, ##__VA_ARGS__)); \
    } while (false)
#define UE_CLOG(Condition, Category, Level, Format, ...)               \
    do {                                                               \
        if (Condition) UE_LOG(Category, Level, Format, ##__VA_ARGS__); \
    } while (false)
#define UE_LOG_ACTIVE(Category, Level) (!(Category).IsSuppressed(ELogVerbosity::Level))

DECLARE_LOG_CATEGORY_EXTERN(LogTemp, Log, All);
