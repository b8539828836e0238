# Kernels are written once and compiled once per instruction set; Math/KernelTable.h chooses one at load.
#
#   sinew_add_kernels(TARGET Name.kernel.cpp...)
#
# compiles each file into its own namespace for every instruction set of the processor family. The objects are
# kept in the global property SINEW_KERNEL_OBJECTS for the test that looks for leaking symbols.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    set(SINEW_INSTRUCTION_SETS x86v2 x86v3 x86v4)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64|ARM64)$")
    set(SINEW_INSTRUCTION_SETS neon)
else()
    message(FATAL_ERROR "No kernels for ${CMAKE_SYSTEM_PROCESSOR}: add its instruction sets to ${CMAKE_CURRENT_LIST_FILE} "
                        "and Source/Math/InstructionSet.h")
endif()

# The compiler's options, and the Highway target that they must lead to (Math/Kernel.h asserts it).
set(SINEW_OPTIONS_x86v2 -march=x86-64-v2)
set(SINEW_OPTIONS_x86v3 -march=x86-64-v3)
set(SINEW_OPTIONS_x86v4 -march=x86-64-v4 -mprefer-vector-width=512)
set(SINEW_OPTIONS_neon -march=armv8-a)
set(SINEW_HIGHWAY_x86v2 HWY_SSE4)
set(SINEW_HIGHWAY_x86v3 HWY_AVX2)
set(SINEW_HIGHWAY_x86v4 HWY_AVX3)
set(SINEW_HIGHWAY_neon HWY_NEON)

function(sinew_add_kernels target)
    foreach(file ${ARGN})
        get_filename_component(kernel ${file} NAME_WE)
        foreach(set ${SINEW_INSTRUCTION_SETS})
            set(library ${target}-${kernel}-${set})
            add_library(${library} OBJECT ${file})
            set_target_properties(${library} PROPERTIES CXX_VISIBILITY_PRESET hidden UNITY_BUILD OFF)
            target_link_libraries(${library} PRIVATE sinew_flags thirdparty_highway)
            target_include_directories(${library} PRIVATE $<TARGET_PROPERTY:sinew_runtime,INTERFACE_INCLUDE_DIRECTORIES>
                $<TARGET_PROPERTY:${target},INTERFACE_INCLUDE_DIRECTORIES>)
            target_compile_definitions(${library} PRIVATE
                SINEW_KERNEL_NAMESPACE=${set} SINEW_KERNEL_TARGET=${SINEW_HIGHWAY_${set}})
            # Without optimisation a kernel is of no use, and every inline function it calls leaks.
            target_compile_options(${library} PRIVATE
                ${SINEW_OPTIONS_${set}} -fno-math-errno -fno-exceptions -fno-rtti $<$<CONFIG:Debug>:-O2>)
            # gcc otherwise keeps larger structs of registers in memory and copies them in 16-byte pieces.
            target_compile_options(${library} PRIVATE
                $<$<CXX_COMPILER_ID:GNU>:--param=sra-max-scalarization-size-Ospeed=4096>)
            if(SINEW_SANITIZE MATCHES "address")
                # Kernels hold their work in structs on the stack: watching their scopes makes the compiler crawl.
                target_compile_options(${library} PRIVATE -fno-sanitize-address-use-after-scope)
            endif()
            if(MINGW)
                # Win64 keeps the stack aligned to 16 bytes only, and gcc spills wider registers as if it were more.
                target_compile_options(${library} PRIVATE -Wa,-muse-unaligned-vector-move)
            endif()
            target_sources(${target} PRIVATE $<TARGET_OBJECTS:${library}>)
            set_property(GLOBAL APPEND PROPERTY SINEW_KERNEL_OBJECTS $<TARGET_OBJECTS:${library}>)
        endforeach()
    endforeach()
endfunction()
