# SPDX-License-Identifier: Apache-2.0
# Writes the commit that is checked out into a header: cmake -DSOURCE=… -DHEADER=… -P BuildCommit.cmake
execute_process(COMMAND git -C "${SOURCE}" rev-parse --short=12 HEAD
  OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
file(CONFIGURE OUTPUT "${HEADER}" CONTENT "#define LANEFOLD_COMMIT \"${commit}\"\n" @ONLY)
