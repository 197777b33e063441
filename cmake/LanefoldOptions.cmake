# SPDX-License-Identifier: Apache-2.0
# How all of our code is compiled: the language, the warnings, the sanitizers, link-time optimisation.

set(CMAKE_CXX_STANDARD 17 CACHE STRING "C++ standard; SystemC must have been built with the same one")
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

set(LANEFOLD_SANITIZE "" CACHE STRING "Sanitizers to build with, as in -fsanitize=, for instance address,undefined")
option(LANEFOLD_COVERAGE "Instrument for line coverage" OFF)
option(LANEFOLD_LTO "Link-time optimisation" OFF)
set(LANEFOLD_PROFILE "" CACHE STRING "What a profile is for: generate or use one (GCC; scripts/build-guided does both)")
option(LANEFOLD_FUZZ "Instrument for libFuzzer and build the fuzz targets (clang)" OFF)

add_library(lanefold_options INTERFACE)
# Contraction would fuse a*b+c into one rounding, which RISC-V does not do unless the program asks for it.
# Nobody replaces a function of ours at load time, so that units without link-time optimisation may inline theirs.
target_compile_options(lanefold_options INTERFACE -Wall -Wextra -Werror -ffp-contract=off -fno-semantic-interposition)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # GCC 12 drops the bool of a small struct in `flag != mask.test(i)` when it splits wide registers.
  target_compile_options(lanefold_options INTERFACE -fno-split-wide-types)
endif()
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  # Counting lanes is everywhere; without the instruction it is a library call.
  target_compile_options(lanefold_options INTERFACE -mpopcnt)
endif()
target_include_directories(lanefold_options INTERFACE
  "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/models" "${PROJECT_SOURCE_DIR}")

# A program that uses no symbol of SystemC must not be asked for an sc_main.
target_link_options(lanefold_options INTERFACE -Wl,--as-needed)

if(LANEFOLD_SANITIZE)
  target_compile_options(lanefold_options INTERFACE
    -fsanitize=${LANEFOLD_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(lanefold_options INTERFACE -fsanitize=${LANEFOLD_SANITIZE})
endif()
if(LANEFOLD_COVERAGE)
  target_compile_options(lanefold_options INTERFACE --coverage -fprofile-update=atomic)
  target_link_options(lanefold_options INTERFACE --coverage)
endif()
if(LANEFOLD_PROFILE)
  # What the profile has not seen is compiled as without one, not for size.
  target_compile_options(lanefold_options INTERFACE
    -fprofile-${LANEFOLD_PROFILE} -fprofile-partial-training -Wno-missing-profile)
  target_link_options(lanefold_options INTERFACE -fprofile-${LANEFOLD_PROFILE})
endif()
if(LANEFOLD_FUZZ)
  # clang reports the deprecated functions that libstdc++'s std::stable_sort itself uses.
  target_compile_options(lanefold_options INTERFACE -fsanitize=fuzzer-no-link -Wno-deprecated-declarations)
endif()
if(LANEFOLD_LTO)
  set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Two types of one name in different blocks: the linker sees them, the compiler does not.
    target_link_options(lanefold_options INTERFACE -Werror=odr)
    # Code of both kinds, so that tests link in a second instead of ten; the command is linked as a whole.
    set(CMAKE_CXX_COMPILE_OPTIONS_IPO -flto=auto -ffat-lto-objects)
  endif()
endif()
