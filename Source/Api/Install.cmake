# Installs the C headers, the shared libraries, and the files for find_package and pkg-config. The installed folder can be moved.
# Api.InstalledPackage tests it.
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Sinew)
set(libraries sinew_shared)
set(headers sinew.h)
if(TARGET sinew_full)
    list(APPEND libraries sinew_full)
    list(APPEND headers sinew_full.h)
endif()
install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/sinew)
install(TARGETS ${libraries} EXPORT SinewTargets
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT SinewTargets NAMESPACE Sinew:: DESTINATION ${package})

set(built ${CMAKE_CURRENT_BINARY_DIR}/package)
configure_package_config_file(${CMAKE_CURRENT_SOURCE_DIR}/SinewConfig.cmake.in ${built}/SinewConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${built}/SinewConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${built}/SinewConfig.cmake ${built}/SinewConfigVersion.cmake DESTINATION ${package})

file(RELATIVE_PATH up /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(library ${libraries})
    get_target_property(name ${library} OUTPUT_NAME)
    if(NOT name)
        set(name ${library})
    endif()
    configure_file(sinew.pc.in ${built}/${name}.pc @ONLY)
    install(FILES ${built}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/sinew)
