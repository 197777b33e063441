// SPDX-License-Identifier: Apache-2.0
// One launch of a kernel of Gen8's EU: what all of its work-groups share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "decisions/eu/kernel_code.h"
#include "decisions/eu/message_access.h"
#include "decisions/execute/overrun_warnings.h"
#include "decisions/zebin/payload.h"
#include "lanefold/device.h"
#include "lanefold/error.h"
#include "lanefold/machine_config.h"

namespace lanefold {
class LaunchActivity;
}

namespace lanefold::gen8 {

struct EuLaunch {
  const ZebinKernel* kernel = nullptr;
  const KernelCode* code = nullptr;
  GlobalMemory* global = nullptr;
  LaunchValues values;
  std::vector<std::byte> cross_thread;  ///< of every thread's payload
  std::vector<BoundSurface> surfaces;   ///< by number in the binding table
  std::uint32_t local_bytes = 0;        ///< of each work-group
  unsigned threads_of_group = 0;
  std::uint64_t resident_groups = 1;    ///< work-groups that the machine holds at once
  unsigned slots = 0;                   ///< threads that have an FFTID: 0 to `slots` - 1
  std::uint32_t scratch_base = 0;       ///< address, a multiple of 1,024
  LaunchActivity* activity = nullptr;   ///< told of changes, if set
  OverrunWarnings* warnings = nullptr;  ///< told of accesses behind the ends of surfaces, if set

  /// Address of the scratch memory of the thread with that FFTID.
  std::uint32_t scratch_of(unsigned slot) const {
    return scratch_base + slot * kernel->scratch_bytes;
  }
};

/// Whose hardware threads have FFTIDs.
enum class EuThreads : std::uint8_t {
  OfLaunch,   ///< as many as live at once have the lowest ones
  OfMachine,  ///< each of the machine's has its own
};

/// The launch but for its memory: checked, with resident groups, surfaces and local memory. Throws
/// Error(Launch).
EuLaunch prepare_launch(const ZebinKernel& kernel, const KernelCode& code, const NDRange& range,
                        const std::vector<ArgumentValue>& arguments, GlobalMemory& memory,
                        const MachineConfig& machine, EuThreads threads);

/// The error of a channel of a group's thread; `what` completes "work-item (x, y, z) …".
Error at_channel(ErrorKind kind, const EuLaunch& launch, const Sizes& group, unsigned thread,
                 unsigned channel, std::uint32_t pc, const std::string& what);

}  // namespace lanefold::gen8
