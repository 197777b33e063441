// SPDX-License-Identifier: Apache-2.0
#include "decisions/zebin/arguments.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "lanefold/error.h"

namespace lanefold::gen8 {
namespace {

/// Local memory of arguments is aligned at least like this.
constexpr std::uint32_t kLocalAlignment = 16;

[[noreturn]] void refuse(const ZebinKernel& kernel, const std::string& reason) {
  throw Error(ErrorKind::Launch, fmt::format("kernel {}: {}", kernel.info.name, reason));
}

std::string expectation(const KernelArgument& formal) {
  switch (formal.kind) {
    case ArgumentKind::Global:
    case ArgumentKind::Constant:
      return "a buffer";
    case ArgumentKind::Local:
      return "a size of local memory";
    default:
      return fmt::format("a value of {} bytes", formal.size);
  }
}

bool fits(const KernelArgument& formal, const ArgumentValue& given) {
  switch (formal.kind) {
    case ArgumentKind::Global:
    case ArgumentKind::Constant:
      return std::holds_alternative<Buffer>(given);
    case ArgumentKind::Local:
      return std::holds_alternative<LocalBytes>(given);
    default:
      break;
  }
  const auto* value = std::get_if<std::vector<std::byte>>(&given);
  return value != nullptr && value->size() == formal.size;
}

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
                                    const std::vector<ArgumentValue>& arguments,
                                    std::uint32_t available_local_bytes) {
  const std::vector<KernelArgument>& formals = kernel.info.arguments;
  if (arguments.size() != formals.size()) {
    refuse(kernel,
           fmt::format("{} arguments given; it takes {}", arguments.size(), formals.size()));
  }
  ResolvedArguments result;
  std::uint64_t local = kernel.slm_size;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    if (!fits(formals[i], arguments[i])) {
      refuse(kernel, fmt::format("argument {} ({} {}) takes {}", i, formals[i].type_name,
                                 formals[i].name, expectation(formals[i])));
    }
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
  if (local > available_local_bytes) {
    refuse(kernel, fmt::format("needs {} bytes of local memory; there are {}", local,
                               available_local_bytes));
  }
  result.local_bytes = static_cast<std::uint32_t>(local);
  return result;
}

}  // namespace lanefold::gen8
