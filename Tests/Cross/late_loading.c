/* Links as Unreal's module does: the import library, and the DLL loaded when it is first called (/DELAYLOAD).
   There is no C library here and none of Microsoft's, so the helper that loads it is ours. Ends with 0 if the
   DLL was loaded late and answered. */
#include "Api/sinew.h"

__declspec(dllimport) void* LoadLibraryA(const char* name);
__declspec(dllimport) void* GetModuleHandleA(const char* name);
__declspec(dllimport) void* GetProcAddress(void* module, const char* name);
__declspec(dllimport) void ExitProcess(unsigned code);

/* As the linker writes it; places are relative to the image. */
typedef struct LateLibrary {
    uint32_t attributes, name, module, addresses, names, bound, unload, stamp;
} LateLibrary;

extern const char __ImageBase;
static int loads = 0;

void* __delayLoadHelper2(const LateLibrary* library, void** address) {
    const uint64_t* const names = (const uint64_t*)(&__ImageBase + library->names);
    const uint64_t entry = names[address - (void**)(&__ImageBase + library->addresses)];
    void* const module = LoadLibraryA(&__ImageBase + library->name);
    ++loads;
    if (module == 0 || (entry >> 63) != 0) ExitProcess(3); /* not there, or asked for by number */
    *address = GetProcAddress(module, &__ImageBase + entry + 2);
    return *address;
}

void start(void) {
    if (GetModuleHandleA("sinew_runtime.dll") != 0) ExitProcess(4); /* not late */
    if (sinewVersion() != SINEW_VERSION_NUMBER || sinewVersion() != SINEW_VERSION_NUMBER) ExitProcess(5);
    if (sinewStatusText(SINEW_OK)[0] == 0) ExitProcess(6);
    ExitProcess(loads == 2 ? 0 : 7);
}
