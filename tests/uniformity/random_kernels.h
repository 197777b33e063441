// SPDX-License-Identifier: Apache-2.0
// Random programs with loops, branches anywhere, a function, and memory of all kinds.
#pragma once

#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "lanefold/memory_map.h"
#include "tests/support/pipeline.h"

namespace lanefold {

/// Every program ends: each backward branch has a counter of its own, which nothing sets again. A
/// buffer of 4 KiB lies at kGlobalBase.
class RandomKernel {
 public:
  /// `uses_frames`: with accesses to parts of words, arguments on the stack, a function that rounds
  /// its stack pointer, and masks and shifts to the right.
  explicit RandomKernel(std::uint64_t seed, bool uses_frames = false)
      : random_(seed), uses_frames_(uses_frames) {}

  Code make() {
    begin();
    const unsigned items = 8 + below(40);
    for (unsigned i = 0; i < items; ++i) item(true);
    starts_.push_back(size());
    emit(Opcode::Exit);
    patch_branches();
    const unsigned function = size();
    for (const unsigned call : calls_) {
      code_[call] = encode(Opcode::Jal, {1, 0, 0, 0, bytes(call, function)});
    }
    starts_.clear();
    branches_.clear();
    emit(Opcode::Addi, {2, 2, 0, 0, -32});
    const bool rounds = uses_frames_ && below(2) == 0;
    if (rounds) {
      emit(Opcode::Addi, {kFramePointer, 2, 0, 0, 32});
      emit(Opcode::Andi, {2, 2, 0, 0, -32});
    }
    const unsigned inner = 3 + below(8);
    for (unsigned i = 0; i < inner; ++i) item(false);
    starts_.push_back(size());
    if (rounds) emit(Opcode::Addi, {2, kFramePointer, 0, 0, -32});
    emit(Opcode::Addi, {2, 2, 0, 0, 32});
    emit(Opcode::Jalr, {0, 1});
    patch_branches();
    return code_;
  }

 private:
  static constexpr std::array<unsigned, 6> kData{10, 11, 12, 13, 14, 15};
  static constexpr unsigned kBuffer = 8;
  static constexpr unsigned kFramePointer = 9;
  static constexpr unsigned kAddress = 5;
  static constexpr unsigned kFirstCounter = 18;
  static constexpr unsigned kCounters = 8;

  struct Pending {
    unsigned at = 0;
    Opcode opcode = Opcode::Beq;
    unsigned rs1 = 0;
    unsigned rs2 = 0;
    bool back = false;
    unsigned item = 0;
  };

  unsigned below(unsigned limit) { return static_cast<unsigned>(random_() % limit); }
  unsigned data() { return kData[below(kData.size())]; }
  unsigned size() const { return static_cast<unsigned>(code_.size()); }
  static int bytes(unsigned from, unsigned to) {
    return 4 * (static_cast<int>(to) - static_cast<int>(from));
  }
  void emit(Opcode opcode, const Operands& operands = {}) {
    code_.push_back(encode(opcode, operands));
  }
  void read_csr(unsigned rd, WorkItemCsr csr) {
    emit(Opcode::Csrrs, {rd, 0, 0, 0, static_cast<int>(csr)});
  }

  void begin() {
    read_csr(2, WorkItemCsr::StackTop);
    emit(Opcode::Addi, {2, 2, 0, 0, uses_frames_ ? -80 : -64});  // a function rounds to 32
    emit(Opcode::Lui, {kBuffer, 0, 0, 0, static_cast<int>(kGlobalBase >> 12)});
    read_csr(kData[0], WorkItemCsr::LocalId0);
    read_csr(kData[1], WorkItemCsr::GroupId0);
    for (unsigned c = 0; c < kCounters; ++c) {
      if (below(2) == 0) {
        emit(Opcode::Addi, {kFirstCounter + c, 0, 0, 0, static_cast<int>(below(4))});
      } else {
        emit(Opcode::Andi, {kFirstCounter + c, kData[0], 0, 0, 3});
      }
    }
  }

