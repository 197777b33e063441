// SPDX-License-Identifier: Apache-2.0
// Comes before Verilator's run-time library: what RTL prints ($display, an assertion that fails)
// goes to standard error, since standard output may be data.
#pragma once

#include <cstdio>

#define VL_PRINTF(...) std::fprintf(stderr, __VA_ARGS__)
