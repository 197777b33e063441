// SPDX-License-Identifier: Apache-2.0
// Random programs, statement by statement.
#include "tests/support/instruction_sequences.h"

#include <fmt/format.h>

#include <array>

namespace lanefold {
namespace {

constexpr std::array<const char*, 19> kData = {"t0", "t1", "t2", "a0", "a1", "a2", "a3",
                                               "a4", "a5", "a6", "a7", "t3", "t4", "t5",
                                               "t6", "s7", "s8", "s9", "s10"};
constexpr std::array<unsigned, 19> kDataNumbers = {5,  6,  7,  10, 11, 12, 13, 14, 15, 16,
                                                   17, 28, 29, 30, 31, 23, 24, 25, 26};

bool allowed(const OpcodeInfo& info, SequenceProfile profile) {
  return profile.doubles || !info.mentions('D');
}

/// Instructions of the machine's own come last; auipc is written with its label; Debian's qemu is
/// older than Zicond.
bool known_to_qemu(Opcode opcode) {
  if (opcode == Opcode::CzeroEqz || opcode == Opcode::CzeroNez) return false;
  return opcode < Opcode::Barrier && opcode != Opcode::Auipc;
}

}  // namespace

SequenceGenerator::SequenceGenerator(SequenceProfile profile, std::uint64_t seed)
    : profile_(profile), random_(seed) {
  for (std::size_t i = 1; i < kOpcodeCount; ++i) {
    const auto opcode = static_cast<Opcode>(i);
    const OpcodeInfo& info = opcode_info(opcode);
    if (!allowed(info, profile) || !known_to_qemu(opcode)) continue;
    const bool reserves = opcode == Opcode::LrW || opcode == Opcode::ScW;
    if (info.kind == InstructionClass::Alu) compute_.push_back(opcode);
    if (info.kind == InstructionClass::Branch) branches_.push_back(opcode);
    if (info.kind == InstructionClass::Load || info.kind == InstructionClass::Store) {
      accesses_.push_back(opcode);
    }
    if (info.kind == InstructionClass::Atomic && !reserves) atomics_.push_back(opcode);
  }
}

std::string SequenceGenerator::any_register() { return below(12) == 0 ? "zero" : data_register(); }

std::string SequenceGenerator::data_register() { return kData[below(kData.size())]; }

std::string SequenceGenerator::new_label() { return fmt::format(".L{}_{}", number_, labels_++); }

void SequenceGenerator::emit(Opcode opcode, const std::string& operands) {
  seen_.insert(opcode);
  emit(std::string(opcode_info(opcode).text) + " " + operands);
}

std::string SequenceGenerator::next(unsigned number) {
  number_ = number;
  labels_ = 0;
  text_.clear();
  function(fmt::format("sequence_{}", number), {2, 1, {}}, 14);
  function(fmt::format("outer_{}", number), {1, 3, {}}, 8);
  function(fmt::format("leaf_{}", number), {0, 5, {}}, 6);
  text_ += fmt::format("short_{}:\n  xor a0, a0, a1\n  jr t0\n", number);
  return text_;
}

void SequenceGenerator::function(const std::string& name, Scope scope, unsigned statements) {
  const std::string end = new_label();
  text_ += name + ":\n";
  emit("addi sp, sp, -16");
  emit("sw ra, 12(sp)");
  scope.forward.push_back(end);
  block(scope, statements, 0);
  text_ += end + ":\n";
  emit("lw ra, 12(sp)");
  emit("addi sp, sp, 16");
  emit("ret");
}

void SequenceGenerator::block(Scope scope, unsigned statements, unsigned depth) {
  for (unsigned i = 0; i < statements; ++i) {
    if (below(6) != 0) {
      statement(scope, depth);
      continue;
    }
    // A label in the middle of the block, to which what stands before it may branch.
    const std::string label = new_label();
    scope.forward.push_back(label);
    statement(scope, depth);
    statement(scope, depth);
    scope.forward.pop_back();
    text_ += label + ":\n";
  }
}

void SequenceGenerator::statement(const Scope& scope, unsigned depth) {
  const unsigned kind = below(30);
  if (kind < 3 && depth < 3) return if_else(scope, depth);
  if (kind < 5 && depth < 2) return loop(scope, depth);
  if (kind < 7 && scope.calls > 0) return call(scope);
  if (kind < 9) return branch(scope.forward[below(static_cast<unsigned>(scope.forward.size()))]);
  if (kind < 13) return memory_access();
  if (kind < 15) return atomic();
  if (kind < 16) return reservation();
  if (kind < 17) return program_counter();
  if (kind < 20 && profile_.flags) return float_csr();
  compute();
}

/// Encoded here, so that every field takes every value.
void SequenceGenerator::compute() {
  const Opcode opcode = compute_[below(static_cast<unsigned>(compute_.size()))];
  const OpcodeInfo& info = opcode_info(opcode);
  seen_.insert(opcode);
  const auto operand = [&](char type) {
    const bool integer = type == 'X';
    return integer ? (below(12) == 0 ? 0 : kDataNumbers[below(kDataNumbers.size())]) : below(32);
  };
  auto word = static_cast<std::uint32_t>(random_());
  const auto set = [&](unsigned low, std::uint32_t value) {
    word = (word & ~(31U << low)) | value << low;
  };
  set(7, operand(info.result()));
  if (info.format != Format::Upper) set(15, operand(info.signature[1]));
  if (info.sources() > 1) set(20, operand(info.signature[2]));
  if (info.format == Format::Rounded) {
    constexpr std::array<std::uint32_t, 6> kModes = {0, 1, 2, 3, 4, 7};
    if (info.sources() > 2) set(27, operand(info.signature[3]));
    word = (word & ~(7U << 12)) | kModes[below(kModes.size())] << 12;
  }
  word = (word & ~info.mask) | info.match;
  emit(fmt::format(".word {:#010x}  # {}", word, disassemble(decode(word, 0))));
}

std::string SequenceGenerator::lane_address() {
  const std::string address = data_register();
  emit(fmt::format("andi {}, {}, 0x78", address, any_register()));
  emit(fmt::format("add {0}, {0}, s0", address));
  return address;
}

void SequenceGenerator::memory_access() {
  const Opcode opcode = accesses_[below(static_cast<unsigned>(accesses_.size()))];
  const OpcodeInfo& info = opcode_info(opcode);
  const unsigned bytes = decode(info.match, 0).access_bytes;
  const bool uniform = below(2) == 0;
  const std::string address = uniform ? "s0" : lane_address();
  const unsigned offset = below((uniform ? kSequenceMemory : 128) / bytes) * bytes;
  const bool is_load = info.kind == InstructionClass::Load;
  std::string data = fmt::format("f{}", below(32));
  const char type = is_load ? info.result() : info.signature[2];
  while (type == 'X' && (data[0] == 'f' || data == address)) data = any_register();
  emit(opcode, fmt::format("{}, {}({})", data, offset, address));
  if (!uniform) emit(fmt::format("sub {0}, {0}, s0", address));
}

void SequenceGenerator::atomic() {
  const std::string address = lane_address();
  std::string result = address;
  std::string operand = address;
  while (result == address) result = any_register();
  while (operand == address) operand = any_register();
  emit(atomics_[below(static_cast<unsigned>(atomics_.size()))],
       fmt::format("{}, {}, ({})", result, operand, address));
  emit(fmt::format("sub {0}, {0}, s0", address));
}

/// Every lr is followed by one sc, perhaps of another word; an sc alone fails.
void SequenceGenerator::reservation() {
  emit("addi a7, s0, 64");
  if (below(3) != 0) {
    emit(Opcode::LrW, "a6, (a7)");
    emit("add a5, a6, a5");
    if (below(4) == 0) emit("addi a7, a7, 8");
  }
  emit(Opcode::ScW, "a6, a5, (a7)");
  emit("sub a7, a7, s0");
}

void SequenceGenerator::float_csr() {
  constexpr std::array<Opcode, 6> kAccesses = {Opcode::Csrrw,  Opcode::Csrrs,  Opcode::Csrrc,
                                               Opcode::Csrrwi, Opcode::Csrrsi, Opcode::Csrrci};
  const unsigned kind = below(6);
  const bool immediate = kind >= 3;
  const std::string result = any_register();
  if (below(2) == 0) {
    emit(kAccesses[kind], fmt::format("{}, fflags, {}", result,
                                      immediate ? std::to_string(below(32)) : any_register()));
  } else if (immediate) {  // modes 5 to 7 are reserved: only 0 to 4 are written
    emit(Opcode::Csrrwi, fmt::format("{}, frm, {}", result, below(5)));
  } else {
    emit("andi t0, t0, 0x7f");
    emit(Opcode::Csrrw, fmt::format("{}, fcsr, t0", result));
  }
}

/// The distance from a label to an auipc, which does not depend on where the program lies.
void SequenceGenerator::program_counter() {
  const std::string label = new_label();
  text_ += label + ":\n";
  emit(Opcode::Auipc, fmt::format("t1, {:#x}", below(1U << 20)));
  emit("lla t2, " + label);
  emit("sub t1, t1, t2");
  emit("li t2, 0");
}

void SequenceGenerator::branch(const std::string& target) {
  emit(branches_[below(static_cast<unsigned>(branches_.size()))],
       fmt::format("{}, {}, {}", any_register(), any_register(), target));
}

void SequenceGenerator::if_else(const Scope& scope, unsigned depth) {
  const std::string otherwise = new_label();
  const std::string end = new_label();
  branch(otherwise);
  block(scope, 1 + below(4), depth + 1);
  if (below(2) == 0) {
    emit(Opcode::Jal, "zero, " + end);
    text_ += otherwise + ":\n";
    block(scope, 1 + below(4), depth + 1);
  } else {
    text_ += otherwise + ":\n";
  }
  text_ += end + ":\n";
}

void SequenceGenerator::loop(Scope scope, unsigned depth) {
  const std::string counter = fmt::format("s{}", scope.counter++);
  const std::string head = new_label();
  const std::string latch = new_label();
  const std::string end = new_label();
  emit(fmt::format("andi {}, {}, 3", counter, any_register()));
  text_ += head + ":\n";
  scope.forward.push_back(latch);
  scope.forward.push_back(end);
  block(scope, 2 + below(4), depth + 1);
  text_ += latch + ":\n";
  emit(fmt::format("addi {0}, {0}, -1", counter));
  emit(Opcode::Bge, fmt::format("{}, zero, {}", counter, head));
  text_ += end + ":\n";
}

void SequenceGenerator::call(const Scope& scope) {
  const std::string callee =
      fmt::format("{}_{}", scope.calls == 2 && below(2) == 0 ? "outer" : "leaf", number_);
  switch (below(4)) {
    case 0:
      return emit(Opcode::Jal, "ra, " + callee);
    case 1:
      seen_.insert(Opcode::Jalr);
      return emit("call " + callee);
    case 2:
      emit("lla ra, " + callee);
      emit("addi ra, ra, -20");
      return emit(Opcode::Jalr, "ra, 20(ra)");
    default:
      emit(Opcode::Jal, fmt::format("t0, short_{}", number_));
      emit(Opcode::Fence, "rw, rw");
      emit("li t0, 0");
  }
}

}  // namespace lanefold
