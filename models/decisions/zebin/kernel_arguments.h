// SPDX-License-Identifier: Apache-2.0
// The arguments of a kernel as a host program sees them.
#pragma once

#include <optional>

#include "decisions/zebin/info_map.h"
#include "decisions/zebin/zebin.h"

namespace lanefold::gen8 {

/// Fills in kernel.info from the payload, and from the names and types of kernels_misc_info, of
/// which `names` is the kernel's element, if there is one. `info` is that of `kernels`.
void read_arguments(const InfoMap& info, const std::optional<InfoMap>& names, ZebinKernel& kernel);

}  // namespace lanefold::gen8
