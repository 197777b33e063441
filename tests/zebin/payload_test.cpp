// SPDX-License-Identifier: Apache-2.0
// What a thread starts with, register by register.
#include "decisions/zebin/payload.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace lanefold::gen8 {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

template <class Number>
std::vector<Number> numbers(const std::byte* first, std::size_t count) {
  std::vector<Number> result(count);
  std::memcpy(result.data(), first, count * sizeof(Number));
  return result;
}

template <class Number>
std::vector<Number> register_of(const Registers& registers, unsigned number) {
  return numbers<Number>(registers.general.data() + std::size_t{number} * kRegisterBytes,
                         kRegisterBytes / sizeof(Number));
}

std::vector<std::uint32_t> dwords(const std::vector<std::byte>& bytes) {
  return numbers<std::uint32_t>(bytes.data(), bytes.size() / 4);
}

PayloadArgument piece(PayloadKind kind, std::uint32_t offset, std::uint32_t size,
                      std::uint32_t argument = 0) {
  PayloadArgument result;
  result.kind = kind;
  result.offset = offset;
  result.size = size;
  result.argument = argument;
  return result;
}

ZebinKernel kernel_of(unsigned simd_size, unsigned dimensions = 3) {
  ZebinKernel kernel;
  kernel.simd_size = simd_size;
  kernel.local_id_dimensions = dimensions;
  return kernel;
}

std::vector<std::byte> bytes_of(std::initializer_list<int> values) {
  std::vector<std::byte> result;
  for (const int value : values) result.push_back(static_cast<std::byte>(value));
  return result;
}

TEST(Gen8Payload, HasHeaderInTheFirstRegister) {
  ZebinKernel kernel = kernel_of(16);
  kernel.scratch_bytes = 3000;
  ThreadStart start;
  start.group = {7, 8, 9};
  start.slot = 0x123;
  start.scratch_base = 0x80000400;
  start.barrier = 5;
  Registers registers;
  fill_payload(registers, kernel, {16, 1, 1}, start, {});
  EXPECT_THAT(register_of<std::uint32_t>(registers, 0),
              ElementsAre(0, 7, 0x05000000, 2, 0, 0x80000523, 8, 9));
}

TEST(Gen8Payload, EncodesScratchSizesByPowersOfTwo) {
  constexpr std::pair<std::uint32_t, std::uint32_t> kCodes[] = {
      {0, 0}, {1024, 0}, {1025, 1}, {2048, 1}, {4096, 2}, {2U << 20, 11}};
  for (const auto& [bytes, code] : kCodes) {
    ZebinKernel kernel = kernel_of(8);
    kernel.scratch_bytes = bytes;
    Registers registers;
    fill_payload(registers, kernel, {8, 1, 1}, {}, {});
    EXPECT_EQ(register_of<std::uint32_t>(registers, 0)[3], code) << bytes;
  }
}

