// SPDX-License-Identifier: Apache-2.0
// Checks each argument against what the kernel takes, and puts it into its place.
#include "machine/device/argument_block.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>

#include "lanefold/image_descriptor.h"
#include "lanefold/memory_map.h"
#include "machine/device/launch_checks.h"

namespace lanefold {
namespace {

std::string expectation(const KernelArgument& formal) {
  switch (formal.kind) {
    case ArgumentKind::Global:
      return "a buffer";
    case ArgumentKind::Constant:
      return "a buffer (constant memory)";
    case ArgumentKind::Local:
      return "a size of local memory";
    case ArgumentKind::Image:
      return "an image (a buffer with its descriptor)";
    case ArgumentKind::Sampler:
      return "a sampler (a value of 4 bytes)";
    default:
      return fmt::format("a value of {} bytes", formal.size);
  }
}

std::string description(const ArgumentValue& given) {
  if (std::holds_alternative<Buffer>(given)) return "a buffer";
  if (std::holds_alternative<LocalBytes>(given)) return "a size of local memory";
  return fmt::format("a value of {} bytes", std::get<std::vector<std::byte>>(given).size());
}

bool fits(const KernelArgument& formal, const ArgumentValue& given) {
  switch (formal.kind) {
    case ArgumentKind::Global:
    case ArgumentKind::Constant:
      return std::holds_alternative<Buffer>(given);
    case ArgumentKind::Local:
      return std::holds_alternative<LocalBytes>(given);
    case ArgumentKind::Image: {
      const auto* descriptor = std::get_if<Buffer>(&given);
      return descriptor != nullptr && descriptor->size >= sizeof(ImageDescriptor);
    }
    default:
      break;
  }
  const auto* value = std::get_if<std::vector<std::byte>>(&given);
  return value != nullptr && value->size() == formal.size;
}

void put_address(std::vector<std::byte>& block, const KernelArgument& formal,
                 std::uint32_t address) {
  std::memcpy(block.data() + formal.offset, &address, sizeof address);
}

std::string name_of(const KernelInfo& kernel, std::size_t index) {
  const KernelArgument& formal = kernel.arguments[index];
  return fmt::format("argument {} ({} {})", index, formal.type_name, formal.name);
}

void check_kind(const KernelInfo& kernel, std::size_t index, const ArgumentValue& given) {
  const KernelArgument& formal = kernel.arguments[index];
  if (fits(formal, given)) return;
  refuse_launch(kernel, fmt::format("{} takes {}, not {}", name_of(kernel, index),
                                    expectation(formal), description(given)));
}

void check_exists(const KernelInfo& kernel, std::size_t index, const Buffer& buffer,
                  const GlobalMemory& memory) {
  const std::uint32_t last = buffer.address + buffer.size - 1;
  if (buffer.size == 0 || memory.find(buffer.address, last) != nullptr) return;
  refuse_launch(kernel, fmt::format("{} is a buffer of {} bytes at {:#010x} that does not exist: "
                                    "released?",
                                    name_of(kernel, index), buffer.size, buffer.address));
}

}  // namespace

void check_arguments(const KernelInfo& kernel, const std::vector<ArgumentValue>& arguments,
                     const GlobalMemory& memory) {
  if (arguments.size() != kernel.arguments.size()) {
    refuse_launch(kernel, fmt::format("{} arguments given; it takes {}", arguments.size(),
                                      kernel.arguments.size()));
  }
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    check_kind(kernel, i, arguments[i]);
    if (const auto* buffer = std::get_if<Buffer>(&arguments[i])) {
      check_exists(kernel, i, *buffer, memory);
    }
  }
}

ArgumentBlock lay_out_arguments(const KernelInfo& kernel,
                                const std::vector<ArgumentValue>& arguments,
                                const GlobalMemory& memory, const MachineConfig& machine) {
  check_arguments(kernel, arguments, memory);
  ArgumentBlock block{std::vector<std::byte>(kernel.argument_bytes), kernel.local_bytes};
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const KernelArgument& formal = kernel.arguments[i];
    if (const auto* buffer = std::get_if<Buffer>(&arguments[i])) {
      put_address(block.bytes, formal, buffer->address);
    } else if (const auto* local = std::get_if<LocalBytes>(&arguments[i])) {
      const std::uint64_t offset = local_argument_offset(block.local_bytes);
      check_local(kernel, offset + local->size, machine);
      put_address(block.bytes, formal, kLocalBase + static_cast<std::uint32_t>(offset));
      block.local_bytes = static_cast<std::uint32_t>(offset + local->size);
    } else {
      const auto& value = std::get<std::vector<std::byte>>(arguments[i]);
      std::copy(value.begin(), value.end(), block.bytes.begin() + formal.offset);
    }
  }
  return block;
}

}  // namespace lanefold
