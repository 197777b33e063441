// SPDX-License-Identifier: Apache-2.0
// Messages to memory: what they read, write and leave alone.
#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "decisions/eu/message_access.h"
#include "decisions/eu/message_lanes.h"
#include "decisions/isa/atomic.h"
#include "lanefold/error.h"

namespace lanefold::gen8 {
namespace {

constexpr unsigned kPayload = 10;
constexpr unsigned kResponse = 40;
constexpr std::uint32_t kOld = 0xdeadbeef;

class Messages : public ::testing::Test {
 protected:
  Messages() : global_(1U << 20), local_(256) {
    buffer_ = global_.allocate(256);
    surfaces_.push_back({buffer_.address, buffer_.size});
    memory_ = {&global_, &surfaces_, local_.data(), static_cast<std::uint32_t>(local_.size())};
    for (unsigned i = 0; i < buffer_.size / 4; ++i) set_memory(i * 4, 0x1000 + i);
    for (unsigned i = 0; i < 8 * 8; ++i) set(kResponse, i, kOld);
  }

  static Instruction message(SharedFunction function, unsigned type, unsigned control,
                             unsigned surface, unsigned payload, unsigned response,
                             bool header = false) {
    Instruction send;
    send.opcode = Opcode::Send;
    send.execution_size = 8;
    send.destination.kind = OperandKind::Register;
    send.destination.number = kResponse;
    send.sources[0].kind = OperandKind::Register;
    send.sources[0].number = kPayload;
    send.message.function = function;
    send.message.descriptor = surface | control << 8 | type << 14 | (header ? 1U << 19 : 0U) |
                              response << 20 | payload << 25;
    return send;
  }

  void set(unsigned number, unsigned word, std::uint32_t value) {
    std::memcpy(registers_.general.data() + number * kRegisterBytes + word * 4, &value, 4);
  }
  std::uint32_t get(unsigned number, unsigned word) const {
    std::uint32_t value;
    std::memcpy(&value, registers_.general.data() + number * kRegisterBytes + word * 4, 4);
    return value;
  }
  void set_memory(std::uint32_t offset, std::uint32_t value) {
    std::memcpy(global_.host(buffer_.address + offset), &value, 4);
  }
  std::uint32_t get_memory(std::uint32_t offset) const {
    std::uint32_t value;
    std::memcpy(&value, global_.host(buffer_.address + offset), 4);
    return value;
  }

  bool carry_out(const Instruction& send, ChannelMask channels) {
    return access_memory(send, message_form(send), registers_, channels, memory_);
  }
  /// The sentence of a message that is refused.
  std::string fault(const Instruction& send, ChannelMask channels) {
    try {
      carry_out(send, channels);
    } catch (const ChannelFault& refused) {
      return std::to_string(refused.channel) + ": " + refused.sentence;
    }
    return "";
  }