TEST(Gen8Payload, LeavesHalfOfEachLocalIdRegisterEmptyInSimd8) {
  Registers registers;
  ThreadStart start;
  start.thread = 1;
  fill_payload(registers, kernel_of(8), {3, 2, 4}, start, {});
  // Work-items 8 to 15 of a group of 3 x 2 x 4.
  EXPECT_THAT(register_of<std::uint16_t>(registers, 1),
              ElementsAre(2, 0, 1, 2, 0, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(register_of<std::uint16_t>(registers, 2),
              ElementsAre(0, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0));
  EXPECT_THAT(register_of<std::uint16_t>(registers, 3),
              ElementsAre(1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0, 0));
}

TEST(Gen8Payload, HasARegisterForEachLocalIdInSimd16) {
  Registers registers;
  fill_payload(registers, kernel_of(16), {4, 4, 1}, {}, {});
  EXPECT_THAT(register_of<std::uint16_t>(registers, 1),
              ElementsAre(0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3));
  EXPECT_THAT(register_of<std::uint16_t>(registers, 2),
              ElementsAre(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3));
  EXPECT_THAT(register_of<std::uint16_t>(registers, 3), testing::Each(0));
}

TEST(Gen8Payload, HasTwoRegistersForEachLocalIdInSimd32) {
  Registers registers;
  ThreadStart start;
  start.thread = 1;
  fill_payload(registers, kernel_of(32), {20, 4, 1}, start, bytes_of({0xab}));
  std::vector<std::uint16_t> x;
  std::vector<std::uint16_t> y;
  for (unsigned item = 32; item < 64; ++item) {
    x.push_back(item % 20);
    y.push_back(item / 20);
  }
  const auto pair = [&](unsigned first) {
    return numbers<std::uint16_t>(registers.general.data() + std::size_t{first} * kRegisterBytes,
                                  32);
  };
  EXPECT_THAT(pair(1), ElementsAreArray(x));
  EXPECT_THAT(pair(3), ElementsAreArray(y));
  EXPECT_THAT(pair(5), testing::Each(0));
  EXPECT_EQ(register_of<std::uint32_t>(registers, 7)[0], 0xabU);
}

TEST(Gen8Payload, ContinuesLocalIdsBeyondTheGroup) {
  Registers registers;
  ThreadStart start;
  start.thread = 1;
  const ZebinKernel kernel = kernel_of(8);
  const Sizes local = {5, 2, 1};
  fill_payload(registers, kernel, local, start, {});
  EXPECT_EQ(dispatched_channels(kernel, local, 1), 0x3U);
  const auto ids = [&](unsigned number) {
    return numbers<std::uint16_t>(registers.general.data() + std::size_t{number} * kRegisterBytes,
                                  8);
  };
  EXPECT_THAT(ids(1), ElementsAre(3, 4, 0, 1, 2, 3, 4, 0));
  EXPECT_THAT(ids(2), ElementsAre(1, 1, 0, 0, 0, 0, 0, 1));
  EXPECT_THAT(ids(3), ElementsAre(0, 0, 1, 1, 1, 1, 1, 1));
}

TEST(Gen8Payload, HasOnlyTheLocalIdsThatTheKernelReads) {
  for (unsigned dimensions = 0; dimensions <= 3; ++dimensions) {
    Registers registers;
    const ZebinKernel kernel = kernel_of(16, dimensions);
    EXPECT_EQ(kernel.cross_thread_register(), 1 + std::max(dimensions, 1U));
    ThreadStart start;
    start.thread = 1;
    fill_payload(registers, kernel, {2, 2, 8}, start, bytes_of({1, 2, 3, 4}));
    const unsigned block = kernel.cross_thread_register();
    EXPECT_EQ(register_of<std::uint32_t>(registers, block)[0], 0x04030201U);
    EXPECT_THAT(register_of<std::uint32_t>(registers, block + 1), testing::Each(0));
  }
}

TEST(Gen8Payload, DispatchesAllChannelsButOfTheLastThread) {
  struct Case {
    unsigned simd_size;
    Sizes local;
    unsigned threads;
    ChannelMask last;
  };
  constexpr ChannelMask kAll = 0xffffffff;
  const Case cases[] = {
      {8, {24, 1, 1}, 3, 0xff},   {16, {24, 1, 1}, 2, 0xff}, {32, {24, 1, 1}, 1, 0xffffff},
      {32, {32, 1, 1}, 1, kAll},  {32, {33, 1, 1}, 2, 1},    {16, {6, 1, 1}, 1, 0x3f},
      {16, {5, 5, 5}, 8, 0x1fff}, {8, {1, 1, 1}, 1, 1},      {16, {16, 16, 1}, 16, 0xffff}};
  for (const Case& each : cases) {
    const ZebinKernel kernel = kernel_of(each.simd_size);
    ASSERT_EQ(threads_of_group(kernel, each.local), each.threads);
    for (unsigned thread = 0; thread + 1 < each.threads; ++thread) {
      EXPECT_EQ(dispatched_channels(kernel, each.local, thread), channels_from(0, each.simd_size));
    }
    EXPECT_EQ(dispatched_channels(kernel, each.local, each.threads - 1), each.last);
  }
}

TEST(Gen8Payload, HasTheIndexSpaceInTheCrossThreadBlock) {
  ZebinKernel kernel = kernel_of(16);
  kernel.payload = {
      piece(PayloadKind::GlobalIdOffset, 0, 12),    piece(PayloadKind::LocalSize, 12, 12),
      piece(PayloadKind::EnqueuedLocalSize, 24, 8), piece(PayloadKind::GroupCount, 32, 12),
      piece(PayloadKind::GlobalSize, 44, 4),        piece(PayloadKind::WorkDimensions, 48, 4)};
  kernel.cross_thread_bytes = 64;
  LaunchValues values;
  values.range = {3, {24, 10, 6}, {8, 5, 3}, {100, 200, 300}};
  EXPECT_THAT(dwords(cross_thread_block(kernel, values)),
              ElementsAre(100, 200, 300, 8, 5, 3, 8, 5, 3, 2, 2, 24, 3, 0, 0, 0));
}

TEST(Gen8Payload, HasArgumentsInTheCrossThreadBlock) {
  ZebinKernel kernel = kernel_of(8);
  kernel.info.arguments.resize(3);
  kernel.payload = {piece(PayloadKind::Pointer, 0, 4, 0),
                    piece(PayloadKind::Pointer, 4, 0, 0),  // in the binding table only
                    piece(PayloadKind::BufferAddress, 8, 8, 0),
                    piece(PayloadKind::BufferOffset, 16, 4, 0),
                    piece(PayloadKind::Pointer, 20, 4, 1),
                    piece(PayloadKind::PrivateBase, 24, 4),
                    piece(PayloadKind::PrintfBuffer, 28, 4)};
  kernel.cross_thread_bytes = 32;
  LaunchValues values;
  values.arguments = {DeviceAddress{0x80001000}, LocalOffset{0x240}, bytes_of({})};
  values.private_base = 0x90000000;
  values.printf_buffer = 0xa0000000;
  EXPECT_THAT(dwords(cross_thread_block(kernel, values)),
              ElementsAre(0x80001000, 0, 0x80001000, 0, 0, 0x240, 0x90000000, 0xa0000000));
}

TEST(Gen8Payload, TakesMembersOfAStructFromWhereTheyAre) {
  ZebinKernel kernel = kernel_of(8);
  kernel.info.arguments.resize(1);
  kernel.payload = {piece(PayloadKind::Value, 0, 4), piece(PayloadKind::Value, 4, 1),
                    piece(PayloadKind::Value, 6, 2), piece(PayloadKind::Value, 8, 4)};
  kernel.payload[0].source_offset = 4;
  kernel.payload[1].source_offset = 1;
  kernel.payload[2].source_offset = 2;
  kernel.payload[3].source_offset = 6;  // the argument ends within this piece
  kernel.cross_thread_bytes = 12;
  LaunchValues values;
  values.arguments = {bytes_of({0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17})};
  EXPECT_THAT(dwords(cross_thread_block(kernel, values)),
              ElementsAre(0x17161514, 0x13120011, 0x1716));
}

}  // namespace
}  // namespace lanefold::gen8
