// SPDX-License-Identifier: Apache-2.0
// A register file of one warp for tests of the instruction set.
#pragma once

#include <cstdint>
#include <vector>

#include "decisions/isa/float_box.h"
#include "decisions/isa/lane_execute.h"
#include "decisions/isa/opcode_table.h"

namespace lanefold {

class LaneFile {
 public:
  explicit LaneFile(unsigned width)
      : width_(width),
        stride_((width + kLaneGroup - 1) / kLaneGroup * kLaneGroup),
        storage_(std::size_t{kRegisterRows} * stride_ / kLaneGroup),
        flags_(stride_),
        rounding_(stride_) {}

  LaneRegisters& registers() {
    view_.rows = storage_.front().words;
    view_.stride = stride_;
    view_.full = LaneMask::first(width_);
    view_.float_flags = flags_.data();
    view_.float_rounding = rounding_.data();
    return view_;
  }
  std::uint8_t rounding(unsigned lane) const { return rounding_[lane]; }
  std::uint8_t flags(unsigned lane) const { return flags_[lane]; }
  void set_rounding(unsigned lane, std::uint8_t mode) { rounding_[lane] = mode; }

  /// 64 bits of a float row, 32 of any other.
  std::uint64_t read(unsigned row, unsigned lane) const {
    const std::uint64_t high = is_float(row) ? word(high_row(row), lane) : 0;
    return high << 32 | word(row, lane);
  }
  void write(unsigned row, unsigned lane, std::uint64_t bits) {
    registers().row(row)[lane] = static_cast<std::uint32_t>(bits);
    if (is_float(row)) {
      write_high(registers(), row, lane, static_cast<std::uint32_t>(bits >> 32));
    }
  }

  /// Writes the register operands that the instruction reads.
  void set_operands(const Instruction& instruction, unsigned lane, const std::uint64_t* operands) {
    const unsigned rows[3] = {instruction.rs1, instruction.rs2, instruction.rs3};
    for (unsigned i = 0; i < instruction.sources; ++i) {
      write(rows[i], lane, operands[i]);
    }
  }
  std::uint64_t result(const Instruction& instruction, unsigned lane) const {
    return read(instruction.rd, lane);
  }

 private:
  struct alignas(64) Group {
    std::uint32_t words[kLaneGroup] = {};
  };

  static bool is_float(unsigned row) { return row >= kFloatRow && row < kFloatHighRow; }
  std::uint32_t word(unsigned row, unsigned lane) const {
    const std::size_t index = std::size_t{row} * stride_ + lane;
    return storage_[index / kLaneGroup].words[index % kLaneGroup];
  }

  unsigned width_;
  unsigned stride_;
  std::vector<Group> storage_;
  std::vector<std::uint8_t> flags_;
  std::vector<std::uint8_t> rounding_;
  LaneRegisters view_;  // made anew at each use, so that a file can be copied
};

}  // namespace lanefold
