// SPDX-License-Identifier: Apache-2.0
// A warp on memory of every kind, for tests of its accesses.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "decisions/isa/opcode_table.h"
#include "decisions/memory/lane_memory.h"
#include "lanefold/memory_map.h"
#include "tests/support/lane_file.h"

namespace lanefold {

constexpr unsigned kAddress = 10;  // x10 holds addresses
constexpr unsigned kData = 11;     // x11 or f11 holds what is loaded or stored
constexpr std::uint32_t kBufferBytes = 4096;
constexpr std::uint32_t kLocalBytes = 1024;
constexpr std::uint32_t kPrivateBytes = 512;

/// An instruction `opcode` on x10 with an offset.
inline Instruction instruction_of(Opcode opcode, std::int32_t offset = 0) {
  const OpcodeInfo& info = opcode_info(opcode);
  const auto bits = static_cast<std::uint32_t>(offset);
  std::uint32_t word = info.match | kAddress << 15;
  if (info.kind == InstructionClass::Store) {
    word |= kData << 20 | (bits & 31) << 7 | (bits >> 5 & 127) << 25;
  } else if (info.kind == InstructionClass::Load) {
    word |= kData << 7 | bits << 20;
  } else {
    word |= (kData + 1) << 7 | (opcode == Opcode::LrW ? 0 : kData << 20);
  }
  return decode(word, 0);
}

class LaneMemory : public ::testing::TestWithParam<unsigned> {
 protected:
  LaneMemory()
      : width_(GetParam()),
        file_(width_),
        global_(1U << 20),
        buffer_(global_.allocate(kBufferBytes)),
        neighbour_(global_.allocate(kBufferBytes)),
        local_(kLocalBytes),
        program_(256),
        private_(kPrivateBytes, file_.registers().stride) {
    spaces_.global = &global_;
    spaces_.local = local_.data();
    spaces_.local_bytes = kLocalBytes;
    spaces_.program = {program_.data(), kCodeBase, kCodeBase + 256};
    spaces_.private_memory = &private_;
    spaces_.reservations = &reservations_;
    for (unsigned i = 0; i < kBufferBytes; ++i) {
      *global_.host(buffer_.address + i) = static_cast<std::byte>(i * 37 + 129);
    }
    for (unsigned i = 0; i < 256; ++i) program_[i] = static_cast<std::byte>(i ^ 0x9c);
  }

  void set_addresses(const std::function<std::uint32_t(unsigned)>& of) {
    for (unsigned lane = 0; lane < width_; ++lane) file_.write(kAddress, lane, of(lane));
  }
  void access(const Instruction& instruction, LaneMask active) {
    access_memory(instruction, file_.registers(), spaces_, active, traits_, access_);
  }
  void access(const Instruction& instruction) { access(instruction, file_.registers().full); }

  std::optional<LaneFault> fault_of(const Instruction& instruction, LaneMask active) {
    try {
      access(instruction, active);
      return {};
    } catch (const LaneFault& fault) {
      return fault;
    }
  }
  void expect_fault(const Instruction& instruction, unsigned lane, const std::string& sentence) {
    const auto fault = fault_of(instruction, file_.registers().full);
    ASSERT_TRUE(fault.has_value()) << sentence;
    EXPECT_EQ(fault->lane, lane);
    EXPECT_THAT(fault->sentence, ::testing::HasSubstr(sentence));
  }

  std::uint64_t bytes_at(std::uint32_t address, unsigned count) {
    std::uint64_t value = 0;
    std::memcpy(&value, global_.host(address), count);
    return value;
  }
  std::uint32_t word_at(std::uint32_t address) {
    return static_cast<std::uint32_t>(bytes_at(address, 4));
  }

  unsigned width_;
  LaneFile file_;
  GlobalMemory global_;
  Buffer buffer_;
  Buffer neighbour_;
  std::vector<std::byte> local_;
  std::vector<std::byte> program_;
  PrivateMemory private_;
  Reservations reservations_;
  AddressSpaces spaces_;
  FloatTraits traits_;
  LaneAccess access_;
};

}  // namespace lanefold