  void item(bool calls) {
    starts_.push_back(size());
    if (uses_frames_ && below(3) == 0) return frame_item();
    switch (below(calls ? 13 : 12)) {
      case 0:
      case 1:
        return compute();
      case 2:
        return compute_with_immediate();
      case 3:
        return read_csr(data(), below(2) == 0 ? WorkItemCsr::GlobalId0 : WorkItemCsr::LocalSize0);
      case 4:
        return access(kBuffer, 0x3fc, below(2) == 0);
      case 5:
        return access_at(kBuffer, static_cast<int>(4 * below(8)), below(3) == 0);
      case 6:
      case 7:
        return access_at(2, static_cast<int>(4 * below(6)), below(2) == 0);
      case 8:
        if (below(6) != 0) return compute();
        return access(2, 0x1c, below(2) == 0);
      case 9:
      case 10:
        return branch(false);
      case 11:
        return branch(below(3) != 0 && counters_ < kCounters);
      default:
        calls_.push_back(size());
        return emit(Opcode::Addi);
    }
  }

  void frame_item() {
    constexpr std::array<Opcode, 4> kLoads{Opcode::Lb, Opcode::Lbu, Opcode::Lh, Opcode::Lhu};
    switch (below(6)) {
      case 0:
        return emit(Opcode::Srli, {data(), data(), 0, 0, static_cast<int>(1 + below(4))});
      case 1:
        return emit(Opcode::Andi, {data(), data(), 0, 0, -(1 << below(5))});
      case 2:
        return access_at(2, static_cast<int>(4 * below(14)), below(3) == 0);
      case 3:
        return emit(below(2) == 0 ? Opcode::Sb : Opcode::Sh,
                    {0, 2, data(), 0, static_cast<int>(24 + 2 * below(4))});
      default:
        return emit(kLoads[below(kLoads.size())],
                    {data(), 2, 0, 0, static_cast<int>(24 + 2 * below(4))});
    }
  }

  void compute() {
    constexpr std::array<Opcode, 9> kOpcodes{Opcode::Add,    Opcode::Sub, Opcode::Xor,
                                             Opcode::And,    Opcode::Mul, Opcode::Sll,
                                             Opcode::Sh2add, Opcode::Slt, Opcode::CzeroEqz};
    emit(kOpcodes[below(kOpcodes.size())], {data(), data(), data()});
  }

  void compute_with_immediate() {
    switch (below(4)) {
      case 0:
        return emit(Opcode::Addi, {data(), data(), 0, 0, static_cast<int>(below(64)) - 32});
      case 1:
        return emit(Opcode::Andi, {data(), data(), 0, 0, static_cast<int>(below(16))});
      case 2:
        return emit(Opcode::Slli, {data(), data(), 0, 0, static_cast<int>(below(5))});
      default:
        return emit(Opcode::Addi, {data(), 0, 0, 0, static_cast<int>(below(8))});
    }
  }

  void access_at(unsigned base, int offset, bool stores) {
    if (stores) return emit(Opcode::Sw, {0, base, data(), 0, offset});
    emit(Opcode::Lw, {data(), base, 0, 0, offset});
  }

  /// Adds an access to a word that a value chooses.
  void access(unsigned base, int mask, bool stores) {
    emit(Opcode::Andi, {kAddress, data(), 0, 0, mask});
    emit(Opcode::Add, {kAddress, kAddress, base});
    access_at(kAddress, 0, stores);
  }

  void branch(bool back) {
    constexpr std::array<Opcode, 4> kOpcodes{Opcode::Beq, Opcode::Bne, Opcode::Blt, Opcode::Bgeu};
    const auto number = static_cast<unsigned>(starts_.size() - 1);
    if (back) {
      const unsigned counter = kFirstCounter + counters_++;
      emit(Opcode::Addi, {counter, counter, 0, 0, -1});
      branches_.push_back({size(), Opcode::Blt, 0, counter, true, number});
    } else {
      branches_.push_back(
          {size(), kOpcodes[below(kOpcodes.size())], data(), data(), false, number});
    }
    emit(Opcode::Addi);
  }

  void patch_branches() {
    for (const Pending& branch : branches_) {
      const unsigned behind = static_cast<unsigned>(starts_.size()) - branch.item - 1;
      const unsigned to = branch.back ? below(branch.item + 1) : branch.item + 1 + below(behind);
      code_[branch.at] =
          encode(branch.opcode, {0, branch.rs1, branch.rs2, 0, bytes(branch.at, starts_[to])});
    }
  }

  std::mt19937_64 random_;
  bool uses_frames_;
  Code code_;
  std::vector<unsigned> starts_;  ///< of the items of the function at hand
  std::vector<Pending> branches_;
  std::vector<unsigned> calls_;
  unsigned counters_ = 0;
};

}  // namespace lanefold
