// SPDX-License-Identifier: Apache-2.0
// What .ze_info says of the registers that a thread starts with.
#pragma once

#include "decisions/zebin/info_map.h"
#include "decisions/zebin/zebin.h"

namespace lanefold::gen8 {

/// Most arguments of a kernel: more addresses do not fit into registers.
constexpr std::uint32_t kMostArguments = 1024;

/// Fills in `payload`, `local_id_dimensions`, `cross_thread_bytes` and `surfaces`. `simd_size` is
/// known.
void read_payload(const InfoMap& info, ZebinKernel& kernel);

}  // namespace lanefold::gen8
