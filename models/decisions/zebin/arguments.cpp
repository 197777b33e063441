// SPDX-License-Identifier: Apache-2.0
// Where arguments of a launch lie.
#include "decisions/zebin/arguments.h"

#include <algorithm>

namespace lanefold::gen8 {
namespace {

/// Local memory of arguments is aligned at least like this.
constexpr std::uint32_t kLocalAlignment = 16;

std::uint32_t alignment_of(const ZebinKernel& kernel, std::size_t argument) {
  std::uint32_t alignment = kLocalAlignment;
  for (const PayloadArgument& piece : kernel.payload) {
    if (piece.kind == PayloadKind::Pointer && piece.argument == argument) {
      alignment = std::max(alignment, piece.slm_alignment);
    }
  }
  return alignment;
}

}  // namespace

ResolvedArguments resolve_arguments(const ZebinKernel& kernel,
                                    const std::vector<ArgumentValue>& arguments) {
  ResolvedArguments result;
  std::uint64_t local = kernel.slm_size;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (const auto* buffer = std::get_if<Buffer>(&arguments[i])) {
      result.values.emplace_back(DeviceAddress{buffer->address});
    } else if (const auto* size = std::get_if<LocalBytes>(&arguments[i])) {
      const std::uint64_t alignment = alignment_of(kernel, i);
      const std::uint64_t offset = (local + alignment - 1) / alignment * alignment;
      result.values.emplace_back(LocalOffset{static_cast<std::uint32_t>(offset)});
      local = offset + size->size;
    } else {
      result.values.emplace_back(std::get<std::vector<std::byte>>(arguments[i]));
    }
  }
  result.local_bytes = local;
  return result;
}

}  // namespace lanefold::gen8
