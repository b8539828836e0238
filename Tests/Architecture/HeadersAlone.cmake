# Every header of ours is compiled by itself, twice in a row: it includes what it needs and guards itself. A header that
# does not is a build error.
file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}
     ${PROJECT_SOURCE_DIR}/Source/*.h ${PROJECT_SOURCE_DIR}/Precompute/*.h ${PROJECT_SOURCE_DIR}/Content/*.h
     ${PROJECT_SOURCE_DIR}/Tests/*.h)
list(FILTER headers EXCLUDE REGEX "^Tests/Unreal/") # the engine's stand-in has its own flags and its own check
list(LENGTH headers count)
if(count LESS 10)
    message(FATAL_ERROR "HeadersAlone found ${count} headers: wrong folders?")
endif()

add_library(sinew_headers_alone OBJECT)
foreach(header ${headers})
    string(REPLACE "/" "_" name ${header})
    set(source ${CMAKE_CURRENT_BINARY_DIR}/HeadersAlone/${name}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"@header@\"\n#include \"@header@\"\n" @ONLY)
    target_sources(sinew_headers_alone PRIVATE ${source})
endforeach()
target_include_directories(sinew_headers_alone PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/Tests)
target_link_libraries(sinew_headers_alone PRIVATE sinew_flags sinew_program sinew_samples sinew_offline thirdparty_highway
    thirdparty_cli thirdparty_json thirdparty_eigen thirdparty_spdlog thirdparty_stb thirdparty_tinygltf thirdparty_toml
    GTest::gtest benchmark::benchmark)
target_compile_definitions(sinew_headers_alone PRIVATE SINEW_KERNEL_TARGET=HWY_STATIC_TARGET SINEW_KERNEL_NAMESPACE=alone)
# Kernels' own headers need at least what the first instruction set has.
list(GET SINEW_INSTRUCTION_SETS 0 set)
target_compile_options(sinew_headers_alone PRIVATE -O0 -g0 -Wno-unused-function ${SINEW_OPTIONS_${set}})

# The planted fault: the same compiler must refuse a header that leans on its includer, for that reason, and take the
# header once it includes what it needs.
set(planted ${CMAKE_CURRENT_BINARY_DIR}/HeadersAlone)
file(WRITE ${planted}/Planted.h "#pragma once\nstd::vector<int> needsVector();\n")
file(WRITE ${planted}/Repaired.h "#pragma once\n#include <vector>\nstd::vector<int> needsVector();\n")
foreach(header Planted Repaired)
    file(WRITE ${planted}/${header}.check.cc "#include \"${header}.h\"\n#include \"${header}.h\"\n")
endforeach()
set(compile ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only)
add_test(NAME Architecture.AHeaderThatLeansOnOthersIsRefused COMMAND ${compile} ${planted}/Planted.check.cc)
# g++: 'vector' in namespace 'std' does not name a template type; clang: use of undeclared identifier 'std'.
set_tests_properties(Architecture.AHeaderThatLeansOnOthersIsRefused PROPERTIES
    PASS_REGULAR_EXPRESSION
    "Planted\\.h:2:[0-9]+: error: ([^\n]*vector[^\n]* in namespace [^\n]*std[^\n]* does not name|use of undeclared identifier .std.)")
add_test(NAME Architecture.TheSameHeaderWithItsIncludeIsTaken COMMAND ${compile} ${planted}/Repaired.check.cc)
