# SPDX-License-Identifier: Apache-2.0
# Defines SystemC::systemc from SystemC's own CMake package, or else from pkg-config, because
# distributions ship no CMake files with it.
# Fails at configure time when the library was built for another C++ standard, which would otherwise be an
# unexplained missing symbol at link time (the library exports a version symbol that names the standard).

include(FindPackageHandleStandardArgs)
find_package(SystemCLanguage CONFIG QUIET)
if(NOT TARGET SystemC::systemc)
  find_package(PkgConfig QUIET)
  pkg_check_modules(systemc QUIET IMPORTED_TARGET systemc>=2.3.4)
  if(systemc_FOUND)
    add_library(SystemC::systemc INTERFACE IMPORTED)
    target_link_libraries(SystemC::systemc INTERFACE PkgConfig::systemc)
  endif()
endif()
if(TARGET SystemC::systemc)
  set(systemc_target SystemC::systemc)
endif()
find_package_handle_standard_args(SystemC REQUIRED_VARS systemc_target
  REASON_FAILURE_MESSAGE "SystemC 2.3.4 or later was found neither as a CMake package nor by pkg-config: run scripts/setup, or install the package libsystemc-dev")
if(NOT SystemC_FOUND)
  return()
endif()

include(CheckCXXSourceCompiles)
block()
  set(CMAKE_REQUIRED_LIBRARIES SystemC::systemc)
  set(CMAKE_REQUIRED_FLAGS)
  if(CMAKE_CXX_STANDARD)
    set(CMAKE_REQUIRED_FLAGS "-std=c++${CMAKE_CXX_STANDARD}")
  endif()
  unset(systemc_links_with_this_standard CACHE)
  set(CMAKE_REQUIRED_QUIET TRUE)
  check_cxx_source_compiles("#include <systemc>
    int sc_main(int, char**) { sc_core::sc_start(); return 0; }" systemc_links_with_this_standard)
  if(NOT systemc_links_with_this_standard)
    message(FATAL_ERROR "SystemC does not link with C++${CMAKE_CXX_STANDARD}: the library was built for another "
      "C++ standard (Debian's libsystemc 2.3.4 wants C++17); configure with -DCMAKE_CXX_STANDARD=17")
  endif()
endblock()
