// SPDX-License-Identifier: Apache-2.0
// What memory is told of random messages: the bytes that it is told of are those that the message
// reads or writes, and its atomics leave the same words.
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <vector>

#include "decisions/eu/message_lanes.h"
#include "decisions/isa/atomic.h"
#include "lanefold/error.h"
#include "tests/gen8_alu/alu_bench.h"

namespace lanefold::gen8 {
namespace {

constexpr unsigned kPayloadRegister = 10;
constexpr unsigned kResponseRegister = 60;
constexpr std::uint32_t kBufferBytes = 1024;
constexpr std::uint32_t kSurfaceBytes = 514;  ///< a word of its end is cut off
constexpr unsigned kMessages = 20'000;

using Bytes = std::vector<std::byte>;

class RandomMessages : public testing::Test {
 protected:
  RandomMessages() : global_(1U << 20), local_(kBufferBytes) {
    buffer_ = global_.allocate(kBufferBytes);
    surfaces_.push_back({buffer_.address, kSurfaceBytes});
    memory_ = {&global_, &surfaces_, local_.data(), kBufferBytes};
  }

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  template <std::size_t kSize>
  unsigned pick(const std::array<unsigned, kSize>& values) {
    return values[below(kSize)];
  }

  /// Of data port 0 or 1; many are refused.
  Instruction message() {
    Instruction send;
    send.opcode = Opcode::Send;
    send.execution_size = below(2) == 0 ? 8 : 16;
    send.channel_offset = static_cast<std::uint8_t>(below(2) * send.execution_size);
    send.destination = general(kResponseRegister, kUd);
    send.sources[0] = general(kPayloadRegister, kUd);
    send.source_count = 1;
    const bool port_0 = below(2) == 0;
    send.message.function = port_0 ? SharedFunction::DataPort0 : SharedFunction::DataPort1;
    const unsigned type = port_0 ? pick<7>({0, 1, 4, 8, 12, 0x10, 0x18})
                                 : pick<6>({0x01, 0x02, 0x09, 0x10, 0x12, 0x1a});
    const unsigned surface = pick<3>({0, kLocalSurface, kStatelessCoherent});
    send.message.descriptor =
        surface | below(64) << 8 | type << 14 | below(2) << 19 | 8U << 20 | 12U << 25;
    return send;
  }

  /// Words of atomics are few, so that swaps find what they expect.
  std::uint32_t word(const MessageForm& form) {
    return form.kind == MessageKind::Atomic ? below(3) : static_cast<std::uint32_t>(random_());
  }

  /// Addresses within the buffer, and behind the surface. None has a part of several words there.
  void fill_payload(const MessageForm& form) {
    const bool global = form.surface == kStatelessCoherent || form.surface == kStateless;
    const std::uint32_t origin = global ? buffer_.address : 0;
    for (unsigned n = 0; n < 16 * kRegisterBytes / 4; ++n) {
      put<std::uint32_t>(registers_, kPayloadRegister, n, word(form));
    }
    const auto place = [&](std::uint32_t unit) {
      return origin + below((kBufferBytes - 256) / unit) * unit;
    };
    const bool surface = form.surface == 0;
    const unsigned word = std::max<unsigned>(kWordBytes, form.element_bytes);
    const unsigned alignment = form.aligned ? (surface ? 4 * word : word) : 1;
    for (unsigned lane = 0; lane < form.channels; ++lane) {
      const std::uint64_t address = place(alignment);
      if (form.wide_addresses) {
        put<std::uint64_t>(registers_, form.payload, lane, address);
      } else {
        put(registers_, form.payload, lane, static_cast<std::uint32_t>(address));
      }
    }
    if (form.payload == form.header) return;
    put(registers_, form.header, 2, place(surface ? 256 : kRegisterBytes) / form.block_unit);
    put(registers_, form.header, 5, buffer_.address & ~0x3ffU);
  }

  /// Of scratch memory, all of a block is named, whatever the channels are.
  ChannelMask some_channels(const Instruction& send, const MessageForm& form) {
    const ChannelMask all = all_channels(send);
    const bool scratch =
        form.kind == MessageKind::ScratchRead || form.kind == MessageKind::ScratchWrite;
    const auto some = static_cast<ChannelMask>(random_()) & all;
    return scratch || some == 0 ? all : some;
  }

  Bytes bytes_of(bool local) const {
    const std::byte* const first = local ? local_.data() : global_.host(buffer_.address);
    return {first, first + kBufferBytes};
  }
  void restore(bool local, const Bytes& bytes) {
    std::copy(bytes.begin(), bytes.end(), local ? local_.data() : global_.host(buffer_.address));
  }

