// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "decisions/isa/gen8_alu/alu.h"
#include "decisions/isa/gen8_alu/check.h"
#include "decisions/isa/gen8_alu/element.h"
#include "decisions/isa/gen8_alu/refusal.h"

namespace lanefold::gen8 {
namespace {

bool is_readable(const Operand& operand) {
  switch (operand.file) {
    case RegisterFile::General:
    case RegisterFile::Null:
    case RegisterFile::Address:
    case RegisterFile::Flag:
    case RegisterFile::ChannelEnable:
    case RegisterFile::Timestamp:
      return true;
    case RegisterFile::Accumulator:
    case RegisterFile::State:
    case RegisterFile::Control:
      return operand.number == 0;
    default:
      return false;
  }
}

bool is_writable(const Operand& operand) {
  const bool is_constant = operand.file == RegisterFile::ChannelEnable ||
                           operand.file == RegisterFile::Timestamp ||
                           operand.file == RegisterFile::State;
  return is_readable(operand) && !is_constant;
}

/// The byte behind the last that a direct operand has, counted from its first.
unsigned region_bytes(const Operand& operand, unsigned last_element) {
  return (last_element + 1) * type_bytes(operand.type);
}

unsigned last_source_element(const Region& region, unsigned count) {
  unsigned last = 0;
  for (unsigned n = 0; n < count; ++n) {
    last = std::max(last, element_offset(region, n));
  }
  return last;
}

/// Null and tm0 have no bytes, an accumulator has an element for each channel.
void check_range(const Instruction& instruction, const Operand& operand, unsigned last_element) {
  const unsigned size = file_bytes(operand.file);
  if (size == 0) {
    return;
  }
  const unsigned step = operand.file == RegisterFile::General ? kRegisterBytes : 4;
  const unsigned end = operand.number * step + operand.byte + region_bytes(operand, last_element);
  if (end > size) {
    refuse(instruction, fmt::format("elements within the {} bytes of their registers", size),
           fmt::format("one that ends at byte {}", end));
  }
}

void check_accumulator(const Instruction& instruction, const Operand& operand, bool packed) {
  if (operand.file == RegisterFile::Accumulator && (operand.byte != 0 || !packed)) {
    refuse(instruction, "all elements of acc0 in order", "another region");
  }
}

void check_source(const Instruction& instruction, const Operand& operand) {
  if (operand.kind != OperandKind::Register) {
    return;
  }
  const unsigned count = instruction.execution_size;
  if (!is_readable(operand)) {
    refuse(instruction, "a source that the ALU can read", "another register");
  }
  check_range(instruction, operand, last_source_element(operand.region, count));
  check_accumulator(instruction, operand, is_packed(operand.region, count));
}

void check_destination(const Instruction& instruction, const Operand& operand) {
  if (operand.kind != OperandKind::Register) {
    return;
  }
  if (!is_writable(operand)) {
    refuse(instruction, "a destination that the ALU can write", "another register");
  }
  const unsigned stride = destination_stride(operand);
  check_range(instruction, operand, (instruction.execution_size - 1U) * stride);
  check_accumulator(instruction, operand, stride == 1);
}

}  // namespace

void check_operands(const Instruction& instruction) {
  check_destination(instruction, instruction.destination);
  for (unsigned n = 0; n < instruction.source_count; ++n) {
    check_source(instruction, instruction.sources.at(n));
  }
}

bool reads_channel_enable(const Instruction& instruction) {
  return std::any_of(
      instruction.sources.begin(), instruction.sources.begin() + instruction.source_count,
      [](const Operand& operand) {
        return operand.kind == OperandKind::Register && operand.file == RegisterFile::ChannelEnable;
      });
}

}  // namespace lanefold::gen8
