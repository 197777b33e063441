# SPDX-License-Identifier: Apache-2.0
# Defines SystemC::systemc from pkg-config, for distributions whose package ships no CMake files.
# Fails at configure time when the library was built for another C++ standard, which would otherwise be an
# unexplained missing symbol at link time (the library exports a version symbol that names the standard).

find_package(SystemCLanguage CONFIG QUIET)
if(TARGET SystemC::systemc)
  set(SystemC_FOUND TRUE)
  return()
endif()

find_package(PkgConfig QUIET)
pkg_check_modules(systemc QUIET IMPORTED_TARGET systemc>=2.3.4)
if(systemc_FOUND)
  add_library(SystemC::systemc INTERFACE IMPORTED)
  target_link_libraries(SystemC::systemc INTERFACE PkgConfig::systemc)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SystemC REQUIRED_VARS systemc_FOUND VERSION_VAR systemc_VERSION
  REASON_FAILURE_MESSAGE "SystemC 2.3.4 or later was not found by pkg-config: run scripts/setup, or install the package libsystemc-dev")

include(CheckCXXSourceCompiles)
block()
  set(CMAKE_REQUIRED_LIBRARIES SystemC::systemc)
  set(CMAKE_REQUIRED_FLAGS "-std=c++${CMAKE_CXX_STANDARD}")
  unset(systemc_links_with_this_standard CACHE)
  set(CMAKE_REQUIRED_QUIET TRUE)
  check_cxx_source_compiles("#include <systemc>
    int sc_main(int, char**) { sc_core::sc_start(); return 0; }" systemc_links_with_this_standard)
  if(NOT systemc_links_with_this_standard)
    message(FATAL_ERROR "SystemC does not link with -std=c++${CMAKE_CXX_STANDARD}: the library was built for another "
      "C++ standard (Debian's libsystemc 2.3.4 wants C++17); configure with -DCMAKE_CXX_STANDARD=17")
  endif()
endblock()
