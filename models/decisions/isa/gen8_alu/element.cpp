// SPDX-License-Identifier: Apache-2.0
#include "decisions/isa/gen8_alu/element.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "decisions/isa/gen8_alu/number.h"
#include "decisions/isa/gen8_alu/refusal.h"

namespace lanefold::gen8 {
namespace {

/// Where the first byte of a register file is, or nullptr.
template <class AnyRegisters>
auto* file_start(AnyRegisters& registers, RegisterFile file) {
  using Byte = std::remove_pointer_t<decltype(registers.general.data())>;
  switch (file) {
    case RegisterFile::General:
      return registers.general.data();
    case RegisterFile::Address:
      return reinterpret_cast<Byte*>(registers.address.data());
    case RegisterFile::Flag:
      return reinterpret_cast<Byte*>(registers.flags.data());
    case RegisterFile::State:
      return reinterpret_cast<Byte*>(registers.state.data());
    case RegisterFile::Control:
      return reinterpret_cast<Byte*>(&registers.control);
    case RegisterFile::ChannelEnable:
      return reinterpret_cast<Byte*>(&registers.channel_enable);
    default:
      return static_cast<Byte*>(nullptr);
  }
}

/// Bytes from one register of a file to the next.
unsigned register_bytes(RegisterFile file) {
  return file == RegisterFile::General ? kRegisterBytes
                                       : static_cast<unsigned>(sizeof(std::uint32_t));
}

std::uint64_t load(const std::byte* from, unsigned bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, from, bytes);
  return bits;
}

/// A byte of the general registers; `place` is a0's element and offset, `further` bytes are added.
unsigned indirect_byte(const Instruction& instruction, const Registers& registers,
                       const Operand& operand, unsigned row, unsigned further) {
  const unsigned element = operand.address_element + row;
  if (element >= registers.address.size()) {
    refuse(instruction, "an element of a0, 0 to 15", fmt::format("{}", element));
  }
  const int start = registers.address.at(element) + operand.address_offset;
  const int byte = start + static_cast<int>(further);
  const int end = byte + static_cast<int>(type_bytes(operand.type));
  if (byte < 0 || end > static_cast<int>(registers.general.size())) {
    refuse(instruction, "an address within the general registers, 0 to 4095",
           fmt::format("{}", byte));
  }
  return static_cast<unsigned>(byte);
}

/// Each row has an element of a0 of its own where the region has no vertical stride.
unsigned indirect_source(const Instruction& instruction, const Registers& registers,
                         const Operand& operand, unsigned n) {
  const Region& region = operand.region;
  const unsigned row = region.vertical ? 0 : n / region.width;
  return indirect_byte(instruction, registers, operand, row,
                       element_offset(region, n) * type_bytes(operand.type));
}

std::uint64_t register_element(const Instruction& instruction, const Registers& registers,
                               const Operand& operand, unsigned n) {
  if (operand.file == RegisterFile::Accumulator) {
    const std::uint64_t bits = registers.accumulator.at(instruction.channel_offset + n);
    return bits & (~std::uint64_t{0} >> (64 - 8 * type_bytes(operand.type)));
  }
  const std::byte* start = file_start(registers, operand.file);
  if (start == nullptr) {
    return 0;  // of null and tm0
  }
  const unsigned bytes = type_bytes(operand.type);
  return load(start + operand.number * register_bytes(operand.file) + operand.byte +
                  element_offset(operand.region, n) * bytes,
              bytes);
}

/// Sign, three bits of exponent, four of fraction; only all zeros is zero.
std::uint32_t single_of_restricted(std::uint32_t bits) {
  constexpr std::uint32_t kMagnitude = 0x7f;
  constexpr std::uint32_t kExponentDifference = 127 - 3;
  const std::uint32_t sign = (bits & ~kMagnitude) << 24;
  const std::uint32_t magnitude = bits & kMagnitude;
  return magnitude == 0 ? sign : sign | ((magnitude << 19) + (kExponentDifference << 23));
}

/// A change of cr0 to a mode that this model does not have must not go unnoticed.
void check_control(const Instruction& instruction, const Registers& registers) {
  const std::uint32_t refused = kAlternativeFloats | kSingleProgramFlow;
  if ((registers.control & refused) != 0) {
    refuse(instruction, "IEEE floats and no single program flow in cr0",
           fmt::format("{:#x}", registers.control));
  }
}

/// A packed vector has an element for each word of the destination, of floats for each doubleword.
/// Intel's compiler takes it so: 0xC080400:uv gives 0, 4, 8 and 12 to four channels of 32 bits.
unsigned step_of_packed(const Operand& destination, DataType type) {
  const unsigned unit = type == DataType::Vf ? 4 : 2;
  return std::max(destination_stride(destination) * type_bytes(destination.type) / unit, 1U);
}

}  // namespace

