// SPDX-License-Identifier: Apache-2.0
// What follows in the same translation unit is compiled without optimisation.
#pragma GCC optimize("O0")
