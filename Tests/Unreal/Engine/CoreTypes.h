#pragma once
// The engine's integer types, text literals and build switches, as its documentation names them.
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#if !defined(SINEW_FAKE_UE_MINOR)
#error "SINEW_FAKE_UE_MINOR says which engine this stands in for: 3 or 5"
#endif

using int8 = signed char;
using uint8 = unsigned char;
using int16 = short;
using uint16 = unsigned short;
using int32 = int;
using uint32 = unsigned int;
// Not std::int64_t, which is long on Linux: code that mixes the two must fail here as it would there.
using int64 = long long;
using uint64 = unsigned long long;
using SIZE_T = std::size_t;
using UPTRINT = std::uintptr_t;
using PTRINT = std::intptr_t;
using ANSICHAR = char;
using WIDECHAR = char16_t;
using TCHAR = char16_t;
using UTF8CHAR = char;

constexpr int32 INDEX_NONE = -1;
enum EForceInit { ForceInit, ForceInitToZero };
enum ENoInit { NoInit };

#define TEXT_PASTE(Literal) u##Literal
#define TEXT(Literal) TEXT_PASTE(Literal)
#define UE_ARRAY_COUNT(Array) (sizeof(Array) / sizeof((Array)[0]))
#define FORCEINLINE inline
#define FORCENOINLINE __attribute__((noinline))
#define RESTRICT __restrict
#define UE_NODISCARD [[nodiscard]]
#define UE_DEPRECATED(Version, Message) [[deprecated(Message)]]
#define PREPROCESSOR_JOIN_INNER(A, B) A##B
#define PREPROCESSOR_JOIN(A, B) PREPROCESSOR_JOIN_INNER(A, B)
#define PREPROCESSOR_TO_STRING_INNER(A) #A
#define PREPROCESSOR_TO_STRING(A) PREPROCESSOR_TO_STRING_INNER(A)
#define UE_JOIN(A, B) PREPROCESSOR_JOIN(A, B)
#define UE_SOURCE_LOCATION TEXT(__FILE__)

#define PRAGMA_DISABLE_DEPRECATION_WARNINGS \
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wdeprecated-declarations\"")
#define PRAGMA_ENABLE_DEPRECATION_WARNINGS _Pragma("GCC diagnostic pop")
#define THIRD_PARTY_INCLUDES_START                                               \
    _Pragma("GCC diagnostic push") _Pragma("GCC diagnostic ignored \"-Wundef\"") \
        _Pragma("GCC diagnostic ignored \"-Wshadow\"")                           \
            _Pragma("GCC diagnostic ignored \"-Wold-style-cast\"")
#define THIRD_PARTY_INCLUDES_END _Pragma("GCC diagnostic pop")

// What the engine's build passes on the command line; a game's build passes WITH_EDITOR=0.
#if !defined(WITH_EDITOR)
#define WITH_EDITOR 1
#endif
#if !defined(WITH_EDITORONLY_DATA)
#define WITH_EDITORONLY_DATA WITH_EDITOR
#endif
#if !defined(WITH_DEV_AUTOMATION_TESTS)
#define WITH_DEV_AUTOMATION_TESTS WITH_EDITOR
#endif
#define WITH_AUTOMATION_TESTS WITH_DEV_AUTOMATION_TESTS
#define WITH_ENGINE 1
#define WITH_UNREAL_DEVELOPER_TOOLS WITH_EDITOR
#define UE_BUILD_DEBUG 0
#define UE_BUILD_DEVELOPMENT 1
#define UE_BUILD_TEST 0
#define UE_BUILD_SHIPPING 0
#define UE_GAME (!WITH_EDITOR)
#define UE_EDITOR WITH_EDITOR
#define UE_ENABLE_DEBUG_DRAWING 1
#define ENABLE_DRAW_DEBUG 1
#define DO_CHECK 1
#define DO_GUARD_SLOW 0
#define DO_ENSURE 1
#define STATS 1
#define CSV_PROFILER 1
#define PLATFORM_WINDOWS 0
#define PLATFORM_LINUX 1
#define PLATFORM_LINUXARM64 0
#define PLATFORM_UNIX 1
#define PLATFORM_MAC 0
#define PLATFORM_ANDROID 0
#define PLATFORM_IOS 0
#define PLATFORM_64BITS 1
#define PLATFORM_LITTLE_ENDIAN 1
#define PLATFORM_CACHE_LINE_SIZE 64

#define CORE_API
#define COREUOBJECT_API
#define ENGINE_API

#include "Misc/AssertionMacros.h"