  /// Which of the memory's bytes the access names.
  std::vector<bool> named(const LaneAccess& access) const {
    std::vector<bool> bytes(kBufferBytes);
    const std::uint32_t origin = access.space == AddressSpace::Local ? 0 : buffer_.address;
    for_each_lane(access.lanes, [&](unsigned lane) {
      for (unsigned n = 0; n < access.bytes; ++n) {
        const std::uint32_t offset = (access.address[lane] - origin) % 65536 + n;
        const bool taken = access.words == 0 || (access.words >> n / kWordBytes & 1) != 0;
        if (taken && offset < kBufferBytes) bytes[offset] = true;
      }
    });
    return bytes;
  }

  /// A store overwrites what is named, whatever it was, and leaves the rest.
  void check_store(const std::vector<bool>& bytes, const Bytes& before, const Bytes& after,
                   const Bytes& after_inverse) {
    for (unsigned n = 0; n < kBufferBytes; ++n) {
      ASSERT_EQ(after[n] == after_inverse[n], bytes[n]) << "byte " << n;
    }
    ASSERT_NO_FATAL_FAILURE(expect_rest(bytes, before, after));
  }

  /// What is not named stays.
  static void expect_rest(const std::vector<bool>& bytes, const Bytes& before, const Bytes& after) {
    for (unsigned n = 0; n < kBufferBytes; ++n) {
      ASSERT_TRUE(bytes[n] || after[n] == before[n]) << "byte " << n;
    }
  }

  /// What the levels of memory make of an atomic. Local memory has none.
  template <class Word>
  static void carry_out(const LaneAccess& access, std::uint32_t origin, Bytes& bytes) {
    for_each_lane(access.updated, [&](unsigned lane) {
      std::byte* const at = bytes.data() + (access.address[lane] - origin);
      Word word;
      std::memcpy(&word, at, sizeof word);
      if (access.compares && word != access.expected[lane]) return;
      word = amo_result(access.operation, word, static_cast<Word>(access.operand[lane]));
      std::memcpy(at, &word, sizeof word);
    });
  }

  std::mt19937 random_{1};
  GlobalMemory global_;
  Bytes local_;
  Buffer buffer_;
  std::vector<BoundSurface> surfaces_;
  ThreadMemory memory_;
  Registers registers_;
};

TEST_F(RandomMessages, AccessWhatTheyAreDescribedToAccess) {
  std::array<unsigned, 3> taken{};
  for (unsigned number = 0; number < kMessages && !HasFailure(); ++number) {
    const Instruction send = message();
    MessageForm form;
    try {
      form = message_form(send);
    } catch (const Error&) {
      continue;
    }
    SCOPED_TRACE(std::to_string(number) + ": " + disassemble(send));
    fill_payload(form);
    const bool local = form.surface == kLocalSurface;
    const ChannelMask channels = some_channels(send, form);
    Bytes before(kBufferBytes);
    for (std::size_t at = 0; at < before.size(); at += kWordBytes) {
      const std::uint32_t content = word(form);
      std::memcpy(&before[at], &content, sizeof content);
    }
    restore(local, before);
    LaneAccess access;
    Registers registers = registers_;
    try {
      describe_access(send, form, registers, channels, memory_, access);
      access_memory(send, form, registers, channels, memory_);
    } catch (const ChannelFault&) {
      continue;
    }
    const std::vector<bool> bytes = named(access);
    const Bytes after = bytes_of(local);
    ++taken.at(static_cast<unsigned>(access.kind) - static_cast<unsigned>(InstructionClass::Load));
    if (access.kind == InstructionClass::Atomic) {
      if (local) {
        ASSERT_NO_FATAL_FAILURE(expect_rest(bytes, before, after));
      } else {
        (access.bytes == 8 ? carry_out<std::uint64_t>
                           : carry_out<std::uint32_t>)(access, buffer_.address, before);
        ASSERT_EQ(after, before);
      }
      continue;
    }
    // The same once more where the bytes that are named are others.
    Bytes inverse = before;
    unsigned count = 0;
    for (unsigned n = 0; n < kBufferBytes; ++n) {
      const bool flips = bytes[n] || access.kind == InstructionClass::Store;
      if (flips) inverse[n] = ~inverse[n];
      count += bytes[n] ? 1 : 0;
    }
    restore(local, inverse);
    Registers other = registers_;
    access_memory(send, form, other, channels, memory_);
    if (access.kind == InstructionClass::Store) {
      ASSERT_NO_FATAL_FAILURE(check_store(bytes, before, after, bytes_of(local)));
      continue;
    }
    ASSERT_EQ(other.general != registers.general, count > 0);
    Bytes rest = before;
    for (unsigned n = 0; n < kBufferBytes; ++n) rest[n] = bytes[n] ? rest[n] : ~rest[n];
    restore(local, rest);
    Registers same = registers_;
    access_memory(send, form, same, channels, memory_);
    ASSERT_EQ(same.general, registers.general);
  }
  for (const unsigned kind : taken) EXPECT_GT(kind, 200U);
}

}  // namespace
}  // namespace lanefold::gen8
