#pragma once
// Not included by anything else of the engine: since 5.5 whoever asks for the version has to include it.
#define ENGINE_MAJOR_VERSION 5
#define ENGINE_MINOR_VERSION SINEW_FAKE_UE_MINOR
#define ENGINE_PATCH_VERSION 0
#define ENGINE_VERSION_STRING "5." PREPROCESSOR_TO_STRING(SINEW_FAKE_UE_MINOR) ".0"
