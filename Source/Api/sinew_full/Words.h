// What went wrong, in words that a host can ask for, and no exception past the door.
#pragma once

#include <exception>
#include <new>

#include "Api/sinew_full.h"
#include "Offline/Error.h"
#include "Offline/Progress.h"

namespace sinew {

// Keeps the words for the calling thread.
SinewStatus refuse(SinewStatus status, const char* text, const char* remedy = "") noexcept;

// What `work` returns, or the status of what it throws.
template <class Work>
SinewStatus guarded(Work&& work) noexcept {
    try {
        return work();
    } catch (const Stopped&) {
        return refuse(SINEW_FULL_STOPPED, sinewFullStatusText(SINEW_FULL_STOPPED));
    } catch (const Error& error) {
        return refuse(SINEW_FULL_BAD_CHARACTER, error.what(), error.remedy().c_str());
    } catch (const std::bad_alloc&) {
        return refuse(SINEW_OUT_OF_MEMORY, "there is not enough memory for so many cells or vertices",
                      "Use fewer cells.");
    } catch (const std::exception& error) {
        return refuse(SINEW_FULL_FAILED, error.what());
    } catch (...) {
        return refuse(SINEW_FULL_FAILED, sinewFullStatusText(SINEW_FULL_FAILED));
    }
}

}  // namespace sinew
