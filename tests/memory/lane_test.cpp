// SPDX-License-Identifier: Apache-2.0
// Loads, stores and atomics of the lanes of a warp in the four address spaces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "tests/memory/lane_memory_bench.h"
namespace lanefold {
namespace {

INSTANTIATE_TEST_SUITE_P(Widths, LaneMemory, ::testing::Values(1, 5, 16, 32, 33, 64));

/// What a load of `opcode` makes of the bytes.
std::uint64_t extended(Opcode opcode, std::uint64_t bytes) {
  switch (opcode) {
    case Opcode::Lb:
      return static_cast<std::uint32_t>(static_cast<std::int8_t>(bytes));
    case Opcode::Lh:
      return static_cast<std::uint32_t>(static_cast<std::int16_t>(bytes));
    default:
      return bytes;
  }
}

TEST_P(LaneMemory, LoadsEveryWidthWithItsSign) {
  for (const Opcode opcode : {Opcode::Lb, Opcode::Lbu, Opcode::Lh, Opcode::Lhu, Opcode::Lw}) {
    const Instruction load = instruction_of(opcode, 8);
    const std::uint32_t bytes = load.access_bytes;
    const std::function<std::uint32_t(unsigned)> shapes[] = {
        [&](unsigned lane) { return buffer_.address + lane * bytes; },
        [&](unsigned lane) { return buffer_.address + lane * 4; },
        [&](unsigned) { return buffer_.address + 60; },
        [&](unsigned lane) { return buffer_.address + (lane * 2741 + 24) % 3000 / bytes * bytes; },
    };
    for (const auto& shape : shapes) {
      set_addresses(shape);
      access(load);
      for (unsigned lane = 0; lane < width_; ++lane) {
        ASSERT_EQ(file_.read(kData, lane), extended(opcode, bytes_at(shape(lane) + 8, bytes)))
            << opcode_info(opcode).text << " in lane " << lane;
      }
    }
  }
}

TEST_P(LaneMemory, LoadsFloatsAndBoxesThemWhereRegistersAreWide) {
  set_addresses([&](unsigned lane) { return buffer_.address + lane * 8; });
  const unsigned row = kFloatRow + kData;
  access(instruction_of(Opcode::Fld));
  for (unsigned lane = 0; lane < width_; ++lane) {
    ASSERT_EQ(file_.read(row, lane), bytes_at(buffer_.address + lane * 8, 8));
  }
  for (const unsigned step : {4U, 8U}) {  // as a row, and lane by lane
    set_addresses([&](unsigned lane) { return buffer_.address + lane * step; });
    for (unsigned lane = 0; lane < width_; ++lane) file_.write(row, lane, 0x1234567890);
    traits_.has_double = true;
    access(instruction_of(Opcode::Flw));
    for (unsigned lane = 0; lane < width_; ++lane) {
      ASSERT_EQ(file_.read(row, lane),
                0xffff'ffff'0000'0000 | word_at(buffer_.address + lane * step));
    }
  }
}

TEST_P(LaneMemory, StoresEveryWidthAndNothingElse) {
  for (const Opcode opcode : {Opcode::Sb, Opcode::Sh, Opcode::Sw, Opcode::Fsw, Opcode::Fsd}) {
    const Instruction store = instruction_of(opcode, -16);
    const std::uint32_t bytes = store.access_bytes;
    const unsigned row = opcode_info(opcode).signature[2] == 'X' ? kData : kFloatRow + kData;
    for (unsigned lane = 0; lane < width_; ++lane) {
      file_.write(row, lane, 0xa0b0c0d0e0f00000 + lane * 0x01010101ULL);
    }
    for (const std::uint32_t step : {bytes, 8U, 24U}) {
      for (unsigned i = 0; i < kBufferBytes; ++i) {
        *global_.host(buffer_.address + i) = std::byte{0x77};
      }
      set_addresses([&](unsigned lane) { return buffer_.address + 16 + lane * step; });
      access(store);
      std::vector<std::byte> expected(kBufferBytes, std::byte{0x77});
      for (unsigned lane = 0; lane < width_; ++lane) {
        const std::uint64_t value = file_.read(row, lane);
        std::memcpy(&expected[lane * step], &value, bytes);
      }
      ASSERT_EQ(std::memcmp(expected.data(), global_.host(buffer_.address), kBufferBytes), 0)
          << opcode_info(opcode).text << " with step " << step;
      EXPECT_TRUE(access_.changed_memory);
    }
  }
}

TEST_P(LaneMemory, LeavesInactiveLanesAlone) {
  const LaneMask some = file_.registers().full & LaneMask(0x5a5a'5a5a'5a5a'5a5b);
  const std::function<std::uint32_t(unsigned)> shapes[] = {
      [&](unsigned lane) { return some.test(lane) ? buffer_.address + lane * 4 : 0x3; },
      [&](unsigned lane) { return some.test(lane) ? kPrivateBase + 64 : 0x3; },
      [&](unsigned lane) { return some.test(lane) ? buffer_.address + 400 - lane * 4 : 0x3; },
  };
  for (const auto& shape : shapes) {
    set_addresses(shape);
    for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 1000 + lane);
    access(instruction_of(Opcode::Sw), some);
    for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 7);
    access(instruction_of(Opcode::Lw), some);
    for (unsigned lane = 0; lane < width_; ++lane) {
      EXPECT_EQ(file_.read(kData, lane), some.test(lane) ? 1000 + lane : 7);
    }
    EXPECT_EQ(access_.lanes, some);
  }
}

TEST_P(LaneMemory, LetsTheHighestLaneWinAConflict) {
  set_addresses([&](unsigned) { return buffer_.address + 128; });
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 50 + lane);
  access(instruction_of(Opcode::Sw));
  EXPECT_EQ(word_at(buffer_.address + 128), 50 + width_ - 1);
}

TEST_P(LaneMemory, GivesEachLanePrivateMemoryOfItsOwn) {
  constexpr unsigned kSeed = 11;
  std::mt19937 random(kSeed);
  std::vector<std::vector<std::byte>> model(width_, std::vector<std::byte>(kPrivateBytes));
  const Opcode stores[] = {Opcode::Sb, Opcode::Sh, Opcode::Sw, Opcode::Fsd};
  const Opcode loads[] = {Opcode::Lbu, Opcode::Lhu, Opcode::Lw, Opcode::Fld};
  for (int step = 0; step < 400; ++step) {
    const unsigned kind = random() % 4;
    const bool uniform = random() % 2 == 0;
    const bool is_store = random() % 2 == 0;
    const Instruction instruction = instruction_of(is_store ? stores[kind] : loads[kind]);
    const unsigned bytes = instruction.access_bytes;
    const unsigned row = bytes == 8 ? kFloatRow + kData : kData;
    const std::uint32_t common = random() % (kPrivateBytes / bytes) * bytes;
    std::vector<std::uint32_t> offset(width_, common);
    for (unsigned lane = 0; lane < width_; ++lane) {
      if (!uniform) offset[lane] = random() % (kPrivateBytes / bytes) * bytes;
      file_.write(kAddress, lane, kPrivateBase + offset[lane]);
      if (is_store) file_.write(row, lane, std::uint64_t{random()} << 32 | random());
    }
    access(instruction);
    EXPECT_EQ(access_.space, AddressSpace::Private);
    for (unsigned lane = 0; lane < width_; ++lane) {
      const std::uint64_t value = file_.read(row, lane);
      std::byte* place = &model[lane][offset[lane]];
      if (is_store) {
        std::memcpy(place, &value, bytes);
      } else {
        ASSERT_EQ(std::memcmp(place, &value, bytes), 0)
            << "seed " << kSeed << ", step " << step << ", lane " << lane;
      }
    }
  }
  private_.clear();
  set_addresses([&](unsigned lane) { return kPrivateBase + lane * 4 % kPrivateBytes; });
  access(instruction_of(Opcode::Lw));
  for (unsigned lane = 0; lane < width_; ++lane) EXPECT_EQ(file_.read(kData, lane), 0U);
}

TEST_P(LaneMemory, KeepsWordsOfPrivateMemoryInRows) {
  set_addresses([](unsigned) { return kPrivateBase + 20; });
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 900 + lane);
  access(instruction_of(Opcode::Sw));
  for (unsigned lane = 0; lane < width_; ++lane) EXPECT_EQ(private_.row(20)[lane], 900 + lane);
}

