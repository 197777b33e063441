// SPDX-License-Identifier: Apache-2.0
// From the bytes of a kernel to linked instructions.
#include "decisions/eu/kernel_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "decisions/eu/pipeline_needs.h"
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
  Linker(std::vector<Instruction> code, std::uint32_t pc)
      : instructions_(std::move(code)), pc_(pc) {}

  KernelCode link() {
    if (instructions_.empty()) {
      throw Error(ErrorKind::IllegalInstruction, "a Gen8 kernel has no instructions");
    }
    code_.resize(instructions_.size());
    for (std::size_t i = 0; i < code_.size(); ++i) link_one(static_cast<std::uint32_t>(i));
    if (!instructions_.back().message.end_of_thread) {
      refuse(instructions_.back(), "is the last of the kernel, but does not end the thread");
    }
    mark_joins(code_);
    return std::move(code_);
  }

 private:
  void link_one(std::uint32_t number) {
    const Instruction& instruction = instructions_[number];
    LinkedInstruction& linked = code_[number];
    const bool sends = instruction.info().format == Format::Send;
    if (sends) linked.message = message_form(instruction);
    static_cast<PipelineInstruction&>(linked) = pipeline_needs(instruction, linked.message);
    linked.pc = pc_ + instruction.offset;
    linked.instruction = instruction;
    linked.window = channels_from(instruction.channel_offset, instruction.execution_size);
    if (linked.branches()) {
      link_branch(number);
    } else if (!sends) {
      linked.operate = operation_of(instruction);
    }
  }

  void link_branch(std::uint32_t number) {
    const Instruction& instruction = instructions_[number];
    LinkedInstruction& linked = code_[number];
    switch (instruction.opcode) {
      case Opcode::Else:
      case Opcode::Break:
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
      default:
        refuse(instruction, "the machine has no such branch");
    }
  }

  /// Number of the instruction that lies `distance` bytes from `from`.
  std::uint32_t target(const Instruction& from, std::int32_t distance) const {
    const std::int64_t offset = std::int64_t{from.offset} + distance;
    const auto found = std::lower_bound(
        instructions_.begin(), instructions_.end(), offset,
        [](const Instruction& one, std::int64_t place) { return one.offset < place; });
    if (found == instructions_.end() || found->offset != offset) {
      refuse(from, "a target is not an instruction of the kernel");
    }
    return static_cast<std::uint32_t>(found - instructions_.begin());
  }

  std::vector<Instruction> instructions_;
  std::uint32_t pc_;
  KernelCode code_;
};

}  // namespace

void mark_joins(KernelCode& code) {
  for (std::uint32_t number = 0; number < code.size(); ++number) {
    const LinkedInstruction& one = code[number];
    const Opcode opcode = one.instruction.opcode;
    if (opcode == Opcode::If) code[one.jip].channels_join = true;
    if (opcode == Opcode::Else || opcode == Opcode::Break || opcode == Opcode::Goto) {
      code[one.uip].channels_join = true;
    }
    if ((opcode == Opcode::Goto || opcode == Opcode::While) && number + 1 < code.size()) {
      code[number + 1].channels_join = true;
    }
  }
}

KernelCode link_kernel(const std::vector<std::byte>& code, std::uint32_t pc) {
  return Linker(decode_kernel(code), pc).link();
}

}  // namespace lanefold::gen8
