# SPDX-License-Identifier: Apache-2.0
# A block is a library.

# lanefold_library(NAME SOURCES a.cpp … DEPENDS lib …)
function(lanefold_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS")
  add_library(${name} STATIC ${arg_SOURCES})
  string(FIND "${CMAKE_CURRENT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/models/" in_models)
  string(FIND "${CMAKE_CURRENT_SOURCE_DIR}" "${PROJECT_SOURCE_DIR}/models/twins" in_twins)
  if(in_models EQUAL 0 AND NOT in_twins EQUAL 0)
    set_property(GLOBAL APPEND PROPERTY LANEFOLD_MODEL_LIBRARIES ${name})  # of what is installed as one
  endif()
  target_link_libraries(${name} PUBLIC lanefold_options ${arg_DEPENDS} PRIVATE ${arg_PRIVATE_DEPENDS})
endfunction()
