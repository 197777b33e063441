// SPDX-License-Identifier: Apache-2.0
#include "decisions/zebin/read_payload.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "decisions/isa/gen8/operand.h"

namespace lanefold::gen8 {
namespace {

constexpr std::array<std::pair<const char*, PayloadKind>, 12> kKinds = {
    {{"global_id_offset", PayloadKind::GlobalIdOffset},
     {"local_size", PayloadKind::LocalSize},
     {"enqueued_local_size", PayloadKind::EnqueuedLocalSize},
     {"group_count", PayloadKind::GroupCount},
     {"global_size", PayloadKind::GlobalSize},
     {"work_dimensions", PayloadKind::WorkDimensions},
     {"arg_byvalue", PayloadKind::Value},
     {"arg_bypointer", PayloadKind::Pointer},
     {"buffer_address", PayloadKind::BufferAddress},
     {"buffer_offset", PayloadKind::BufferOffset},
     {"private_base_stateless", PayloadKind::PrivateBase},
     {"printf_buffer", PayloadKind::PrintfBuffer}}};

constexpr std::array<std::pair<const char*, AddressMode>, 3> kModes = {
    {{"stateless", AddressMode::Stateless},
     {"stateful", AddressMode::Stateful},
     {"slm", AddressMode::Local}}};

constexpr std::array<std::pair<const char*, ArgumentKind>, 3> kSpaces = {
    {{"global", ArgumentKind::Global},
     {"constant", ArgumentKind::Constant},
     {"local", ArgumentKind::Local}}};

constexpr std::array<std::pair<const char*, bool>, 1> kThreadKinds = {{{"local_id", true}}};

/// Whether a piece of this kind may have so many bytes.
bool is_size(const PayloadArgument& argument) {
  const std::uint32_t size = argument.size;
  switch (argument.kind) {
    case PayloadKind::GlobalIdOffset:
    case PayloadKind::LocalSize:
    case PayloadKind::EnqueuedLocalSize:
    case PayloadKind::GroupCount:
    case PayloadKind::GlobalSize:
      return size == 4 || size == 8 || size == 12;
    case PayloadKind::WorkDimensions:
    case PayloadKind::BufferOffset:
      return size == 4;
    case PayloadKind::Value:
      return size > 0;
    case PayloadKind::Pointer:
      return size == 4 || (size == 0 && argument.mode == AddressMode::Stateful);
    default:
      return size == 4 || size == 8;
  }
}

std::uint32_t argument_index(const InfoMap& info) {
  const std::uint32_t index = info.number("arg_index");
  if (index >= kMostArguments) {
    info.refuse(fmt::format("arg_index is {}; valid: 0 to {}", index, kMostArguments - 1));
  }
  return index;
}

/// The model has no sampler unit, to which code of Gen8 sends messages.
void refuse_images(const InfoMap& info) {
  const std::string type = info.text_or("arg_type", "");
  const std::string space = info.text_or("addrspace", "");
  if (space == "image" || space == "sampler" || starts_with(type, "image_") ||
      starts_with(type, "sampler_")) {
    info.refuse("images and samplers need core.isa=riscv, for the model has no sampler of Gen8");
  }
}

PayloadArgument read_argument(const InfoMap& info) {
  refuse_images(info);
  PayloadArgument argument;
  argument.kind = info.choice("arg_type", kKinds);
  argument.offset = info.number("offset");
  argument.size = info.number("size");
  if (argument.has_argument()) argument.argument = argument_index(info);
  if (argument.kind == PayloadKind::Pointer) {
    argument.argument_kind = info.choice("addrspace", kSpaces);
    argument.mode = info.choice("addrmode", kModes);
    const bool local = argument.argument_kind == ArgumentKind::Local;
    if (local != (argument.mode == AddressMode::Local)) {
      info.refuse("addrmode slm belongs to addrspace local, and no other");
    }
  }
  argument.source_offset = info.number_or("source_offset", 0);
  argument.slm_alignment = info.number_or("slm_alignment", 0);
  if (!is_size(argument)) {
    info.refuse(
        fmt::format("{} bytes are no valid size of {}", argument.size, info.text("arg_type")));
  }
  return argument;
}

/// Of x, y and z, those whose local ids the payload has.
unsigned read_local_ids(const InfoMap& info, unsigned simd_size) {
  const std::uint32_t each = simd_size == 32 ? 2 * kRegisterBytes : kRegisterBytes;
  unsigned dimensions = 0;
  for (const InfoMap& entry :
       info.maps("per_thread_payload_arguments", "per-thread payload argument")) {
    entry.choice("arg_type", kThreadKinds);
    const std::uint32_t size = entry.number("size");
    if (dimensions != 0 || entry.number("offset") != 0 || size == 0 || size % each != 0 ||
        size > 3 * each) {
      entry.refuse(fmt::format("valid is one local_id at offset 0, of {}, {} or {} bytes", each,
                               2 * each, 3 * each));
    }
    dimensions = size / each;
  }
  return dimensions;
}

}  // namespace

void read_payload(const InfoMap& info, ZebinKernel& kernel) {
  kernel.local_id_dimensions = read_local_ids(info, kernel.simd_size);
  const std::uint32_t available =
      (kGeneralRegisters - kernel.cross_thread_register()) * kRegisterBytes;
  std::uint32_t used = 0;
  for (const InfoMap& entry : info.maps("payload_arguments", "payload argument")) {
    const PayloadArgument argument = read_argument(entry);
    if (argument.offset > available || argument.size > available - argument.offset) {
      entry.refuse(fmt::format("{} bytes at {} do not fit into a thread's registers", argument.size,
                               argument.offset));
    }
    if (argument.source_offset > available) {
      entry.refuse(
          fmt::format("source_offset is {}; valid: 0 to {}", argument.source_offset, available));
    }
    used = std::max(used, argument.offset + argument.size);
    kernel.payload.push_back(argument);
  }
  kernel.cross_thread_bytes = (used + kRegisterBytes - 1) / kRegisterBytes * kRegisterBytes;
  for (const InfoMap& entry : info.maps("binding_table_indices", "binding table entry")) {
    kernel.surfaces.push_back({entry.number("bti_value"), argument_index(entry)});
    if (kernel.surfaces.back().index > 239) {
      entry.refuse(fmt::format("bti_value is {}; valid: 0 to 239", kernel.surfaces.back().index));
    }
  }
}

}  // namespace lanefold::gen8
