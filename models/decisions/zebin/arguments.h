// SPDX-License-Identifier: Apache-2.0
// Arguments of a launch as a thread gets them: addresses, offsets in local memory, bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "decisions/zebin/zebin.h"
#include "lanefold/device.h"

namespace lanefold::gen8 {

/// Of a buffer, as the kernel sees it.
struct DeviceAddress {
  std::uint32_t value = 0;
};
/// In a work-group's local memory, bytes.
struct LocalOffset {
  std::uint32_t value = 0;
};
using ResolvedArgument = std::variant<DeviceAddress, LocalOffset, std::vector<std::byte>>;

struct ResolvedArguments {
  std::vector<ResolvedArgument> values;
  std::uint64_t local_bytes = 0;  ///< of a work-group: the kernel's own and the arguments'
};

/// Places the arguments' local memory behind the kernel's own, in their order, each at a multiple
/// of its alignment. `arguments` must be what the kernel takes; whether so much local memory is
/// there is the caller's to check.
ResolvedArguments resolve_arguments(const ZebinKernel& kernel,
                                    const std::vector<ArgumentValue>& arguments);

}  // namespace lanefold::gen8
