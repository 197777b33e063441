# SPDX-License-Identifier: Apache-2.0
# A block is a library.

# lanefold_library(NAME SOURCES a.cpp … DEPENDS lib …)
function(lanefold_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;DEPENDS;PRIVATE_DEPENDS")
  add_library(${name} STATIC ${arg_SOURCES})
  target_link_libraries(${name} PUBLIC lanefold_options ${arg_DEPENDS} PRIVATE ${arg_PRIVATE_DEPENDS})
endfunction()
