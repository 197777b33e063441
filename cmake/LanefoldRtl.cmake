# SPDX-License-Identifier: Apache-2.0
# The Verilated RTL: whether it is built, for which geometries, and how one module becomes a twin in C++.

find_package(verilator QUIET HINTS $ENV{VERILATOR_ROOT})
set(LANEFOLD_RTL AUTO CACHE STRING "Build the Verilated RTL, its benches and RTL in the loop: ON, OFF, or AUTO, if verilator is found")
set_property(CACHE LANEFOLD_RTL PROPERTY STRINGS AUTO ON OFF)
set(LANEFOLD_RTL_DIR "${PROJECT_SOURCE_DIR}/rtl" CACHE PATH "Folder of the RTL to Verilate")
set(LANEFOLD_RTL_GEOMETRIES "8x4;16x4;32x8" CACHE STRING
  "Geometries to Verilate, a list of LANESxALU_WIDTH; all: all of rtl/geometries.txt")
option(LANEFOLD_RTL_COVERAGE "Count line and toggle coverage of the RTL" OFF)
option(LANEFOLD_RTL_ASSERTIONS "Check the assertions of the RTL wherever it runs" ON)

if(LANEFOLD_RTL STREQUAL "AUTO")
  # A tree that was configured before verilator was installed gets its RTL the next time.
  set(LANEFOLD_RTL ${verilator_FOUND})
  if(NOT verilator_FOUND)
    message(STATUS "Without RTL: verilator was not found (scripts/setup installs it), so there are no RTL benches and no --rtl")
  endif()
elseif(LANEFOLD_RTL AND NOT verilator_FOUND)
  message(FATAL_ERROR "LANEFOLD_RTL is on, but verilator was not found: run scripts/setup, or install the package "
    "verilator, or configure with -DLANEFOLD_RTL=OFF")
elseif(NOT LANEFOLD_RTL)
  message(STATUS "Without RTL: LANEFOLD_RTL is off, so there are no RTL benches and no --rtl")
endif()

# Sets `out` to the geometries to build, each as LANESxALU_WIDTH.
function(lanefold_rtl_geometries out)
  set(list "${PROJECT_SOURCE_DIR}/rtl/geometries.txt")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${list}")
  file(STRINGS "${list}" lines)
  list(TRANSFORM lines REPLACE "#.*$" "")
  list(FILTER lines EXCLUDE REGEX "^[ \t]*$")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "^[ \t]*[0-9]+[ \t]+[0-9]+[ \t]*$")
      message(FATAL_ERROR "rtl/geometries.txt has a line '${line}', which is not LANES ALU_WIDTH")
    endif()
    if(NOT line MATCHES "^[ \t]*(8[ \t]+(4|8)|(16|32|64)[ \t]+(4|8|16))[ \t]*$")
      message(FATAL_ERROR "rtl/geometries.txt has a line '${line}'; valid are 8, 16, 32 or 64 lanes on an ALU of 4, 8 or 16 "
        "lanes, not wider than the warp")
    endif()
  endforeach()
  list(TRANSFORM lines REPLACE "^[ \t]*([0-9]+)[ \t]+([0-9]+).*$" "\\1x\\2")
  list(REMOVE_DUPLICATES lines)
  if(NOT LANEFOLD_RTL_GEOMETRIES STREQUAL "all")
    foreach(wanted IN LISTS LANEFOLD_RTL_GEOMETRIES)
      if(NOT wanted IN_LIST lines)
        message(FATAL_ERROR "LANEFOLD_RTL_GEOMETRIES names ${wanted}, but rtl/geometries.txt has only ${lines}")
      endif()
    endforeach()
    set(lines ${LANEFOLD_RTL_GEOMETRIES})
  endif()
  set(${out} ${lines} PARENT_SCOPE)
endfunction()

# Writes what follows from rtl/blocks.toml and the headers of its modules into LANEFOLD_TWINS_DIR: without RTL only the
# names of the blocks.
function(lanefold_generate_twins)
  find_package(Python3 3.11 REQUIRED COMPONENTS Interpreter)
  set(geometries)
  if(LANEFOLD_RTL)
    lanefold_rtl_geometries(geometries)
  endif()
  set(scripts generate_twins.py twin_pins.py blocks.py rtl_header.py)
  list(TRANSFORM scripts PREPEND "${PROJECT_SOURCE_DIR}/scripts/")
  list(GET scripts 0 generator)
  execute_process(COMMAND_ERROR_IS_FATAL ANY
    COMMAND "${Python3_EXECUTABLE}" -B "${generator}" "${LANEFOLD_TWINS_DIR}" "${LANEFOLD_RTL_DIR}" ${geometries})
  file(GLOB modules "${LANEFOLD_RTL_DIR}/*.sv")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${scripts} "${PROJECT_SOURCE_DIR}/rtl/blocks.toml" ${modules})
endfunction()
set(LANEFOLD_TWINS_DIR "${PROJECT_BINARY_DIR}/twins")
lanefold_generate_twins()

