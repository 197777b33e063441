// SPDX-License-Identifier: Apache-2.0
// What kernels of Gen8's EU have printed: the records that code of Intel's compiler leaves in the
// printf buffer of a launch, as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "decisions/memory/global_memory.h"
#include "lanefold/device.h"

namespace lanefold::gen8 {

/// What the buffer's first word holds when a launch begins: the bytes in use, its own.
constexpr std::uint32_t kPrintfHeaderBytes = 4;

/// Whether calls of printf found no room.
bool is_full(const GlobalMemory& memory, const Buffer& buffer);

/// Calls `print` for each complete record of `buffer`, which lies in `memory`, in the buffer's
/// order. The content is not trusted: only what kernels cannot write is text of the program.
void print_records(const GlobalMemory& memory, const Buffer& buffer, const Device::Print& print);

}  // namespace lanefold::gen8
