# SPDX-License-Identifier: Apache-2.0
# Everything that is bought: all of it comes from the distribution's packages (scripts/setup).

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)
find_package(SystemC REQUIRED)
find_package(GTest REQUIRED)
find_package(benchmark REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(tomlplusplus REQUIRED)
find_package(CLI11 REQUIRED)
find_package(OpenCL REQUIRED)
find_package(Boost 1.74 REQUIRED COMPONENTS iostreams filesystem graph)
pkg_check_modules(elf REQUIRED IMPORTED_TARGET libelf libdw)
pkg_check_modules(yaml REQUIRED IMPORTED_TARGET yaml-cpp)  # for binaries of Intel's compiler
pkg_check_modules(trace_codec REQUIRED IMPORTED_TARGET libzstd libxxhash)  # for mask traces
pkg_check_modules(xxhash REQUIRED IMPORTED_TARGET libxxhash)  # for the cache of compiled code
pkg_check_modules(mpfr IMPORTED_TARGET mpfr>=4.2)  # for tests of the math built-ins only
include(GoogleTest)
