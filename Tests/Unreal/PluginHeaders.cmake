# Every header of the plugin and of the stand-in is compiled by itself, twice in a row: it includes what it needs and guards itself.
# A header that does not is a build error. The engine's other compiler looks at the plugin's, too, where it is there.
function(sinew_unreal_alone target folder)
    set(sources)
    foreach(header ${ARGN})
        file(RELATIVE_PATH name ${folder} ${header})
        string(REPLACE "/" "_" flat ${name})
        set(source ${CMAKE_CURRENT_BINARY_DIR}/HeadersAlone/${target}/${flat}.cpp)
        file(CONFIGURE OUTPUT ${source} CONTENT "#include \"@header@\"\n#include \"@header@\"\n" @ONLY)
        list(APPEND sources ${source})
    endforeach()
    add_library(${target} OBJECT ${sources})
endfunction()

file(GLOB_RECURSE stand_in_headers CONFIGURE_DEPENDS ${here}/Engine/*.h)
sinew_unreal_alone(sinew_unreal_engine_headers ${here}/Engine ${stand_in_headers})
target_link_libraries(sinew_unreal_engine_headers PRIVATE sinew_unreal_flags)
target_compile_definitions(sinew_unreal_engine_headers PRIVATE SINEW_FAKE_UE_MINOR=5)

foreach(module SinewRuntime SinewEditor)
    set(own ${plugin_headers})
    list(FILTER own INCLUDE REGEX "/${module}/")
    sinew_unreal_alone(sinew_unreal_headers_${module} ${modules} ${own})
    sinew_unreal_module(sinew_unreal_headers_${module} MINOR 3 EDITOR 1 NATIVE 1 MODULES ${module})
endforeach()

# The planted fault: a header that leans on its includer is refused, and the same one with its include is taken.
set(planted ${CMAKE_CURRENT_BINARY_DIR}/HeadersAlone/planted)
file(WRITE ${planted}/Planted.h "#pragma once\ninline int32 Size(const FString& Text) { return Text.Len(); }\n")
file(WRITE ${planted}/Repaired.h "#pragma once\n#include \"CoreMinimal.h\"\ninline int32 Size(const FString& Text) { return Text.Len(); }\n")
foreach(header Planted Repaired)
    file(WRITE ${planted}/${header}.check.cc "#include \"${header}.h\"\n#include \"${header}.h\"\n")
endforeach()
set(compile ${CMAKE_CXX_COMPILER} -std=c++20 -fsyntax-only -DSINEW_FAKE_UE_MINOR=5 -I${here}/Engine)
add_test(NAME Unreal.HeaderThatLeansOnOthersIsRefused COMMAND ${compile} ${planted}/Planted.check.cc)
set_tests_properties(Unreal.HeaderThatLeansOnOthersIsRefused PROPERTIES PASS_REGULAR_EXPRESSION "Planted\\.h:2:[0-9]+: error: [^\n]*int32")
add_test(NAME Unreal.HeaderWithItsIncludeIsTaken COMMAND ${compile} ${planted}/Repaired.check.cc)

# The engine's compiler on Linux is clang: where this build's is not, it reads the plugin once more.
find_program(SINEW_CLANG clang++)
if(SINEW_CLANG AND NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    foreach(minor 3 5)
        add_test(NAME Unreal.Clang5${minor}
            COMMAND Python3::Interpreter -B ${here}/compile_with.py ${SINEW_CLANG} ${minor} ${generated} ${PROJECT_SOURCE_DIR})
    endforeach()
endif()
