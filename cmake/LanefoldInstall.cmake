# SPDX-License-Identifier: Apache-2.0
# What an installed prefix has: the library, its headers and package files, the RTL, man page and completion. The
# command, the driver and their data are installed where they are built.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

get_property(model_libraries GLOBAL PROPERTY LANEFOLD_MODEL_LIBRARIES)
set(model_objects)
foreach(library IN LISTS model_libraries)
  get_target_property(kind ${library} TYPE)
  if(kind STREQUAL "STATIC_LIBRARY")
    list(APPEND model_objects $<TARGET_OBJECTS:${library}>)
  endif()
endforeach()

# All of the model but RTL twins, as one library of each kind.
add_library(lanefold_static STATIC ${model_objects})
add_library(lanefold_shared SHARED ${model_objects})
target_link_libraries(lanefold_shared PRIVATE ${model_libraries})
set(dependencies SystemC::systemc fmt::fmt nlohmann_json::nlohmann_json tomlplusplus::tomlplusplus Boost::iostreams
  Boost::filesystem PkgConfig::elf PkgConfig::trace_codec PkgConfig::yaml Threads::Threads ${CMAKE_DL_LIBS})
target_link_libraries(lanefold_static PRIVATE ${dependencies})
foreach(library IN ITEMS lanefold_static lanefold_shared)
  set_target_properties(${library} PROPERTIES OUTPUT_NAME lanefold LINKER_LANGUAGE CXX EXCLUDE_FROM_ALL TRUE)
  target_link_libraries(${library} PUBLIC SystemC::systemc)
  target_include_directories(${library} INTERFACE "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
endforeach()
# Before 1.0 every minor version may break programs.
set_target_properties(lanefold_shared PROPERTIES VERSION "${PROJECT_VERSION}"
  SOVERSION "${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}" EXPORT_NAME shared)
set_target_properties(lanefold_static PROPERTIES EXPORT_NAME static)

# Everything that is installed; `cmake --install` builds what is missing of it.
add_custom_target(product DEPENDS lanefold lanefold_reference lanefold-workloads lanefold_icd lanefold_shared lanefold_static)
set(build_product "\"${CMAKE_COMMAND}\" --build \"${PROJECT_BINARY_DIR}\" --target product")
install(CODE "execute_process(COMMAND ${build_product} COMMAND_ERROR_IS_FATAL ANY)" ALL_COMPONENTS)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/Lanefold")
install(TARGETS lanefold_shared EXPORT LanefoldTargets
  LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library NAMELINK_COMPONENT development)
install(TARGETS lanefold_static EXPORT LanefoldStaticTargets
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT development)
foreach(kind IN ITEMS "" Static)
  install(EXPORT Lanefold${kind}Targets NAMESPACE Lanefold:: DESTINATION "${package}" COMPONENT development)
endforeach()
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/install/LanefoldConfig.cmake.in" LanefoldConfig.cmake
  INSTALL_DESTINATION "${package}" PATH_VARS CMAKE_INSTALL_INCLUDEDIR CMAKE_INSTALL_DATADIR CMAKE_INSTALL_BINDIR)
write_basic_package_version_file(LanefoldConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/LanefoldConfig.cmake" "${PROJECT_BINARY_DIR}/LanefoldConfigVersion.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/FindSystemC.cmake" DESTINATION "${package}" COMPONENT development)

# Headers: the public ones, and those of the model's blocks, whose names are not for everybody's search path.
set(blocks "${CMAKE_INSTALL_INCLUDEDIR}/lanefold/model")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/lanefold" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
  COMPONENT development)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/models/" DESTINATION "${blocks}" COMPONENT development
  FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN twins EXCLUDE PATTERN device_library EXCLUDE)
string(REGEX REPLACE "[^/]+" ".." PC_UP "${CMAKE_INSTALL_LIBDIR}")  # from pkgconfig to the prefix
foreach(name IN ITEMS lanefold lanefold-model)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/install/${name}.pc.in" ${name}.pc @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${name}.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig"
    COMPONENT development)
endforeach()

install(DIRECTORY "${PROJECT_SOURCE_DIR}/rtl" DESTINATION "${CMAKE_INSTALL_DATADIR}/lanefold" COMPONENT development
  FILES_MATCHING PATTERN "*.sv" PATTERN "*.svh" PATTERN "*.f" PATTERN "*.core" PATTERN blocks.toml PATTERN geometries.txt)
set(page "${PROJECT_BINARY_DIR}/lanefold.1")
add_custom_command(OUTPUT "${page}"
  COMMAND "${CMAKE_COMMAND}" "-DCOMMAND=$<TARGET_FILE:lanefold>" "-DTEMPLATE=${CMAKE_CURRENT_LIST_DIR}/install/lanefold.1.in"
    "-DPAGE=${page}" "-DPROJECT_VERSION=${PROJECT_VERSION}" "-DCMAKE_INSTALL_DATADIR=${CMAKE_INSTALL_DATADIR}"
    -P "${CMAKE_CURRENT_LIST_DIR}/ManPage.cmake"
  DEPENDS lanefold "${CMAKE_CURRENT_LIST_DIR}/install/lanefold.1.in" "${CMAKE_CURRENT_LIST_DIR}/ManPage.cmake" VERBATIM)
add_custom_target(lanefold_man ALL DEPENDS "${page}")
install(FILES "${PROJECT_BINARY_DIR}/lanefold.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1" COMPONENT runtime)
install(FILES "${CMAKE_CURRENT_LIST_DIR}/install/completion.bash" RENAME lanefold
  DESTINATION "${CMAKE_INSTALL_DATADIR}/bash-completion/completions" COMPONENT runtime)
install(FILES "${PROJECT_SOURCE_DIR}/CHANGELOG.md" "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}"
  COMPONENT runtime)

include("${CMAKE_CURRENT_LIST_DIR}/LanefoldPackages.cmake")
