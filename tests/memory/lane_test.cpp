// SPDX-License-Identifier: Apache-2.0
// Loads, stores and atomics of the lanes of a warp in the four address spaces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <optional>
#include <random>

#include "isa/opcode_table.h"
#include "lanefold/memory_map.h"
#include "memory/lane_memory.h"
#include "tests/support/lane_file.h"

namespace lanefold {
namespace {

using ::testing::HasSubstr;

constexpr unsigned kAddress = 10;  // x10 holds addresses
constexpr unsigned kData = 11;     // x11 or f11 holds what is loaded or stored
constexpr std::uint32_t kBufferBytes = 4096;
constexpr std::uint32_t kLocalBytes = 1024;
constexpr std::uint32_t kPrivateBytes = 512;

/// An instruction `opcode` on x10 with an offset.
Instruction instruction_of(Opcode opcode, std::int32_t offset = 0) {
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
    EXPECT_THAT(fault->sentence, HasSubstr(sentence));
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

TEST_P(LaneMemory, NamesTheLowestLaneThatIsWrong) {
  const unsigned bad = width_ / 2;
  const auto with_bad = [&](std::uint32_t address) {
    set_addresses(
        [=](unsigned lane) { return lane >= bad ? address : buffer_.address + 4 * lane; });
  };
  with_bad(buffer_.address + kBufferBytes);
  expect_fault(instruction_of(Opcode::Lw), bad,
               "load of 4 bytes at 0x10001000, which is outside of "
               "every buffer");
  with_bad(buffer_.address - 4);
  expect_fault(instruction_of(Opcode::Sw), bad, "store of 4 bytes at 0x0ffffffc");
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

TEST_P(LaneMemory, CarriesOutAtomicsLaneByLane) {
  const std::uint32_t counter = buffer_.address + 64;
  const std::uint32_t before = word_at(counter);
  set_addresses([&](unsigned) { return counter; });
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, lane + 1);
  access(instruction_of(Opcode::AmoaddW));
  EXPECT_TRUE(access_.changed_memory);
  std::uint32_t sum = before;
  for (unsigned lane = 0; lane < width_; ++lane) {
    EXPECT_EQ(file_.read(kData + 1, lane), sum);
    sum += lane + 1;
  }
  EXPECT_EQ(word_at(counter), sum);
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 0);
  access(instruction_of(Opcode::AmoorW));
  EXPECT_FALSE(access_.changed_memory) << "an atomic that writes what is there";
  EXPECT_EQ(access_.updated, access_.lanes);
}

TEST_P(LaneMemory, LetsOneOfTheCompetingLanesStoreConditionally) {
  const std::uint32_t word = buffer_.address + 64;
  set_addresses([&](unsigned) { return word; });
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, 100 + lane);
  access(instruction_of(Opcode::LrW));
  EXPECT_TRUE(access_.updated.none());
  access(instruction_of(Opcode::ScW));
  for (unsigned lane = 0; lane < width_; ++lane) {
    EXPECT_EQ(file_.read(kData + 1, lane), lane == 0 ? 0U : 1U);
    EXPECT_EQ(access_.operand[lane], 100 + lane);
  }
  EXPECT_EQ(access_.updated, LaneMask::lane(0));
  EXPECT_EQ(word_at(word), 100U);
  access(instruction_of(Opcode::ScW));
  for (unsigned lane = 0; lane < width_; ++lane) {
    EXPECT_EQ(file_.read(kData + 1, lane), 1U) << "without a reservation";
  }
}

TEST_P(LaneMemory, StoresConditionallyInEveryLaneThatHasAWordOfItsOwn) {
  set_addresses([&](unsigned lane) { return buffer_.address + 4 * lane; });
  access(instruction_of(Opcode::LrW));
  for (unsigned lane = 0; lane < width_; ++lane) file_.write(kData, lane, lane);
  access(instruction_of(Opcode::ScW));
  for (unsigned lane = 0; lane < width_; ++lane) {
    EXPECT_EQ(file_.read(kData + 1, lane), 0U);
    EXPECT_EQ(word_at(buffer_.address + 4 * lane), lane);
  }
}

TEST_P(LaneMemory, LosesReservationsToStoresOfOthers) {
  for (const Opcode other : {Opcode::Sb, Opcode::Sw, Opcode::Fsd, Opcode::AmoaddW}) {
    const std::uint32_t word = buffer_.address + 8;
    set_addresses([&](unsigned) { return word; });
    access(instruction_of(Opcode::LrW), LaneMask::lane(0));
    LaneFile stranger(1);  // another warp
    stranger.write(kAddress, 0, word);
    access_memory(instruction_of(other), stranger.registers(), spaces_, LaneMask(1), traits_,
                  access_);
    access(instruction_of(Opcode::ScW), LaneMask::lane(0));
    EXPECT_EQ(file_.read(kData + 1, 0), 1U) << opcode_info(other).text;
  }
}

TEST_P(LaneMemory, KeepsReservationsWhenNeighboursAreWritten) {
  set_addresses([&](unsigned) { return buffer_.address + 8; });
  access(instruction_of(Opcode::LrW), LaneMask::lane(0));
  set_addresses([&](unsigned) { return buffer_.address + 12; });
  access(instruction_of(Opcode::Sw), LaneMask::lane(0));
  set_addresses([&](unsigned) { return buffer_.address + 8; });
  access(instruction_of(Opcode::ScW), LaneMask::lane(0));
  EXPECT_EQ(file_.read(kData + 1, 0), 0U);
}

TEST_P(LaneMemory, StoresConditionallyOnlyToTheReservedWord) {
  set_addresses([&](unsigned) { return buffer_.address + 8; });
  access(instruction_of(Opcode::LrW), LaneMask::lane(0));
  set_addresses([&](unsigned) { return buffer_.address + 16; });
  access(instruction_of(Opcode::ScW), LaneMask::lane(0));
  EXPECT_EQ(file_.read(kData + 1, 0), 1U);
  set_addresses([&](unsigned) { return buffer_.address + 8; });
  access(instruction_of(Opcode::ScW), LaneMask::lane(0));
  EXPECT_EQ(file_.read(kData + 1, 0), 1U) << "the failed one has cost the reservation";
}

TEST_P(LaneMemory, DropsReservationsWithTheWarp) {
  set_addresses([&](unsigned) { return buffer_.address + 8; });
  access(instruction_of(Opcode::LrW));
  reservations_.drop_warp(file_.registers().rows);
  access(instruction_of(Opcode::ScW));
  for (unsigned lane = 0; lane < width_; ++lane) EXPECT_EQ(file_.read(kData + 1, lane), 1U);
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