TEST_P(LaneMemory, SharesLocalMemory) {
  set_addresses([](unsigned lane) { return kLocalBase + 4 * lane; });
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, lane + 1);
  access(instruction_of(Opcode::Sw));
  set_addresses([&](unsigned lane) { return kLocalBase + 4 * (width_ - 1 - lane); });
  access(instruction_of(Opcode::Lw));
  EXPECT_EQ(access_.space, AddressSpace::Local);
  for (unsigned lane = 0; lane < width_; ++lane) EXPECT_EQ(file_.read(kData, lane), width_ - lane);
}

TEST_P(LaneMemory, ReadsConstantsOfTheProgramButNeverWritesThem) {
  set_addresses([](unsigned lane) { return kCodeBase + 3 * lane; });
  access(instruction_of(Opcode::Lbu));
  EXPECT_EQ(access_.space, AddressSpace::Program);
  for (unsigned lane = 0; lane < width_; ++lane) {
    EXPECT_EQ(file_.read(kData, lane), (3 * lane) ^ 0x9cU);
  }
  set_addresses([](unsigned) { return kCodeBase + 8; });
  expect_fault(instruction_of(Opcode::Sw), 0,
               "store of 4 bytes at 0x00010008, which is not writable");
  expect_fault(instruction_of(Opcode::AmoaddW), 0, "atomic access of 4 bytes at 0x00010008");
  expect_fault(instruction_of(Opcode::LrW), 0, "atomic access");
  set_addresses([](unsigned) { return kCodeBase + 256; });
  expect_fault(instruction_of(Opcode::Lw), 0,
               "which is outside of the program's code and constants");
}

