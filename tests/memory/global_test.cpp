// SPDX-License-Identifier: Apache-2.0
// Global memory: where buffers lie, what lies between them, and what the host may copy.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "decisions/memory/global_memory.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kBytes = 1U << 20;

template <class Action>
void expect_launch_error(Action&& action, const char* text) {
  try {
    action();
    ADD_FAILURE() << "no error was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Launch);
    EXPECT_THAT(error.what(), ::testing::HasSubstr(text));
  }
}

TEST(GlobalMemory, AlignsBuffersAndLeavesAGapAfterEach) {
  GlobalMemory memory(kBytes);
  std::uint32_t end = kGlobalBase;
  for (const std::uint32_t bytes : {1U, 127U, 128U, 129U, 0U, 4096U, 1U}) {
    const Buffer buffer = memory.allocate(bytes);
    EXPECT_EQ(buffer.size, bytes);
    EXPECT_EQ(buffer.address % GlobalMemory::kAlignment, 0U);
    EXPECT_GE(buffer.address, end);
    EXPECT_LE(buffer.address - end, 2 * GlobalMemory::kAlignment);
    end = buffer.address + bytes + 1;
  }
}

TEST(GlobalMemory, FindsTheBufferAroundARange) {
  GlobalMemory memory(kBytes);
  const Buffer a = memory.allocate(100);
  const Buffer b = memory.allocate(200);
  const std::uint32_t last = a.address + 99;
  ASSERT_NE(memory.find(a.address, last), nullptr);
  EXPECT_EQ(memory.find(a.address, last)->begin, a.address);
  EXPECT_EQ(memory.find(b.address + 199, b.address + 199)->begin, b.address);
  EXPECT_EQ(memory.find(last, last + 1), nullptr) << "behind the end";
  EXPECT_EQ(memory.find(last, b.address), nullptr) << "over the gap";
  EXPECT_EQ(memory.find(b.address - 1, b.address), nullptr) << "before the start";
  EXPECT_EQ(memory.find(0, 3), nullptr);
  EXPECT_EQ(memory.find(~0U - 3, ~0U), nullptr);
  EXPECT_EQ(memory.find(last, a.address), nullptr) << "an empty range";
}

TEST(GlobalMemory, GivesABufferOfSizeZeroThatNothingTouches) {
  GlobalMemory memory(kBytes);
  const Buffer empty = memory.allocate(0);
  const Buffer other = memory.allocate(4);
  EXPECT_NE(empty.address, other.address);
  EXPECT_EQ(memory.find(empty.address, empty.address), nullptr);
  EXPECT_NO_THROW(memory.write(empty, 0, nullptr, 0));
  memory.release(empty);
}

