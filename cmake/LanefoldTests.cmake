# SPDX-License-Identifier: Apache-2.0
# How tests are compiled, found and divided into tiers.

# Tests' own code says things once: it is compiled without the time that optimising it, as a whole or with the
# sanitizers' checks, would take.
function(lanefold_test_options target)
  # Half as many files in a unit as elsewhere: GoogleTest's macros take long.
  set_target_properties(${target} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF UNITY_BUILD_BATCH_SIZE 4)
  if(LANEFOLD_LTO AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(${target} PRIVATE -fno-lto)
  endif()
  if(LANEFOLD_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  else()
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# lanefold_test_program(NAME SOURCES a.cpp … DEPENDS lib …)
# A program that tests run, or are.
function(lanefold_test_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  add_executable(${name} ${arg_SOURCES})
  lanefold_test_options(${name})
  target_link_libraries(${name} PRIVATE lanefold_options ${arg_DEPENDS})
endfunction()

# lanefold_test(NAME SOURCES a_test.cpp … DEPENDS lib … [PART rtl] [TIMEOUT seconds])
# Every test case is an entry of CTest of its own. A case or an instantiation whose name begins with Deep belongs to the
# deep tier, all others to the quick one; their labels are quick or deep, with -PART behind it. What their kernels compile
# to, here and by PoCL, is cached in the build folder.
function(lanefold_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "PART;TIMEOUT" "SOURCES;DEPENDS")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  if(arg_PART)
    string(PREPEND arg_PART "-")
  endif()
  lanefold_test_program(${name} SOURCES ${arg_SOURCES} DEPENDS lanefold_test_main lanefold_test_support ${arg_DEPENDS})
  set(cache ENVIRONMENT "XDG_CACHE_HOME=${PROJECT_BINARY_DIR}/test_cache")
  set(common WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}" DISCOVERY_TIMEOUT 60 DISCOVERY_MODE PRE_TEST)
  gtest_discover_tests(${name} ${common} TEST_FILTER "-Deep*:*.Deep*"
    PROPERTIES ${cache} TIMEOUT ${arg_TIMEOUT} LABELS quick${arg_PART})
  gtest_discover_tests(${name} ${common} TEST_FILTER "Deep*:*.Deep*"
    PROPERTIES ${cache} TIMEOUT 1800 LABELS deep${arg_PART})
endfunction()

# lanefold_script_test(NAME LABEL TIMEOUT COMMAND argument …)
function(lanefold_script_test name label timeout)
  add_test(NAME ${name} COMMAND ${ARGN} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
  set_tests_properties(${name} PROPERTIES LABELS ${label} TIMEOUT ${timeout})
endfunction()
