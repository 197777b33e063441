// SPDX-License-Identifier: Apache-2.0
// What .ze_info says of a kernel.
#pragma once

#include "decisions/zebin/info_map.h"
#include "decisions/zebin/zebin.h"

namespace lanefold::gen8 {

/// All but the code, and but what only kernels_misc_info says. `info` is an element of `kernels`.
ZebinKernel read_kernel(const InfoMap& info);

}  // namespace lanefold::gen8