TEST_P(LaneMemory, MixesAddressSpacesInOneAccess) {
  const std::uint32_t places[] = {buffer_.address + 8, kLocalBase + 12, kPrivateBase + 16,
                                  neighbour_.address + 4};
  set_addresses([&](unsigned lane) { return places[lane % 4]; });
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 5 * (lane % 4));
  access(instruction_of(Opcode::Sw));
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 1);
  access(instruction_of(Opcode::Lw));
  for (unsigned lane = 0; lane < width_; ++lane) {
    EXPECT_EQ(file_.read(kData, lane), 5 * (lane % 4));
  }
}

TEST_P(LaneMemory, DescribesTheAccessForTheBlocksThatTimeIt) {
  set_addresses([&](unsigned lane) { return buffer_.address + 16 * lane; });
  access(instruction_of(Opcode::Lh, 6));
  EXPECT_EQ(access_.lanes, file_.registers().full);
  EXPECT_EQ(access_.bytes, 2);
  EXPECT_EQ(access_.kind, InstructionClass::Load);
  EXPECT_EQ(access_.space, AddressSpace::Global);
  EXPECT_FALSE(access_.changed_memory);
  for (unsigned lane = 0; lane < width_; ++lane) {
    EXPECT_EQ(access_.address[lane], buffer_.address + 16 * lane + 6);
  }
}

TEST_P(LaneMemory, WritesNothingToX0) {
  Instruction load = instruction_of(Opcode::Lw);
  load = decode(load.word & ~(31U << 7), 0);
  set_addresses([&](unsigned lane) { return buffer_.address + 4 * lane; });
  access(load);
  for (unsigned lane = 0; lane < width_; ++lane) EXPECT_EQ(file_.read(0, lane), 0U);
}

}  // namespace
}  // namespace lanefold
