# SPDX-License-Identifier: Apache-2.0
# Writes the manual page, whose commands and options the command itself says:
#   cmake -DCOMMAND=lanefold -DTEMPLATE=lanefold.1.in -DPAGE=lanefold.1 -DPROJECT_VERSION=… -DCMAKE_INSTALL_DATADIR=…
#     -P ManPage.cmake
execute_process(COMMAND "${COMMAND}" --man OUTPUT_VARIABLE COMMANDS COMMAND_ERROR_IS_FATAL ANY)
string(STRIP "${COMMANDS}" COMMANDS)
configure_file("${TEMPLATE}" "${PAGE}" @ONLY)
