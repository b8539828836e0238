foreach(library sinew_plugin_runtime sinew_plugin_full)
    set(header sinew)
    if(library STREQUAL "sinew_plugin_full")
        set(header sinew_full)
    endif()
    add_test(NAME Architecture.WindowsSeesTheDoorAlone.${header}
             COMMAND ${Python3_EXECUTABLE} -B ${scripts}/windows_library.py ${CMAKE_OBJDUMP} ${CMAKE_CXX_COMPILER}
                     $<TARGET_FILE:${library}> ${PROJECT_SOURCE_DIR}/Source/Api/${header}.h)
endforeach()
add_test(NAME Architecture.WindowsProgramNeedsTheSystemAlone
         COMMAND ${Python3_EXECUTABLE} -B ${scripts}/windows_library.py ${CMAKE_OBJDUMP} ${CMAKE_CXX_COMPILER} $<TARGET_FILE:sinew>)
