# SPDX-License-Identifier: Apache-2.0
# Two verbs for the whole tree: a block is a library, a block's tests are one binary.

# lanefold_library(NAME SOURCES a.cpp … DEPENDS lib …)
function(lanefold_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS")
  add_library(${name} STATIC ${arg_SOURCES})
  target_link_libraries(${name} PUBLIC lanefold_options ${arg_DEPENDS} PRIVATE ${arg_PRIVATE_DEPENDS})
endfunction()

# lanefold_test_program(NAME SOURCES a.cpp … DEPENDS lib …)
# A program that tests run, or are: linked without the time that optimising it as a whole would take.
function(lanefold_test_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS")
  add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES INTERPROCEDURAL_OPTIMIZATION OFF)
  if(LANEFOLD_LTO AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_link_options(${name} PRIVATE -fno-lto)
  endif()
  # What a test says itself takes less time as it is than optimising it with the sanitizers' checks.
  if(LANEFOLD_SANITIZE)
    target_compile_options(${name} PRIVATE -O0)
  endif()
  target_link_libraries(${name} PRIVATE lanefold_options ${arg_DEPENDS})
endfunction()

# lanefold_test(NAME SOURCES a_test.cpp … DEPENDS lib … [TIMEOUT seconds])
# Every test case is an entry of CTest of its own.
function(lanefold_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "SOURCES;DEPENDS")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  lanefold_test_program(${name} SOURCES ${arg_SOURCES} DEPENDS ${arg_DEPENDS} GTest::gmock GTest::gtest_main)
  gtest_discover_tests(${name} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    DISCOVERY_TIMEOUT 60 DISCOVERY_MODE PRE_TEST PROPERTIES TIMEOUT ${arg_TIMEOUT})
endfunction()
