#pragma once
// check stops the program; ensure is an error of the running automation test, once per place, and goes on.
#include "CoreTypes.h"

namespace SinewFake {
[[noreturn]] void FailCheck(const char* Expression, const char* File, int32 Line);
bool FailEnsure(const char* Expression, const char* File, int32 Line);
}  // namespace SinewFake

#define check(...) ((__VA_ARGS__) ? void() : SinewFake::FailCheck(#__VA_ARGS__, __FILE__, __LINE__))
#define checkf(Expression, ...) check(Expression)
#define checkSlow(...) void()
#define checkNoEntry() SinewFake::FailCheck("this is never reached", __FILE__, __LINE__)
#define unimplemented() SinewFake::FailCheck("unimplemented", __FILE__, __LINE__)
#define verify(...) check(__VA_ARGS__)
#define verifyf(Expression, ...) check(Expression)
#define ensure(...) ((__VA_ARGS__) ? true : SinewFake::FailEnsure(#__VA_ARGS__, __FILE__, __LINE__))
#define ensureAlways(...) ensure(__VA_ARGS__)
#define ensureMsgf(Expression, ...) ensure(Expression)
#define ensureAlwaysMsgf(Expression, ...) ensure(Expression)