  GlobalMemory global_;
  std::vector<std::byte> local_;
  Buffer buffer_;
  std::vector<BoundSurface> surfaces_;
  ThreadMemory memory_;
  Registers registers_;
};

TEST_F(Messages, GatherWordsOfTheChannelsThatTakePart) {
  const Instruction send = message(SharedFunction::DataPort1, 1, 0x2e, 0, 1, 1);
  for (unsigned lane = 0; lane < 8; ++lane) set(kPayload, lane, (7 - lane) * 4);
  EXPECT_FALSE(carry_out(send, 0x0f));
  EXPECT_EQ(get(kResponse, 0), 0x1007U);
  EXPECT_EQ(get(kResponse, 3), 0x1004U);
  EXPECT_EQ(get(kResponse, 4), kOld);
}

TEST_F(Messages, GatherPacksTheComponentsThatItReads) {
  Instruction send = message(SharedFunction::DataPort1, 1, 0x1a, 0, 2, 4);  // x and z, SIMD16
  send.execution_size = 16;
  for (unsigned lane = 0; lane < 16; ++lane) set(kPayload, lane, lane * 4);
  carry_out(send, 0x8001);
  EXPECT_EQ(get(kResponse, 0), 0x1000U);
  EXPECT_EQ(get(kResponse, 15), 0x100fU);
  EXPECT_EQ(get(kResponse + 2, 0), 0x1002U);
  EXPECT_EQ(get(kResponse + 2, 15), 0x1011U);
  EXPECT_EQ(get(kResponse + 2, 1), kOld);
}

TEST_F(Messages, SecondHalfHasItsOwnLanes) {
  Instruction send = message(SharedFunction::DataPort1, 1, 0x2e, 0, 1, 1);
  send.channel_offset = 8;
  for (unsigned lane = 0; lane < 8; ++lane) set(kPayload, lane, lane * 4);
  carry_out(send, 0x0200);
  EXPECT_EQ(get(kResponse, 1), 0x1001U);
  EXPECT_EQ(get(kResponse, 0), kOld);
}

TEST_F(Messages, ResponseMayLieOverTheAddresses) {
  Instruction send = message(SharedFunction::DataPort1, 1, 0x2c, 0, 1, 2);  // x and y
  send.destination.number = kPayload;
  for (unsigned lane = 0; lane < 8; ++lane) set(kPayload, lane, 8 * lane);
  carry_out(send, 0xff);
  for (unsigned lane = 0; lane < 8; ++lane) {
    EXPECT_EQ(get(kPayload, lane), 0x1000 + 2 * lane);
    EXPECT_EQ(get(kPayload + 1, lane), 0x1001 + 2 * lane);
  }
}

TEST_F(Messages, SurfacesReadZeroAndDropWritesBehindTheirEnd) {
  set(kPayload, 0, buffer_.size - 4);
  set(kPayload, 1, buffer_.size);
  set(kPayload, 2, 0xfffffffc);
  carry_out(message(SharedFunction::DataPort1, 1, 0x2e, 0, 1, 1), 0x7);
  EXPECT_EQ(get(kResponse, 0), 0x103fU);
  EXPECT_EQ(get(kResponse, 1), 0U);
  EXPECT_EQ(get(kResponse, 2), 0U);
  set(kPayload + 1, 0, 1);
  set(kPayload + 1, 1, 2);
  set(kPayload + 1, 2, 3);
  EXPECT_TRUE(carry_out(message(SharedFunction::DataPort1, 9, 0x2e, 0, 2, 0), 0x7));
  EXPECT_EQ(get_memory(buffer_.size - 4), 1U);
}

TEST_F(Messages, ScatterWritesComponentsSideBySide) {
  for (unsigned lane = 0; lane < 8; ++lane) {
    set(kPayload, lane, lane * 16);
    for (unsigned word = 0; word < 4; ++word) set(kPayload + 1 + word, lane, word * 100 + lane);
  }
  carry_out(message(SharedFunction::DataPort1, 9, 0x20, 0, 5, 0), 0xfe);
  EXPECT_EQ(get_memory(0), 0x1000U);
  EXPECT_EQ(get_memory(16), 1U);
  EXPECT_EQ(get_memory(20), 101U);
  EXPECT_EQ(get_memory(28), 301U);
}

TEST_F(Messages, BytesAreExtendedWithZeros) {
  set_memory(0, 0x8899aabb);
  set(kPayload, 0, 1);
  set(kPayload, 1, 2);
  carry_out(message(SharedFunction::DataPort0, 4, 0x0, 0, 1, 1), 0x3);
  EXPECT_EQ(get(kResponse, 0), 0xaaU);
  EXPECT_EQ(get(kResponse, 1), 0x99U);
  carry_out(message(SharedFunction::DataPort0, 4, 0x4, 0, 1, 1), 0x3);
  EXPECT_EQ(get(kResponse, 0), 0x99aaU);
  set(kPayload + 1, 0, 0x12345678);
  carry_out(message(SharedFunction::DataPort0, 12, 0x0, 0, 2, 0), 0x1);
  EXPECT_EQ(get_memory(0), 0x889978bbU);
}

TEST_F(Messages, WideAddressesReachAllMemory) {
  for (unsigned lane = 0; lane < 8; ++lane) {
    set(kPayload, 2 * lane, buffer_.address + 4 * lane);
    set(kPayload, 2 * lane + 1, 0);
  }
  carry_out(message(SharedFunction::DataPort1, 16, 0x8, 255, 2, 1), 0xff);
  EXPECT_EQ(get(kResponse, 5), 0x1005U);
  set(kPayload, 1, 1);
  EXPECT_NE(fault(message(SharedFunction::DataPort1, 16, 0x8, 255, 2, 1), 0xff).find("outside"),
            std::string::npos);
}

TEST_F(Messages, LocalMemoryIgnoresTheTagOfItsPointers) {
  set(kPayload, 0, 0x10000008);
  set(kPayload + 1, 0, 77);
  carry_out(message(SharedFunction::DataPort1, 9, 0x2e, 254, 2, 0), 0x1);
  EXPECT_EQ(std::to_integer<unsigned>(local_[8]), 77U);
  set(kPayload, 0, 256);
  EXPECT_EQ(fault(message(SharedFunction::DataPort1, 9, 0x2e, 254, 2, 0), 0x1),
            "0: store of 4 bytes at 0x00000100, which is outside of the work-group's 256 bytes of "
            "local memory");
}

TEST_F(Messages, AtomicsServeTheLowestChannelFirst) {
  set_memory(0, 0);
  for (unsigned lane = 0; lane < 8; ++lane) {
    set(kPayload, lane, 0);
    set(kPayload + 1, lane, lane + 1);
  }
  EXPECT_TRUE(carry_out(message(SharedFunction::DataPort1, 2, 0x37, 0, 2, 1), 0x0b));
  EXPECT_EQ(get_memory(0), 1U + 2 + 4);
  EXPECT_EQ(get(kResponse, 0), 0U);
  EXPECT_EQ(get(kResponse, 1), 1U);
  EXPECT_EQ(get(kResponse, 2), kOld);
  EXPECT_EQ(get(kResponse, 3), 3U);
}

TEST_F(Messages, AtomicsAtWideAddressesChangeDwords) {
  for (unsigned lane = 0; lane < 8; ++lane) {
    set(kPayload, 2 * lane, buffer_.address + 4 * (lane / 2));
    set(kPayload, 2 * lane + 1, 0);
    set(kPayload + 2, lane, 10);
  }
  EXPECT_TRUE(carry_out(message(SharedFunction::DataPort1, 0x12, 0x27, 255, 3, 1), 0x0f));
  EXPECT_EQ(get_memory(0), 0x1000U + 20);
  EXPECT_EQ(get_memory(4), 0x1001U + 20);
  EXPECT_EQ(get_memory(8), 0x1002U);
  EXPECT_EQ(get(kResponse, 1), 0x1000U + 10);
  EXPECT_EQ(get(kResponse, 4), kOld);
}

TEST_F(Messages, AtomicsAtWideAddressesChangeWordsOf64Bits) {
  set_memory(0, 0xffffffff);
  set_memory(4, 0);
  for (unsigned lane = 0; lane < 8; ++lane) {
    set(kPayload, 2 * lane, buffer_.address);
    set(kPayload, 2 * lane + 1, 0);
    set(kPayload + 2, 2 * lane, lane + 1);
    set(kPayload + 2, 2 * lane + 1, 0);
  }
  EXPECT_TRUE(carry_out(message(SharedFunction::DataPort1, 0x12, 0x37, 255, 4, 2), 0x05));
  EXPECT_EQ(get_memory(0), 3U) << "0xffffffff + 1 + 3";
  EXPECT_EQ(get_memory(4), 1U);
  EXPECT_EQ(get(kResponse, 4), 0U) << "what the lower channel has left";
  EXPECT_EQ(get(kResponse, 5), 1U);
  EXPECT_EQ(get(kResponse, 2), kOld);
  set(kPayload, 0, buffer_.address + 4);
  EXPECT_NE(fault(message(SharedFunction::DataPort1, 0x12, 0x37, 255, 4, 2), 0x1).find("misalign"),
            std::string::npos);
}

TEST_F(Messages, WideCompareAndSwapComparesAll64Bits) {
  set_memory(0, 7);
  set_memory(4, 1);
  for (unsigned lane = 0; lane < 2; ++lane) {
    set(kPayload, 2 * lane, buffer_.address);
    set(kPayload, 2 * lane + 1, 0);
    set(kPayload + 2, 2 * lane, 7);
    set(kPayload + 2, 2 * lane + 1, lane);  // only that of the second channel is equal
    set(kPayload + 4, 2 * lane, 40 + lane);
    set(kPayload + 4, 2 * lane + 1, 50 + lane);
  }
  carry_out(message(SharedFunction::DataPort1, 0x12, 0x1e, 255, 6, 0), 0x3);
  EXPECT_EQ(get_memory(0), 41U);
  EXPECT_EQ(get_memory(4), 51U);
}

TEST_F(Messages, AtomicsTellTheLineWhatBecomesOfTheWord) {
  constexpr std::uint64_t kMemory = 0x8000'0000'8000'0005;
  constexpr std::uint64_t kFirst = 0x7000'0000'7000'0003;
  for (const bool wide : {false, true}) {
    for (unsigned code = 1; code <= 14; ++code) {
      set_memory(0, static_cast<std::uint32_t>(kMemory));
      set_memory(4, static_cast<std::uint32_t>(kMemory >> 32));
      set(kPayload, 0, buffer_.address);
      set(kPayload, 1, 0);
      for (const unsigned number : {kPayload + 2, kPayload + (wide ? 4 : 3)}) {
        set(number, 0, static_cast<std::uint32_t>(kFirst));
        set(number, 1, static_cast<std::uint32_t>(kFirst >> 32));
      }
      const auto send =
          message(SharedFunction::DataPort1, 0x12, (wide ? 0x10U : 0U) | code, 255, 6, 0);
      LaneAccess access;
      describe_access(send, message_form(send), registers_, 0x1, memory_, access);
      EXPECT_EQ(access.bytes, wide ? 8 : 4);
      carry_out(send, 0x1);
      const std::uint64_t after = std::uint64_t{get_memory(4)} << 32 | get_memory(0);
      const bool changes = !access.compares || access.expected[0] == kMemory;
      const std::uint64_t operand = access.operand[0];
      const std::uint64_t expected =
          wide ? amo_result(access.operation, kMemory, operand)
               : kMemory >> 32 << 32 |
                     amo_result(access.operation, static_cast<std::uint32_t>(kMemory),
                                static_cast<std::uint32_t>(operand));
      EXPECT_EQ(after, changes ? expected : kMemory) << wide << ", operation " << code;
    }
  }
}

TEST_F(Messages, BlocksAreReadForAllChannelsAtOnce) {
  set(kPayload, 2, 16);
  carry_out(message(SharedFunction::DataPort0, 1, 2, 0, 1, 1, true), 0x1);  // bytes
  EXPECT_EQ(get(kResponse, 0), 0x1004U);
  EXPECT_EQ(get(kResponse, 7), 0x100bU);
  set(kPayload, 2, 2);
  carry_out(message(SharedFunction::DataPort0, 0, 2, 0, 1, 1, true), 0x1);  // 16 bytes
  EXPECT_EQ(get(kResponse, 0), 0x1008U);
}

TEST_F(Messages, ScratchKeepsTheWordsOfChannelsThatAreOff) {
  constexpr std::uint32_t kThread = 0x1ff;  // its number stands below the address
  const Buffer scratch = global_.allocate_at(global_.origin() + 0x8000, 1024);
  set(kPayload, 5, scratch.address | kThread);
  for (unsigned i = 0; i < 8; ++i) set(kPayload + 1, i, 50 + i);
  Instruction write = message(SharedFunction::DataPort0, 0x18, 0, 1, 2, 0, true);
  EXPECT_TRUE(carry_out(write, 0x0f));
  std::uint32_t word;
  std::memcpy(&word, global_.host(scratch.address + 32 + 3 * 4), 4);
  EXPECT_EQ(word, 53U);
  std::memcpy(&word, global_.host(scratch.address + 32 + 4 * 4), 4);
  EXPECT_EQ(word, 0U);
  EXPECT_FALSE(carry_out(message(SharedFunction::DataPort0, 0x10, 0, 1, 1, 1, true), 0xf0));
  EXPECT_EQ(get(kResponse, 3), kOld);
  EXPECT_EQ(get(kResponse, 4), 0U);
}

TEST_F(Messages, RefuseWhatNoBufferHolds) {
  set(kPayload, 2, 0x10);
  set(kPayload, 3, buffer_.address + 2);
  const Instruction send = message(SharedFunction::DataPort1, 1, 0x2e, 255, 1, 1);
  EXPECT_EQ(fault(send, 0x4), "2: load of 4 bytes at 0x00000010, which is outside of every buffer");
  EXPECT_NE(fault(send, 0x8).find("misaligned"), std::string::npos);
  EXPECT_NE(fault(message(SharedFunction::DataPort1, 1, 0x2e, 7, 1, 1), 0x1).find("surface 7"),
            std::string::npos);
}

TEST_F(Messages, FormsThatAreNotCarriedOutAreRefused) {
  for (const Instruction& send : {message(SharedFunction::Sampler, 1, 0x2e, 0, 1, 1),
                                  message(SharedFunction::DataPort1, 5, 0x2e, 0, 1, 1),
                                  message(SharedFunction::DataPort1, 1, 0x0e, 0, 1, 1),
                                  message(SharedFunction::DataPort1, 2, 0x30, 0, 2, 1),
                                  message(SharedFunction::DataPort1, 0x12, 0x30, 255, 6, 2),
                                  message(SharedFunction::DataPort1, 0x12, 0x37, 255, 3, 2),
                                  message(SharedFunction::DataPort1, 0x12, 0x37, 255, 4, 1),
                                  message(SharedFunction::DataPort1, 0x12, 0x27, 0, 3, 1),
                                  message(SharedFunction::DataPort1, 1, 0x2e, 0, 0, 1),
                                  message(SharedFunction::DataPort1, 1, 0x2e, 0, 1, 0),
                                  message(SharedFunction::DataPort0, 4, 0xc, 0, 1, 1),
                                  message(SharedFunction::DataPort0, 1, 7, 0, 1, 1, true),
                                  message(SharedFunction::DataPort0, 1, 2, 0, 1, 1, false)}) {
    EXPECT_THROW(message_form(send), Error) << disassemble(send);
  }
}

}  // namespace
}  // namespace lanefold::gen8
