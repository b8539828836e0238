// Error texts that a host can ask for, and the barrier that no exception passes.
#pragma once

#include <exception>
#include <new>

#include "Api/sinew_full.h"
#include "Offline/Error.h"
#include "Offline/Progress.h"

namespace sinew {

// Stores the text and the advice for the calling thread, and returns the status.
SinewStatus refuse(SinewStatus status, const char* text, const char* remedy = "") noexcept;

// Returns what `work` returns, or the status for the exception that it throws.
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
