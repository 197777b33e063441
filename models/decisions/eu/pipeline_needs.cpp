// SPDX-License-Identifier: Apache-2.0
// Kind, unit, operands and registers of each instruction.
#include "decisions/eu/pipeline_needs.h"

#include <algorithm>
#include <array>

#include "decisions/eu/operand_size.h"
#include "decisions/isa/gen8/registers.h"
#include "decisions/isa/gen8_alu/alu.h"
#include "decisions/isa/gen8_alu/channels.h"
#include "decisions/isa/gen8_alu/element.h"

namespace lanefold::gen8 {
namespace {

InstructionClass kind_of(const Instruction& instruction, const MessageForm& form) {
  switch (instruction.info().format) {
    case Format::Jump:
    case Format::OneTarget:
    case Format::TwoTargets:
    case Format::Call:
      return instruction.predicate == PredicateControl::None ? InstructionClass::Jump
                                                             : InstructionClass::Branch;
    case Format::Return:
      return instruction.predicate == PredicateControl::None ? InstructionClass::JumpRegister
                                                             : InstructionClass::Branch;
    case Format::Send:
      return class_of(form.kind);
    case Format::Wait:
      return InstructionClass::Barrier;
    default:
      return InstructionClass::Alu;
  }
}

bool is_float(const Operand& operand) {
  return operand.type == DataType::F || operand.type == DataType::Df ||
         operand.type == DataType::Hf;
}

/// What either ALU executes: sums and products of floats, as of RISC-V code.
bool fits_either(const Instruction& instruction) {
  const Opcode opcode = instruction.opcode;
  if (opcode != Opcode::Add && opcode != Opcode::Mul && opcode != Opcode::Mad) return false;
  return is_float(instruction.destination) &&
         std::all_of(instruction.sources.begin(),
                     instruction.sources.begin() + instruction.source_count, is_float);
}

Unit unit_of(const Instruction& instruction) {
  switch (instruction.info().format) {
    case Format::Send:
      return Unit::Send;
    case Format::Math:
      return Unit::Em;
    case Format::Unary:
    case Format::Binary:
    case Format::Ternary:
      return fits_either(instruction) ? Unit::Either : Unit::Fpu;
    default:
      return Unit::Control;
  }
}

bool in_general_registers(const Operand& operand) {
  return operand.kind == OperandKind::Register && operand.file == RegisterFile::General;
}

/// Bytes from the operand's first element to that of each channel.
std::array<unsigned, kChannels> offsets_of(const Operand& operand, unsigned channels) {
  std::array<unsigned, kChannels> offsets{};
  for (unsigned n = 0; n < channels; ++n) {
    offsets[n] = element_offset(operand.region, n) * type_bytes(operand.type);
  }
  return offsets;
}

/// A destination has no rows.
Operand as_region(Operand destination, unsigned channels) {
  const auto stride = static_cast<std::uint8_t>(destination_stride(destination));
  destination.region = {0, static_cast<std::uint8_t>(channels), stride};
  return destination;
}

constexpr unsigned kFlagRegisters = 2;
constexpr unsigned kFlagBytes = 4;

class NeedsReader {
 public:
  NeedsReader(const Instruction& instruction, const MessageForm& form)
      : instruction_(instruction), form_(form), channels_(instruction.execution_size) {}

  PipelineInstruction read() {
    needs_.kind = kind_of(instruction_, form_);
    needs_.unit = unit_of(instruction_);
    needs_.bytes = instruction_.size;
    needs_.operand_bits = static_cast<std::uint8_t>(operand_bits(instruction_));
    needs_.lanes = instruction_.execution_size;
    needs_.first_lane = instruction_.channel_offset;
    const bool branches = needs_.kind == InstructionClass::Branch;
    needs_.ends_block = branches || needs_.kind == InstructionClass::Jump ||
                        needs_.kind == InstructionClass::JumpRegister;
    needs_.predicated = !branches && narrows_channels(instruction_);
    needs_.unmasked = instruction_.no_mask;
    if (needs_.unit == Unit::Send) {
      read_message();
    } else if (needs_.unit != Unit::Control) {
      read_operands();
    } else {
      read_return_place();
    }
    compare_operands(needs_);
    read_flags();
    if (needs_.kind == InstructionClass::Exit) needs_.needs = RegisterSet::all();
    needs_.needs |= needs_.writes;
    return needs_;
  }

