# Puts the plugin with its headers and one platform's libraries to TARGET: cmake -D PLUGIN= -D TARGET= -D PLATFORM= -D ROOT= -D LIBRARIES=a,b -D PROGRAM= -P
foreach(part Source Config Resources Content Extras)
    # What is no longer in the plugin must not stay in its copy; libraries are elsewhere, import libraries come again below.
    if(part STREQUAL "Source")
        file(REMOVE_RECURSE ${TARGET}/Source/SinewRuntime ${TARGET}/Source/SinewEditor)
    else()
        file(REMOVE_RECURSE ${TARGET}/${part})
    endif()
    if(EXISTS ${PLUGIN}/${part})
        file(COPY ${PLUGIN}/${part} DESTINATION ${TARGET} PATTERN "__pycache__" EXCLUDE)
    endif()
endforeach()
file(COPY ${PLUGIN}/Sinew.uplugin ${ROOT}/LICENSE DESTINATION ${TARGET})

# What the README speaks of comes along, and its links lead there.
file(COPY ${ROOT}/Content/Unreal/make_sample.py ${ROOT}/Content/Limb.glb ${ROOT}/Precompute/reference.recipe.toml ${PLUGIN}/../ENGINE.md
     DESTINATION ${TARGET}/Extras)
file(READ ${PLUGIN}/../README.md readme)
string(REPLACE "](../Content/Unreal/make_sample.py)" "](Extras/make_sample.py)" readme "${readme}")
string(REPLACE "](../Precompute/reference.recipe.toml)" "](Extras/reference.recipe.toml)" readme "${readme}")
string(REPLACE "](ENGINE.md)" "](Extras/ENGINE.md)" readme "${readme}")
string(REPLACE "[stand-in](../Tests/Unreal)" "stand-in (Tests/Unreal in Sinew's sources)" readme "${readme}")
file(WRITE ${TARGET}/README.md "${readme}")

set(core ${TARGET}/Source/ThirdParty/SinewCore)
file(COPY ${ROOT}/Source/Api/sinew.h ${ROOT}/Source/Api/sinew_full.h DESTINATION ${core}/Include)
string(REPLACE "," ";" libraries "${LIBRARIES}")
foreach(library ${libraries})
    file(COPY ${library} DESTINATION ${TARGET}/Binaries/ThirdParty/SinewCore/${PLATFORM})
endforeach()
# What the editor module runs to build assets.
file(COPY ${PROGRAM} DESTINATION ${TARGET}/Binaries/ThirdParty/SinewCore/${PLATFORM})
string(REPLACE "," ";" imports "${IMPORTS}")
foreach(import ${imports})
    file(COPY ${import} DESTINATION ${core}/Lib/${PLATFORM})
endforeach()