TEST(GlobalMemory, ReusesReleasedRoomAndZeroesIt) {
  for (const std::uint32_t bytes : {1000U, 100'000U}) {
    GlobalMemory memory(kBytes);
    const Buffer first = memory.allocate(bytes);
    const Buffer guard = memory.allocate(10);
    const std::vector<std::uint8_t> ones(bytes, 0xff);
    memory.write(first, 0, ones.data(), bytes);
    memory.write(guard, 0, ones.data(), 10);
    EXPECT_EQ(memory.release(first), bytes);
    const Buffer small = memory.allocate(300);
    const Buffer rest = memory.allocate(bytes - 500);
    EXPECT_EQ(small.address, first.address);
    EXPECT_LT(rest.address, guard.address);
    std::vector<std::uint8_t> content(rest.size, 1);
    memory.read(rest, 0, content.data(), rest.size);
    EXPECT_EQ(content, std::vector<std::uint8_t>(rest.size, 0));
    EXPECT_EQ(static_cast<int>(*memory.host(guard.address)), 0xff) << "a neighbour keeps its own";
  }
}

TEST(GlobalMemory, KnowsWhatWasTouchedOfALargeBuffer) {
  GlobalMemory memory(kBytes);
  memory.allocate(100);
  const Buffer large = memory.allocate(900'000);
  EXPECT_TRUE(memory.touched(large).empty());
  const std::uint32_t word = 7;
  for (const std::uint32_t at : {0U, 400'000U, 899'996U}) {
    memory.write(large, at, &word, sizeof word);
    std::uint64_t bytes = 0;
    bool found = false;
    for (const GlobalMemory::Part& part : memory.touched(large)) {
      EXPECT_GE(part.address, large.address);
      EXPECT_LE(part.address + part.bytes, large.address + large.size);
      bytes += part.bytes;
      found |=
          part.address <= large.address + at && large.address + at + 4 <= part.address + part.bytes;
    }
    EXPECT_TRUE(found) << at;
    EXPECT_LT(bytes, 450'000U) << "huge pages aside";
  }
  const Buffer small = memory.allocate(1000);
  ASSERT_EQ(memory.touched(small).size(), 1U);
  EXPECT_EQ(memory.touched(small)[0].bytes, 1000U);
}

TEST(GlobalMemory, NeverOverlapsBuffersInARandomHistory) {
  constexpr unsigned kSeed = 7;
  std::mt19937 random(kSeed);
  GlobalMemory memory(kBytes);
  std::vector<Buffer> live;
  for (int step = 0; step < 3000; ++step) {
    if (live.size() > 30 || (!live.empty() && random() % 3 == 0)) {
      const std::size_t victim = random() % live.size();
      memory.release(live[victim]);
      live.erase(live.begin() + static_cast<std::ptrdiff_t>(victim));
      continue;
    }
    const Buffer buffer = memory.allocate(random() % 2000);
    std::vector<std::uint8_t> content(buffer.size, 1);
    memory.read(buffer, 0, content.data(), buffer.size);
    ASSERT_EQ(content, std::vector<std::uint8_t>(buffer.size, 0)) << "seed " << kSeed;
    content.assign(buffer.size, 0xee);
    memory.write(buffer, 0, content.data(), buffer.size);
    for (const Buffer& other : live) {
      ASSERT_TRUE(buffer.address + buffer.size < other.address ||
                  other.address + other.size < buffer.address)
          << "seed " << kSeed << ", step " << step;
    }
    live.push_back(buffer);
  }
}

TEST(GlobalMemory, RefusesBuffersThatDoNotFit) {
  GlobalMemory memory(kBytes);
  EXPECT_NO_THROW(memory.release(memory.allocate(kBytes - 1)));
  expect_launch_error([&] { memory.allocate(kBytes + 1); }, "a buffer of 1048577 bytes");
  expect_launch_error([&] { memory.allocate(std::size_t{1} << 32); }, "memory.bytes");
  expect_launch_error([&] { memory.allocate(~std::size_t{0}); }, "of 1048576 bytes");
  memory.allocate(kBytes / 2);
  expect_launch_error([&] { memory.allocate(kBytes / 2); }, "a buffer of 524288 bytes");
}

TEST(GlobalMemory, RefusesToReleaseTwice) {
  GlobalMemory memory(kBytes);
  const Buffer buffer = memory.allocate(4);
  memory.release(buffer);
  expect_launch_error([&] { memory.release(buffer); }, "no buffer starts at 0x10000000");
}

TEST(GlobalMemory, RefusesCopiesOutsideOfTheBuffer) {
  GlobalMemory memory(kBytes);
  const Buffer buffer = memory.allocate(16);
  std::vector<std::uint8_t> bytes(64, 5);
  EXPECT_NO_THROW(memory.write(buffer, 12, bytes.data(), 4));
  expect_launch_error([&] { memory.write(buffer, 13, bytes.data(), 4); },
                      "cannot write 4 bytes at offset 13 of a buffer of 16 bytes at 0x10000000");
  expect_launch_error([&] { memory.read(buffer, 17, bytes.data(), 0); }, "cannot read 0 bytes");
  expect_launch_error([&] { memory.read(buffer, 8, bytes.data(), ~std::size_t{0}); },
                      "at offset 8");
  expect_launch_error(
      [&] {
        memory.read({buffer.address, 64}, 0, bytes.data(), 64);
      },
      "of a buffer of 64 bytes");
  memory.release(buffer);
  expect_launch_error([&] { memory.read(buffer, 0, bytes.data(), 1); }, "cannot read");
}

TEST(GlobalMemory, AllowsAccessesJustAfterABuffer) {
  GlobalMemory memory(kBytes, 200);
  const Buffer a = memory.allocate(1000);
  const std::uint32_t end = a.address + 1000;
  EXPECT_EQ(memory.find(end, end + 3), nullptr) << "not a buffer";
  EXPECT_EQ(memory.find_overrun(end - 4, end - 1), nullptr) << "not an overrun";
  ASSERT_NE(memory.find_overrun(end, end + 3), nullptr);
  EXPECT_EQ(memory.find_overrun(end, end + 3)->begin, a.address);
  EXPECT_NE(memory.find_overrun(end - 4, end + 3), nullptr) << "half behind";
  EXPECT_NE(memory.find_overrun(end + 196, end + 199), nullptr);
  EXPECT_EQ(memory.find_overrun(end + 197, end + 200), nullptr) << "too far";
  EXPECT_EQ(memory.find_overrun(a.address - 4, a.address - 1), nullptr) << "in front";
  const Buffer b = memory.allocate(kBytes - 1024 - 128);
  EXPECT_NE(memory.find_overrun(end + 20, end + 23), nullptr);
  EXPECT_EQ(memory.find_overrun(end + 20, end + 24), nullptr) << "into the next buffer";
  const std::uint32_t top = b.address + b.size;
  EXPECT_NE(memory.find_overrun(top + 124, top + 127), nullptr);
  EXPECT_EQ(memory.find_overrun(top + 124, top + 128), nullptr) << "the memory's end";
  EXPECT_EQ(GlobalMemory(kBytes).find_overrun(end, end + 3), nullptr);
}

TEST(GlobalMemory, KeepsBuffersApartByAGuard) {
  for (const std::uint32_t guard : {1U, 92U, 93U, 4096U}) {
    GlobalMemory memory(kBytes, 0, guard);
    const Buffer a = memory.allocate(36);
    const Buffer arguments = memory.allocate(36, false);
    const Buffer b = memory.allocate(36);
    for (const auto& [before, behind] : {std::pair(a, arguments), std::pair(arguments, b)}) {
      EXPECT_GE(behind.address, before.address + 36 + guard);
      EXPECT_LT(behind.address, before.address + 36 + guard + GlobalMemory::kAlignment);
    }
    EXPECT_EQ(memory.find(a.address + 36, a.address + 36), nullptr) << "a guard is no buffer";
    const std::uint32_t room = b.address - a.address;
    memory.release(arguments);
    EXPECT_GT(memory.allocate(room - 36 - 2 * guard + 1).address, b.address)
        << "the guard in front";
    const std::uint32_t between = a.address + GlobalMemory::kAlignment * ((36 + guard + 127) / 128);
    EXPECT_EQ(memory.allocate(b.address - between - guard).address, between) << "just fits";
  }
}

TEST(GlobalMemory, NeedsNoGuardBehindTheLastBuffer) {
  GlobalMemory memory(kBytes, 0, 4096);
  EXPECT_NO_THROW(memory.release(memory.allocate(kBytes - 1)));
  expect_launch_error([&] { memory.allocate(kBytes); }, "a buffer of 1048576 bytes");
}

TEST(GlobalMemory, KeepsGuardsFromBuffersAtAChosenAddress) {
  GlobalMemory memory(kBytes, 0, 1000);
  const Buffer a = memory.allocate_at(kGlobalBase + 4096, 96);
  const std::uint32_t end = a.address + a.size;
  expect_launch_error([&] { memory.allocate_at(end + 928, 8); },
                      "and lie, with 1000 bytes to spare, between others");
  EXPECT_NO_THROW(memory.allocate_at(end + 1056, 8));
  expect_launch_error([&] { memory.allocate_at(a.address - 1024, 25); }, "memory.guard_bytes");
  EXPECT_NO_THROW(memory.allocate_at(a.address - 1024, 24));
  expect_launch_error([&] { GlobalMemory(kBytes).allocate_at(kGlobalBase + 1, 4); },
                      "with 1 byte to spare");
}

TEST(GlobalMemory, KeepsArgumentsFromOverruns) {
  GlobalMemory memory(kBytes, 400);
  const Buffer a = memory.allocate(100);
  const Buffer arguments = memory.allocate(20, false);
  const std::uint32_t end = arguments.address + 20;
  EXPECT_NE(memory.find_overrun(a.address + 100, a.address + 103), nullptr);
  EXPECT_EQ(memory.find_overrun(arguments.address, arguments.address + 3), nullptr);
  EXPECT_EQ(memory.find_overrun(arguments.address + 16, end + 3), nullptr) << "half of them";
  ASSERT_NE(memory.find_overrun(end, end + 3), nullptr) << "between buffer and what is behind it";
  EXPECT_EQ(memory.find_overrun(end, end + 3)->begin, a.address);
  memory.release(a);
  EXPECT_EQ(memory.find_overrun(end, end + 3), nullptr) << "they are no buffer";
}

TEST(GlobalMemory, ZeroesABufferWhereAnOverrunHasWritten) {
  GlobalMemory memory(kBytes, 1000);
  const Buffer a = memory.allocate(100);
  const auto overrun = [&](std::uint32_t offset) {
    const std::uint32_t first = a.address + offset;
    ASSERT_NE(memory.find_overrun(first, first + 3), nullptr);
    memory.overrun_written(first, first + 3);
    std::memset(memory.host(first), 0xff, 4);
  };
  overrun(100);
  overrun(300);
  overrun(700);
  const Buffer b = memory.allocate(300);
  EXPECT_THAT(memory.take_cleared(), ::testing::ElementsAre(b.address + 128));
  EXPECT_THAT(memory.take_cleared(), ::testing::IsEmpty());
  std::vector<std::uint8_t> content(300);
  memory.read(b, 0, content.data(), 300);
  EXPECT_EQ(content, std::vector<std::uint8_t>(300, 0));
  EXPECT_EQ(static_cast<int>(*memory.host(a.address + 700)), 0xff) << "still behind a buffer";
  memory.release(a);
  const Buffer again = memory.allocate(120);
  EXPECT_EQ(again.address, a.address);
  EXPECT_EQ(static_cast<int>(*memory.host(a.address + 100)), 0);
}

TEST(GlobalMemory, CopiesWrittenBytes) {
  GlobalMemory memory(kBytes);
  const Buffer buffer = memory.allocate(8);
  const std::uint8_t bytes[3] = {1, 2, 3};
  memory.write(buffer, 4, bytes, 3);
  std::uint8_t content[8];
  memory.read(buffer, 0, content, 8);
  EXPECT_THAT(content, ::testing::ElementsAre(0, 0, 0, 0, 1, 2, 3, 0));
  EXPECT_EQ(static_cast<int>(*memory.host(buffer.address + 5)), 2);
  EXPECT_EQ(memory.origin(), kGlobalBase);
  EXPECT_EQ(memory.size(), kBytes);
}

}  // namespace
}  // namespace lanefold
