# Every header of ours is compiled by itself (CMake's own verification of header sets): it includes what it needs.
file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/Source/*.h ${PROJECT_SOURCE_DIR}/Precompute/*.h ${PROJECT_SOURCE_DIR}/Tests/*.h)
list(FILTER headers EXCLUDE REGEX "/Tests/Unreal/") # the engine's stand-in has its own flags and its own check
list(FILTER headers EXCLUDE REGEX "/Api/Examples/") # C only; Api.InstalledPackage compiles it
list(LENGTH headers count)
if(count LESS 10)
    message(FATAL_ERROR "HeadersAlone found ${count} headers: wrong folders?")
endif()

add_library(sinew_headers INTERFACE)
target_sources(sinew_headers INTERFACE FILE_SET HEADERS BASE_DIRS ${PROJECT_SOURCE_DIR} FILES ${headers})
set_target_properties(sinew_headers PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
target_include_directories(sinew_headers INTERFACE ${PROJECT_SOURCE_DIR}/Tests)
target_link_libraries(sinew_headers INTERFACE sinew_flags sinew_program sinew_samples sinew_offline thirdparty_highway
    thirdparty_cli thirdparty_json thirdparty_eigen thirdparty_spdlog thirdparty_stb thirdparty_tinygltf thirdparty_toml
    GTest::gtest benchmark::benchmark)
target_compile_definitions(sinew_headers INTERFACE SINEW_KERNEL_TARGET=HWY_STATIC_TARGET SINEW_KERNEL_NAMESPACE=alone)
# Kernels' own headers need at least what the first instruction set has.
list(GET SINEW_INSTRUCTION_SETS 0 set)
target_compile_options(sinew_headers INTERFACE -O0 -g0 -Wno-unused-function ${SINEW_OPTIONS_${set}})
add_test(NAME Architecture.HeadersStandAlone
         COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target sinew_headers_verify_interface_header_sets)

# The planted fault: a header that leans on its includer is refused, for that reason, and taken once it includes what it needs.
set(planted ${CMAKE_CURRENT_BINARY_DIR}/HeadersAlone)
file(WRITE ${planted}/Leaning/Header.h "#pragma once\nstd::vector<int> needsVector();\n")
file(WRITE ${planted}/Repaired/Header.h "#pragma once\n#include <vector>\nstd::vector<int> needsVector();\n")
foreach(name Leaning Repaired)
    add_library(sinew_planted_${name} INTERFACE)
    target_sources(sinew_planted_${name} INTERFACE FILE_SET HEADERS BASE_DIRS ${planted}/${name} FILES ${planted}/${name}/Header.h)
    set_target_properties(sinew_planted_${name} PROPERTIES VERIFY_INTERFACE_HEADER_SETS ON)
    add_test(NAME Architecture.AHeaderOf${name}Kind COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR}
             --target sinew_planted_${name}_verify_interface_header_sets)
endforeach()
# g++: 'vector' in namespace 'std' does not name a template type; clang: use of undeclared identifier 'std'.
set_tests_properties(Architecture.AHeaderOfLeaningKind PROPERTIES
    PASS_REGULAR_EXPRESSION "Header\\.h:2:[0-9]+: error: ([^\n]*vector[^\n]* in namespace [^\n]*std[^\n]* does not name|use of undeclared identifier .std.)")
set_tests_properties(Architecture.HeadersStandAlone Architecture.AHeaderOfLeaningKind Architecture.AHeaderOfRepairedKind PROPERTIES
    RESOURCE_LOCK build_folder)