unsigned file_bytes(RegisterFile file) {
  switch (file) {
    case RegisterFile::General:
      return sizeof(Registers::general);
    case RegisterFile::Address:
      return sizeof(Registers::address);
    case RegisterFile::Flag:
      return sizeof(Registers::flags);
    case RegisterFile::State:
      return sizeof(Registers::state);
    case RegisterFile::Control:
      return sizeof(Registers::control);
    case RegisterFile::ChannelEnable:
      return sizeof(Registers::channel_enable);
    default:
      return 0;
  }
}

std::uint64_t immediate_element(const Operand& operand, unsigned n) {
  constexpr unsigned kElements = 8;
  constexpr unsigned kFloats = 4;
  const std::uint64_t bits = operand.immediate;
  switch (operand.type) {
    case DataType::V: {
      const std::uint64_t digit = bits >> (4 * (n % kElements)) & 0xf;
      return digit < 8 ? digit : digit | 0xfff0;
    }
    case DataType::Uv:
      return bits >> (4 * (n % kElements)) & 0xf;
    case DataType::Vf:
      return single_of_restricted(static_cast<std::uint32_t>(bits >> (8 * (n % kFloats)) & 0xff));
    default:
      return bits & (~std::uint64_t{0} >> (64 - 8 * type_bytes(operand.type)));
  }
}

std::uint64_t read_element(const Instruction& instruction, const Registers& registers,
                           const Operand& operand, unsigned n) {
  switch (operand.kind) {
    case OperandKind::Immediate:
      return immediate_element(operand, n * step_of_packed(instruction.destination, operand.type));
    case OperandKind::Indirect:
      return load(registers.general.data() + indirect_source(instruction, registers, operand, n),
                  type_bytes(operand.type));
    default:
      return register_element(instruction, registers, operand, n);
  }
}

std::byte* destination_start(Registers& registers, const Operand& destination) {
  std::byte* file = file_start(registers, destination.file);
  return file == nullptr
             ? nullptr
             : file + destination.number * register_bytes(destination.file) + destination.byte;
}

void write_element(const Instruction& instruction, Registers& registers, unsigned n,
                   std::uint64_t bits, std::uint64_t accumulator) {
  const Operand& to = instruction.destination;
  const unsigned bytes = type_bytes(to.type);
  const unsigned further = n * destination_stride(to) * bytes;
  if (to.kind == OperandKind::Indirect) {
    const unsigned byte = indirect_byte(instruction, registers, to, 0, further);
    std::memcpy(registers.general.data() + byte, &bits, bytes);
    return;
  }
  if (to.file == RegisterFile::Accumulator) {
    registers.accumulator.at(instruction.channel_offset + n) = accumulator;
    return;
  }
  std::byte* start = destination_start(registers, to);
  if (start == nullptr) {
    return;
  }
  std::memcpy(start + further, &bits, bytes);
  if (to.file == RegisterFile::Control) {
    check_control(instruction, registers);
  }
}

}  // namespace lanefold::gen8