 private:
  void read_message() {
    const Message& message = instruction_.message;
    needs_.sources = 1;
    needs_.operands[0] = registers(message.payload_registers());
    needs_.needs.set_range(instruction_.sources[0].number, message.payload_registers());
    needs_.needs.set(kFenceNumber);
    if (needs_.kind == InstructionClass::Fence) needs_.writes.set(kFenceNumber);
    const Operand& destination = instruction_.destination;
    if (!in_general_registers(destination) || message.response_registers() == 0) return;
    needs_.result = registers(message.response_registers());
    needs_.writes.set_range(destination.number, message.response_registers());
  }

  /// No operand of an ALU, but one that others may wait for.
  void read_return_place() {
    const Format format = instruction_.info().format;
    if (format == Format::Call) needs_.writes.set(instruction_.destination.number);
    if (format == Format::Return) needs_.needs.set(instruction_.sources[0].number);
  }

  void read_operands() {
    for (unsigned n = 0; n < instruction_.source_count; ++n) {
      const Operand& source = instruction_.sources[n];
      mark(source, needs_.needs);
      const RegisterOperand shape = shape_of(source);
      if (shape.shape != RegisterOperand::Shape::None) needs_.operands[needs_.sources++] = shape;
    }
    const Operand destination = as_region(instruction_.destination, channels_);
    mark(destination, needs_.writes);
    needs_.result = shape_of(destination);
    if (has_two_results()) {
      Operand second = destination;
      ++second.number;
      mark(second, needs_.writes);
      needs_.result = registers(2);
    }
    if (instruction_.saturate || has_floats()) needs_.needs.set(kControlNumber);
    if (accumulates()) needs_.writes.set(kAccumulatorNumber);
  }

  /// Whether rounding mode or denormals matter.
  bool has_floats() const {
    const auto* const first = instruction_.sources.begin();
    return is_float(instruction_.destination) ||
           std::any_of(first, first + instruction_.source_count, is_float);
  }

  /// A quotient, and the remainder in the register behind it.
  bool has_two_results() const {
    return instruction_.opcode == Opcode::Math && instruction_.math == MathFunction::IntegerDivide;
  }

  /// Whether the instruction reads or writes an accumulator that no operand names.
  bool accumulates() const {
    switch (instruction_.opcode) {
      case Opcode::Mac:
      case Opcode::Mach:
      case Opcode::Addc:
      case Opcode::Subb:
        return true;
      default:
        return instruction_.writes_accumulator;
    }
  }

  static RegisterOperand registers(unsigned count) {
    return {RegisterOperand::Shape::Registers, 32, static_cast<std::uint8_t>(count)};
  }

  /// The registers that an operand names are members of `set` from now on; any may be one that an
  /// address register points to.
  void mark(const Operand& operand, RegisterSet& set) {
    if (operand.macro) set.set(kMacroNumber);
    if (operand.kind == OperandKind::Indirect) {
      set.set_range(0, kGeneralRegisters);
      needs_.needs.set(kAddressNumber);
    }
    if (operand.kind != OperandKind::Register) return;
    switch (operand.file) {
      case RegisterFile::General:
        return for_each_number(operand, kRegisterBytes, [&set](unsigned number) {
          if (number < kGeneralRegisters) set.set(number);
        });
      case RegisterFile::Flag:
        return for_each_number(operand, kFlagBytes, [&set](unsigned number) {
          if (number < kFlagRegisters) set.set_range(kFlagNumber + 2 * number, 2);
        });
      case RegisterFile::Address:
        return set.set(kAddressNumber);
      case RegisterFile::Accumulator:
        return set.set(kAccumulatorNumber);
      case RegisterFile::MacroAccumulator:
        return set.set(kMacroNumber);
      case RegisterFile::State:
      case RegisterFile::Control:
        return set.set(kControlNumber);
      default:
        return;
    }
  }

