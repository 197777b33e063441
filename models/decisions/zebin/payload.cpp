// SPDX-License-Identifier: Apache-2.0
#include "decisions/zebin/payload.h"

#include <algorithm>
#include <cassert>

#include "decisions/zebin/little_endian.h"

namespace lanefold::gen8 {
namespace {

// Dwords of r0.
constexpr unsigned kGroupX = 1;
constexpr unsigned kBarrier = 2;
constexpr unsigned kScratchSize = 3;
constexpr unsigned kThreadSlot = 5;
constexpr unsigned kGroupY = 6;
constexpr unsigned kGroupZ = 7;
constexpr unsigned kBarrierShift = 24;

constexpr std::size_t kLocalIdBytes = 2;

/// Writes as many of the three numbers as the piece has room for.
void put_sizes(std::byte* place, const PayloadArgument& piece, const Sizes& sizes) {
  for (std::uint32_t d = 0; 4 * d < piece.size; ++d) put_little_endian(place + 4 * d, sizes[d], 4);
}

/// The argument's bytes from the piece's offset on, as far as there are any.
void put_value(std::byte* place, const PayloadArgument& piece,
               const std::vector<std::byte>& value) {
  const std::size_t first = std::min<std::size_t>(piece.source_offset, value.size());
  const std::size_t count = std::min<std::size_t>(piece.size, value.size() - first);
  std::copy_n(value.data() + first, count, place);
}

void put_argument(std::byte* place, const PayloadArgument& piece,
                  const ResolvedArgument& argument) {
  if (const auto* address = std::get_if<DeviceAddress>(&argument)) {
    put_little_endian(place, address->value, piece.size);
  } else if (const auto* offset = std::get_if<LocalOffset>(&argument)) {
    put_little_endian(place, offset->value, piece.size);
  } else {
    put_value(place, piece, std::get<std::vector<std::byte>>(argument));
  }
}

void put_piece(std::byte* place, const PayloadArgument& piece, const LaunchValues& values) {
  switch (piece.kind) {
    case PayloadKind::GlobalIdOffset:
      return put_sizes(place, piece, values.range.offset);
    case PayloadKind::LocalSize:
    case PayloadKind::EnqueuedLocalSize:
      return put_sizes(place, piece, values.range.local);
    case PayloadKind::GroupCount:
      return put_sizes(place, piece, groups_of(values.range));
    case PayloadKind::GlobalSize:
      return put_sizes(place, piece, values.range.global);
    case PayloadKind::WorkDimensions:
      return put_little_endian(place, values.range.dimensions, piece.size);
    case PayloadKind::BufferOffset:
      return put_little_endian(place, 0, piece.size);  // a surface begins where its buffer does
    case PayloadKind::PrivateBase:
      return put_little_endian(place, values.private_base, piece.size);
    case PayloadKind::PrintfBuffer:
      return put_little_endian(place, values.printf_buffer, piece.size);
    default:
      return put_argument(place, piece, values.arguments[piece.argument]);
  }
}

std::uint64_t group_size(const Sizes& local) {
  return std::uint64_t{local[0]} * local[1] * local[2];
}

/// By powers of two: 1 KiB is 0, 2 KiB is 1.
std::uint32_t scratch_size_code(std::uint32_t bytes) {
  std::uint32_t code = 0;
  while (bytes > kScratchUnit << code) ++code;
  return code;
}

void put_header(std::byte* header, const ZebinKernel& kernel, const ThreadStart& start) {
  assert(start.slot < kThreadSlots && start.barrier < 16);
  assert(start.scratch_base % kScratchUnit == 0);
  const auto put = [&](unsigned dword, std::uint32_t value) {
    put_little_endian(header + std::size_t{4} * dword, value, 4);
  };
  put(kGroupX, start.group[0]);
  put(kGroupY, start.group[1]);
  put(kGroupZ, start.group[2]);
  put(kBarrier, start.barrier << kBarrierShift);
  put(kScratchSize, scratch_size_code(kernel.scratch_bytes));
  put(kThreadSlot, start.scratch_base | start.slot);
}

void put_local_ids(std::byte* place, const ZebinKernel& kernel, const Sizes& local,
                   std::uint32_t first) {
  const std::size_t each = kernel.simd_size == kChannels ? 2 * kRegisterBytes : kRegisterBytes;
  for (unsigned channel = 0; channel < kernel.simd_size; ++channel) {
    const std::uint64_t item = std::uint64_t{first} + channel;
    const std::uint64_t row = item / local[0];
    const std::array<std::uint64_t, 3> ids = {item % local[0], row % local[1], row / local[1]};
    for (unsigned d = 0; d < kernel.local_id_dimensions; ++d) {
      put_little_endian(place + d * each + channel * kLocalIdBytes, ids[d], kLocalIdBytes);
    }
  }
}

}  // namespace

std::vector<std::byte> cross_thread_block(const ZebinKernel& kernel, const LaunchValues& values) {
  assert(values.arguments.size() == kernel.info.arguments.size());
  std::vector<std::byte> block(kernel.cross_thread_bytes);
  for (const PayloadArgument& piece : kernel.payload) {
    put_piece(block.data() + piece.offset, piece, values);
  }
  return block;
}

unsigned threads_of_group(const ZebinKernel& kernel, const Sizes& local) {
  return static_cast<unsigned>((group_size(local) + kernel.simd_size - 1) / kernel.simd_size);
}

ChannelMask dispatched_channels(const ZebinKernel& kernel, const Sizes& local, unsigned thread) {
  const std::uint64_t first = std::uint64_t{thread} * kernel.simd_size;
  assert(first < group_size(local));
  const std::uint64_t rest = group_size(local) - first;
  return channels_from(0, static_cast<unsigned>(std::min<std::uint64_t>(rest, kernel.simd_size)));
}

void fill_payload(Registers& registers, const ZebinKernel& kernel, const Sizes& local,
                  const ThreadStart& start, const std::vector<std::byte>& cross_thread_block) {
  std::byte* const general = registers.general.data();
  const std::size_t block = std::size_t{kernel.cross_thread_register()} * kRegisterBytes;
  assert(block + cross_thread_block.size() <= registers.general.size());
  put_header(general, kernel, start);
  put_local_ids(general + kRegisterBytes, kernel, local, start.thread * kernel.simd_size);
  std::copy(cross_thread_block.begin(), cross_thread_block.end(), general + block);
}

}  // namespace lanefold::gen8
