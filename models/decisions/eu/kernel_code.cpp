// SPDX-License-Identifier: Apache-2.0
// From the bytes of a kernel to linked instructions.
#include "decisions/eu/kernel_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "decisions/eu/pipeline_needs.h"
#include "decisions/eu/subroutine.h"
#include "lanefold/error.h"

namespace lanefold::gen8 {
namespace {

[[noreturn]] void refuse(const Instruction& instruction, const char* reason) {
  throw Error(ErrorKind::IllegalInstruction,
              fmt::format("Gen8 instruction at {:#x} ({}): {}", instruction.offset,
                          disassemble(instruction), reason));
}

class Linker {
 public:
  Linker(const std::vector<Instruction>& code, std::uint32_t pc) : pc_(pc) {
    code_.resize(code.size());
    for (std::size_t i = 0; i < code.size(); ++i) code_[i].instruction = code[i];
  }

  KernelCode link() {
    if (code_.empty()) {
      throw Error(ErrorKind::IllegalInstruction, "a Gen8 kernel has no instructions");
    }
    for (LinkedInstruction& linked : code_) link_one(linked);
    check_end(code_.back().instruction);
    mark_joins(code_);
    return std::move(code_);
  }

 private:
  /// Nothing may be behind the end of the thread but subroutines.
  static void check_end(const Instruction& last) {
    const bool leaves = last.message.end_of_thread ||
                        (last.opcode == Opcode::Ret && last.predicate == PredicateControl::None);
    if (!leaves) refuse(last, "is the last of the kernel, but does not end the thread");
  }

  void link_one(LinkedInstruction& linked) const {
    const Instruction& instruction = linked.instruction;
    const bool sends = instruction.info().format == Format::Send;
    if (sends) linked.message = message_form(instruction);
    static_cast<PipelineInstruction&>(linked) = pipeline_needs(instruction, linked.message);
    linked.pc = pc_ + instruction.offset;
    linked.window = channels_from(instruction.channel_offset, instruction.execution_size);
    if (linked.branches()) {
      link_branch(linked);
    } else if (!sends) {
      linked.operate = operation_of(instruction);
    }
  }

  void link_branch(LinkedInstruction& linked) const {
    const Instruction& instruction = linked.instruction;
    if (instruction.no_mask && instruction.opcode != Opcode::Jmpi) {
      refuse(instruction, "branches of channels that are off do not exist");
    }
    switch (instruction.opcode) {
      case Opcode::Else:
      case Opcode::Break:
      case Opcode::Cont:
      case Opcode::Halt:
      case Opcode::Goto:
        linked.uip = target(instruction, instruction.uip);
        [[fallthrough]];
      case Opcode::If:
      case Opcode::While:
      case Opcode::Endif:
      case Opcode::Join:
      case Opcode::Jmpi:
        linked.jip = target(instruction, instruction.jip);
        return;
      case Opcode::Call:
        linked.jip = target(instruction, instruction.jip);
        linked.operate = keep_return_place;
        return;
      case Opcode::Ret:
        return;
      default:
        refuse(instruction, "the machine has no such branch");
    }
  }

  /// Number of the instruction that lies `distance` bytes from `from`.
  std::uint32_t target(const Instruction& from, std::int32_t distance) const {
    const auto number = instruction_at(code_, std::int64_t{from.offset} + distance);
    if (!number) refuse(from, "a target is not an instruction of the kernel");
    return *number;
  }

  std::uint32_t pc_;
  KernelCode code_;
};

}  // namespace

std::optional<std::uint32_t> instruction_at(const KernelCode& code, std::int64_t offset) {
  const auto found = std::lower_bound(code.begin(), code.end(), offset,
                                      [](const LinkedInstruction& one, std::int64_t place) {
                                        return one.instruction.offset < place;
                                      });
  if (found == code.end() || found->instruction.offset != offset) return std::nullopt;
  return static_cast<std::uint32_t>(found - code.begin());
}

void mark_joins(KernelCode& code) {
  for (std::uint32_t number = 0; number < code.size(); ++number) {
    const LinkedInstruction& one = code[number];
    switch (one.instruction.opcode) {
      case Opcode::If:
        code[one.jip].channels_join = true;
        break;
      case Opcode::Goto:
        code[one.uip].channels_join = true;
        [[fallthrough]];
      case Opcode::While:
      case Opcode::Call:
        if (number + 1 < code.size()) code[number + 1].channels_join = true;
        break;
      case Opcode::Else:
      case Opcode::Break:
      case Opcode::Cont:
      case Opcode::Halt:
        code[one.uip].channels_join = true;
        break;
      default:
        break;
    }
  }
}

KernelCode link_kernel(const std::vector<std::byte>& code, std::uint32_t pc) {
  return Linker(decode_kernel(code), pc).link();
}

}  // namespace lanefold::gen8
