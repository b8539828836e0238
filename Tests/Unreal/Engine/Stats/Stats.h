#pragma once
// Statistics are not gathered; the macros only have to be used rightly: names declared once, groups known.
#include "CoreTypes.h"

namespace SinewFake {
struct FStatGroup {};
struct FStat {
    const void* Group;
};
inline void UseStat(const FStat&) {}
}  // namespace SinewFake

struct STATCAT_Advanced {};
#define DECLARE_STATS_GROUP(Description, Group, Category)            \
    [[maybe_unused]] inline constexpr SinewFake::FStatGroup Group{}; \
    static_assert(sizeof(Category) > 0)
#define DECLARE_CYCLE_STAT(Description, Stat, Group)      \
    [[maybe_unused]] static const SinewFake::FStat Stat { \
        &Group                                            \
    }
#define DECLARE_CYCLE_STAT_EXTERN(Description, Stat, Group, Api) extern Api const SinewFake::FStat Stat
#define DECLARE_DWORD_COUNTER_STAT(Description, Stat, Group) DECLARE_CYCLE_STAT(Description, Stat, Group)
#define DECLARE_DWORD_ACCUMULATOR_STAT(Description, Stat, Group) DECLARE_CYCLE_STAT(Description, Stat, Group)
#define DECLARE_FLOAT_COUNTER_STAT(Description, Stat, Group) DECLARE_CYCLE_STAT(Description, Stat, Group)
#define DECLARE_MEMORY_STAT(Description, Stat, Group) DECLARE_CYCLE_STAT(Description, Stat, Group)
#define DECLARE_DWORD_COUNTER_STAT_EXTERN(Description, Stat, Group, Api) \
    DECLARE_CYCLE_STAT_EXTERN(Description, Stat, Group, Api)
#define DECLARE_DWORD_ACCUMULATOR_STAT_EXTERN(Description, Stat, Group, Api) \
    DECLARE_CYCLE_STAT_EXTERN(Description, Stat, Group, Api)
#define DECLARE_FLOAT_COUNTER_STAT_EXTERN(Description, Stat, Group, Api) \
    DECLARE_CYCLE_STAT_EXTERN(Description, Stat, Group, Api)
#define DECLARE_MEMORY_STAT_EXTERN(Description, Stat, Group, Api) \
    DECLARE_CYCLE_STAT_EXTERN(Description, Stat, Group, Api)
#define DEFINE_STAT(Stat)         \
    const SinewFake::FStat Stat { \
        nullptr                   \
    }
#define SCOPE_CYCLE_COUNTER(Stat) SinewFake::UseStat(Stat)
#define QUICK_SCOPE_CYCLE_COUNTER(Stat) static_assert(true)
#define SET_DWORD_STAT(Stat, Value) (SinewFake::UseStat(Stat), void(Value))
#define SET_FLOAT_STAT(Stat, Value) (SinewFake::UseStat(Stat), void(Value))
#define SET_MEMORY_STAT(Stat, Value) (SinewFake::UseStat(Stat), void(Value))
#define INC_DWORD_STAT(Stat) SinewFake::UseStat(Stat)
#define DEC_DWORD_STAT(Stat) SinewFake::UseStat(Stat)
#define INC_DWORD_STAT_BY(Stat, Value) (SinewFake::UseStat(Stat), void(Value))
#define DEC_DWORD_STAT_BY(Stat, Value) (SinewFake::UseStat(Stat), void(Value))
#define INC_FLOAT_STAT_BY(Stat, Value) (SinewFake::UseStat(Stat), void(Value))
#define INC_MEMORY_STAT_BY(Stat, Value) (SinewFake::UseStat(Stat), void(Value))
#define DEC_MEMORY_STAT_BY(Stat, Value) (SinewFake::UseStat(Stat), void(Value))
