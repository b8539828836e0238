#include "Api/sinew_full/Words.h"

#include <cstring>

#include "Base/Status.h"

#ifndef SINEW_VERSION_NUMBER
#error "the build says which version this is"
#endif

namespace sinew {

namespace {

// Plain bytes: a thread that ends has nothing to clean up, also where the library is gone by then.
struct LastWords {
    char text[1024], remedy[1024];
};
thread_local LastWords lastWords;

// As much as there is room for.
template <std::size_t N>
void copyWords(const char* from, char (&to)[N]) {
    const std::size_t size = std::strlen(from) < N ? std::strlen(from) : N - 1;
    std::memcpy(to, from, size);
    to[size] = 0;
}

}  // namespace

SinewStatus refuse(SinewStatus status, const char* text, const char* remedy) noexcept {
    copyWords(text, lastWords.text);
    copyWords(remedy, lastWords.remedy);
    return status;
}

}  // namespace sinew

const char* sinewFullStatusText(SinewStatus status) {
    switch (status) {
        case SINEW_OUT_OF_MEMORY:
            return "there is not enough memory";
        case SINEW_FULL_STOPPED:
            return "stopped, as was asked for";
        case SINEW_FULL_BAD_CHARACTER:
            return "the character cannot be solved like this: sinewFullErrorText() says why";
        case SINEW_FULL_FAILED:
            return "something unforeseen went wrong: the last good state is shown";
        default:
            return sinew::statusText(static_cast<sinew::Status>(status));
    }
}

const char* sinewFullErrorText(void) {
    return sinew::lastWords.text;
}

const char* sinewFullErrorRemedy(void) {
    return sinew::lastWords.remedy;
}

uint32_t sinewFullVersion(void) {
    return SINEW_VERSION_NUMBER;
}