  /// With the number of every register of `size` bytes in which elements lie.
  template <class Action>
  void for_each_number(const Operand& operand, unsigned size, const Action& action) const {
    const auto offsets = offsets_of(operand, channels_);
    for (unsigned n = 0; n < channels_; ++n) {
      const unsigned first = operand.byte + offsets[n];
      const unsigned last = first + type_bytes(operand.type) - 1;
      for (const unsigned byte : {first, last}) action(operand.number + byte / size);
    }
  }

  /// What has no step that is the same for all channels is fetched as the registers that it lies
  /// in.
  RegisterOperand shape_of(const Operand& operand) {
    using Shape = RegisterOperand::Shape;
    if (operand.kind == OperandKind::Indirect) return {Shape::PerLane, size_of(operand, 1), 0};
    if (!in_general_registers(operand)) return {};
    const auto offsets = offsets_of(operand, channels_);
    const unsigned step = channels_ > 1 ? offsets[1] : type_bytes(operand.type);
    bool regular = true;
    for (unsigned n = 0; n < channels_; ++n) regular = regular && offsets[n] == n * step;
    if (regular && step == 0) return {Shape::One, size_of(operand, 1), 0};
    if (regular) return {Shape::PerLane, size_of(operand, step / type_bytes(operand.type)), 0};
    RegisterSet lies_in;
    mark(operand, lies_in);
    unsigned count = 0;
    for (unsigned number = 0; number < kGeneralRegisters; ++number) {
      count += lies_in.test(number) ? 1 : 0;
    }
    return registers(count);
  }

  /// Bits from one element to the next, of those that the register file's geometry knows.
  static std::uint8_t size_of(const Operand& operand, unsigned stride) {
    const unsigned bits = 8 * type_bytes(operand.type) * stride;
    return static_cast<std::uint8_t>(std::clamp(bits, 16U, 64U));
  }

  void read_flags() {
    if (instruction_.predicate != PredicateControl::None) mark_predicate();
    if (writes_flag(instruction_) || instruction_.is_math_macro()) {
      mark_flags(instruction_.flag_register, needs_.writes);
    }
  }

  /// Groups of 32 channels are those of a whole flag register.
  void mark_predicate() {
    const PredicateControl control = instruction_.predicate;
    if (control == PredicateControl::AnyV || control == PredicateControl::AllV) {
      mark_flags(0, needs_.needs);
      return mark_flags(1, needs_.needs);
    }
    if (control == PredicateControl::Any32h || control == PredicateControl::All32h) {
      return needs_.needs.set_range(kFlagNumber + 2U * instruction_.flag_register, 2);
    }
    mark_flags(instruction_.flag_register, needs_.needs);
  }

  /// Those of the instruction's channels.
  void mark_flags(unsigned flag, RegisterSet& set) const {
    const unsigned first = kFlagBits * instruction_.flag_subregister + instruction_.channel_offset;
    for (unsigned bit = first; bit < first + channels_; ++bit) {
      set.set(kFlagNumber + 2 * flag + std::min(bit / kFlagBits, 1U));
    }
  }

  const Instruction& instruction_;
  const MessageForm& form_;
  const unsigned channels_;
  PipelineInstruction needs_;
};

}  // namespace

InstructionClass class_of(MessageKind kind) {
  switch (kind) {
    case MessageKind::Gather:
    case MessageKind::BlockRead:
    case MessageKind::ScratchRead:
      return InstructionClass::Load;
    case MessageKind::Scatter:
    case MessageKind::BlockWrite:
    case MessageKind::ScratchWrite:
      return InstructionClass::Store;
    case MessageKind::Atomic:
      return InstructionClass::Atomic;
    case MessageKind::Fence:
      return InstructionClass::Fence;
    case MessageKind::Barrier:
      return InstructionClass::Message;
    case MessageKind::End:
      break;
  }
  return InstructionClass::Exit;
}

PipelineInstruction pipeline_needs(const Instruction& instruction, const MessageForm& form) {
  return NeedsReader(instruction, form).read();
}

}  // namespace lanefold::gen8
