// SPDX-License-Identifier: Apache-2.0
// Accesses that the machine refuses, or only tolerates.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/memory/lane_memory_bench.h"

namespace lanefold {
namespace {

TEST_P(LaneMemory, NamesTheLowestLaneThatIsWrong) {
  const unsigned bad = width_ / 2;
  const auto with_bad = [&](std::uint32_t address) {
    set_addresses(
        [=](unsigned lane) { return lane >= bad ? address : buffer_.address + 4 * lane; });
  };
  with_bad(buffer_.address + kBufferBytes);
  expect_fault(
      instruction_of(Opcode::Lw), bad,
      "load of 4 bytes at 0x10001000, which is outside of every buffer: it reaches 4 bytes "
      "behind the end of the buffer of 4096 bytes at 0x10000000");
  with_bad(buffer_.address - 4);
  expect_fault(instruction_of(Opcode::Sw), bad,
               "store of 4 bytes at 0x0ffffffc, which is not writable");
  with_bad(buffer_.address + 2);
  expect_fault(instruction_of(Opcode::Lw), bad, "which is misaligned");
  with_bad(0);
  expect_fault(instruction_of(Opcode::AmoaddW), bad, "near the null pointer");
  with_bad(kLocalBase + kLocalBytes);
  expect_fault(instruction_of(Opcode::Lw), bad, "1024 bytes of local memory");
  with_bad(kPrivateBase + kPrivateBytes);
  expect_fault(instruction_of(Opcode::Lw), bad, "512 bytes of private memory");
  with_bad(kPrivateBase - 4);
  expect_fault(instruction_of(Opcode::Sw), bad, "below the stack's end");
  with_bad(0xffff'fffc);
  expect_fault(instruction_of(Opcode::Lw), bad, "at 0xfffffffc, which is outside");
  with_bad(buffer_.address + kBufferBytes - 4);
  EXPECT_FALSE(fault_of(instruction_of(Opcode::Lw), file_.registers().full).has_value());
}

TEST_P(LaneMemory, RefusesDoublesThatAreHalfInsideOrMisaligned) {
  const Buffer odd = global_.allocate(12);
  set_addresses([&](unsigned) { return odd.address + 8; });
  expect_fault(instruction_of(Opcode::Fld), 0, "load of 8 bytes");
  set_addresses([&](unsigned) { return odd.address + 4; });
  expect_fault(instruction_of(Opcode::Fsd), 0,
               "store of 8 bytes at 0x10002104, which is misaligned");
}

TEST_P(LaneMemory, RefusesTheGapBetweenBuffersEvenBetweenGoodLanes) {
  if (width_ < 3) return;
  const std::uint32_t addresses[] = {buffer_.address + kBufferBytes - 4,
                                     buffer_.address + kBufferBytes, neighbour_.address};
  set_addresses([&](unsigned lane) { return addresses[lane % 3]; });
  expect_fault(instruction_of(Opcode::Lw), 1, "outside of every buffer");
  set_addresses([&](unsigned lane) { return addresses[lane % 2 * 2]; });
  EXPECT_FALSE(fault_of(instruction_of(Opcode::Lw), file_.registers().full).has_value());
}

TEST_P(LaneMemory, CarriesOutOverrunsBetweenOrdinaryLanes) {
  GlobalMemory memory(1U << 16, 64);
  const Buffer buffer = memory.allocate(16);
  const Buffer arguments = memory.allocate(16, false);
  spaces_.global = &memory;
  set_addresses([&](unsigned lane) { return buffer.address + 4 * (lane % 8); });
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, lane % 8 + 1);
  for (const Opcode opcode : {Opcode::Sw, Opcode::AmoaddW, Opcode::Lw}) {
    access(instruction_of(opcode));
    for (unsigned lane = 0; lane < width_; ++lane) {
      EXPECT_EQ(access_.overran.test(lane), lane % 8 >= 4) << "lane " << lane;
    }
  }
  for (unsigned lane = 4; lane < width_ && lane < 8; ++lane) {
    EXPECT_GT(file_.read(kData, lane), lane + 1);
  }
  if (width_ > 4) {
    const LaneFault overrun = describe_overrun(access_, memory);
    EXPECT_EQ(overrun.lane, 4U);
    EXPECT_EQ(overrun.sentence,
              "load of 4 bytes at 0x10000010, which reaches 4 bytes behind the end of the buffer "
              "of 16 bytes at 0x10000000; drivers' padding hides this (memory.overrun_bytes)");
  }
  set_addresses([&](unsigned) { return buffer.address; });
  access(instruction_of(Opcode::Lw));
  EXPECT_FALSE(access_.overran.any());
  set_addresses([&](unsigned) { return buffer.address + 80; });
  expect_fault(instruction_of(Opcode::Sw), 0, "outside of every buffer");
  set_addresses([&](unsigned) { return arguments.address; });
  expect_fault(instruction_of(Opcode::Sw), 0, "where the kernel's arguments lie");
}

TEST_P(LaneMemory, RefusesAnAddressThatWrapsAround) {
  set_addresses([](unsigned) { return 0x10U; });
  expect_fault(instruction_of(Opcode::Lw, -32), 0, "at 0xfffffff0");
  set_addresses([](unsigned) { return 0xffff'fff0U; });
  expect_fault(instruction_of(Opcode::Lw, 32), 0, "near the null pointer");
}

}  // namespace
}  // namespace lanefold
