// SPDX-License-Identifier: Apache-2.0
// The registers that a thread starts with: a header in r0, local ids from r1 on, then a block that
// all threads of a launch share. Programmer's Reference Manual for Broadwell, volume 7, "GPGPU
// thread payload", and .ze_info for the parts that the compiler chooses.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "decisions/isa/gen8/registers.h"
#include "decisions/program/index_space.h"
#include "decisions/zebin/arguments.h"
#include "decisions/zebin/zebin.h"
#include "lanefold/device.h"

namespace lanefold::gen8 {

using Sizes = Index3;  // x, y, z

/// What is the same for all threads of a launch.
struct LaunchValues {
  NDRange range;
  std::vector<ResolvedArgument> arguments;  ///< as resolve_arguments() gives them
  std::uint32_t private_base = 0;           ///< address of the private memory of all threads
  std::uint32_t printf_buffer = 0;          ///< address
};

/// The bytes of the cross-thread block, whole registers. Unused ones are zero.
std::vector<std::byte> cross_thread_block(const ZebinKernel& kernel, const LaunchValues& values);

/// Threads of a work-group. `local` has 1 to 2^32 - 1 work-items.
unsigned threads_of_group(const ZebinKernel& kernel, const Sizes& local);

/// The channels of a thread of a group that have work-items: all but in the last thread.
/// `thread` is 0 to threads_of_group() - 1.
ChannelMask dispatched_channels(const ZebinKernel& kernel, const Sizes& local, unsigned thread);

/// What a thread of its own has.
struct ThreadStart {
  Sizes group{};                   ///< group id
  unsigned thread = 0;             ///< of its group: work-items from thread * simd_size on
  unsigned slot = 0;               ///< FFTID, 0 to 511: unique among threads that are alive
  std::uint32_t scratch_base = 0;  ///< address of its scratch memory, a multiple of 1,024
  unsigned barrier = 0;            ///< 0 to 15: which barrier its group has
};

/// Values of FFTID: private memory is needed for so many threads.
constexpr unsigned kThreadSlots = 512;

/// Writes r0, the local ids and the cross-thread block. Channels beyond the group's end get the
/// local ids that would follow.
void fill_payload(Registers& registers, const ZebinKernel& kernel, const Sizes& local,
                  const ThreadStart& start, const std::vector<std::byte>& cross_thread_block);

}  // namespace lanefold::gen8
