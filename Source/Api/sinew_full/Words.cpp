#include "Api/sinew_full/Words.h"

#include <cstring>

#include "Base/Status.h"

#ifndef SINEW_VERSION_NUMBER
#error "the build says which version this is"
#endif

namespace sinew {

namespace {

// Plain bytes need no destructor, which a thread could run after the library was unloaded.
struct LastError {
    char text[1024], remedy[1024];
};
thread_local LastError lastError;

// Copies as much as fits.
template <std::size_t N>
void copyText(const char* from, char (&to)[N]) {
    const std::size_t size = std::strlen(from) < N ? std::strlen(from) : N - 1;
    std::memcpy(to, from, size);
    to[size] = 0;
}

}  // namespace

SinewStatus refuse(SinewStatus status, const char* text, const char* remedy) noexcept {
    copyText(text, lastError.text);
    copyText(remedy, lastError.remedy);
    return status;
}

}  // namespace sinew

const char* sinewFullStatusText(SinewStatus status) {
    switch (status) {
        case SINEW_OUT_OF_MEMORY:
            return "there is not enough memory";
        case SINEW_FULL_STOPPED:
            return "the call was stopped, as requested";
        case SINEW_FULL_BAD_CHARACTER:
            return "the character or its settings cannot be used: sinewFullErrorText() says why";
        case SINEW_FULL_FAILED:
            return "an unexpected error occurred: the last good shape is shown";
        default:
            return sinew::statusText(static_cast<sinew::Status>(status));
    }
}

const char* sinewFullErrorText(void) {
    return sinew::lastError.text;
}

const char* sinewFullErrorRemedy(void) {
    return sinew::lastError.remedy;
}

uint32_t sinewFullVersion(void) {
    return SINEW_VERSION_NUMBER;
}