# What generated code and the little that surrounds it is compiled with: not our warnings, sanitizers or link-time
# optimisation; everything of a library at once.
function(lanefold_rtl_options library)
  set_target_properties(${library} PROPERTIES
    UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0 UNITY_BUILD_UNIQUE_ID LANEFOLD_RTL_FILE
    INTERPROCEDURAL_OPTIMIZATION OFF EXPORT_COMPILE_COMMANDS OFF)
  target_compile_options(${library} PRIVATE -w -g0 -O1)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    target_compile_options(${library} PRIVATE -mpopcnt)
  endif()
  target_include_directories(${library} PRIVATE "${LANEFOLD_TWINS_DIR}" "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/models"
    "${VERILATOR_ROOT}/include" "${VERILATOR_ROOT}/include/vltstd")
  # Every model has a static function of this name.
  target_compile_definitions(${library} PRIVATE trace_init=LANEFOLD_RTL_FILE)
  target_compile_definitions(${library} PRIVATE VM_SC=1 VM_TRACE=1 VM_TRACE_FST=1 VM_COVERAGE=$<BOOL:${LANEFOLD_RTL_COVERAGE}>)
  target_link_libraries(${library} PUBLIC SystemC::systemc)
endfunction()

# The run-time library of Verilator, once for all models, with a waveform writer that notices when the disk is full
# and stops that throw.
function(lanefold_verilator_library library)
  set(sources verilated verilated_threads)
  if(LANEFOLD_RTL_COVERAGE)
    list(APPEND sources verilated_cov)
  endif()
  list(TRANSFORM sources PREPEND "${VERILATOR_ROOT}/include/")
  list(TRANSFORM sources APPEND ".cpp")
  add_library(${library} STATIC ${sources} "${PROJECT_SOURCE_DIR}/models/twins/verilated/checked_fst.cpp"
    "${PROJECT_SOURCE_DIR}/models/twins/verilated/stops.cpp")
  lanefold_rtl_options(${library})
  target_compile_definitions(${library} PRIVATE VL_USER_STOP VL_USER_FATAL)
  target_compile_options(${library} PRIVATE -include "${PROJECT_SOURCE_DIR}/models/twins/verilated/prints.h")
  # Its files use the same names for different things.
  set_target_properties(${library} PROPERTIES UNITY_BUILD OFF)
  find_package(ZLIB REQUIRED)
  target_link_libraries(${library} PUBLIC ZLIB::ZLIB Threads::Threads)
endfunction()

# Puts what runs once, at the start, last and without optimisation: that is half of the code, and was most of the compile time.
function(lanefold_rtl_order_sources library)
  get_target_property(sources ${library} SOURCES)
  list(FILTER sources EXCLUDE REGEX "^${VERILATOR_ROOT}/include/|/unoptimised\\.cpp$")
  list(REMOVE_DUPLICATES sources)
  set(slow ${sources})
  list(FILTER slow INCLUDE REGEX "__Slow\\.cpp$")
  list(FILTER sources EXCLUDE REGEX "__Slow\\.cpp$")
  set_property(TARGET ${library} PROPERTY SOURCES ${sources} "${PROJECT_SOURCE_DIR}/models/twins/verilated/unoptimised.cpp" ${slow})
endfunction()

# lanefold_rtl_twin(LIBRARY MODULE NAME PARAMETER=VALUE …)
# Verilates rtl/MODULE.sv with these parameters, as VNAME, into a library, together with the file that makes a twin of it.
function(lanefold_rtl_twin library module name)
  if(NOT TARGET ${library})
    add_library(${library} STATIC)
    lanefold_rtl_options(${library})
    set_property(GLOBAL APPEND PROPERTY LANEFOLD_RTL_LIBRARIES ${library})
  endif()
  list(TRANSFORM ARGN PREPEND "-G" OUTPUT_VARIABLE parameters)
  set(coverage)
  set(counting)
  if(LANEFOLD_RTL_COVERAGE)
    # Splitting an always block moves the counters of its branches behind what the branches change.
    set(coverage COVERAGE)
    set(counting --coverage-max-width 4096 -fno-split)
  endif()
  set(assertions)
  if(LANEFOLD_RTL_ASSERTIONS)
    set(assertions --assert -DLANEFOLD_ASSERTIONS)
  endif()
  # Warnings are the business of the lint.
  verilate(${library} SYSTEMC TRACE_FST ${coverage} PREFIX V${name} TOP_MODULE ${module}
    VERILATOR_ARGS -O3 -Wno-fatal -Wno-lint ${assertions} ${counting} ${parameters} INCLUDE_DIRS "${LANEFOLD_RTL_DIR}"
    SOURCES "${LANEFOLD_RTL_DIR}/lanefold_pkg.sv" "${LANEFOLD_RTL_DIR}/${module}.sv")
  target_sources(${library} PRIVATE "${LANEFOLD_TWINS_DIR}/${name}.cpp")
  lanefold_rtl_order_sources(${library})
endfunction()
