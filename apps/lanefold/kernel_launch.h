// SPDX-License-Identifier: Apache-2.0
// Launches a user's own kernel: fills its buffers, binds its arguments, writes its outputs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "expected_output.h"
#include "lanefold/device.h"
#include "lanefold/program.h"
#include "options.h"

namespace lanefold {

/// Of the first buffer that does not hold what is expected.
struct WrongBuffer {
  Buffer buffer;
  std::string argument;  ///< "argument 2 (float* out)"
  WrongValue value;
};

/// Buffers with `expect=FILE` after a run.
struct LaunchCheck {
  std::vector<std::string> references;  ///< "as in FILE", "as on DEVICE"
  std::uint64_t values = 0;             ///< elements of them
  std::optional<WrongBuffer> wrong;
};

/// What the buffers hold after a run on another device, by argument; empty for no buffer.
struct ReferenceContents {
  std::string device;
  std::vector<std::vector<std::byte>> buffers;
};

/// What becomes of buffers after a run.
struct BufferOutputs {
  bool wanted = true;                            ///< written to files, and compared
  const ReferenceContents* reference = nullptr;  ///< held against all buffers, if given
};

/// Runs the kernel that `options` names once. Throws Error(Usage) or Error(Launch) when options and
/// kernel do not fit together, Error(File) for buffers' files.
LaunchCheck launch_kernel(Device& device, const Program& program, const ProgramOptions& options,
                          const BufferOutputs& outputs = {});

/// Runs the kernel likewise, in groups as on a device with groups of up to `largest_group`
/// work-items, and reads its buffers.
std::vector<std::vector<std::byte>> buffers_after(Device& device, const Program& program,
                                                  const ProgramOptions& options,
                                                  std::uint32_t largest_group);

/// The index space of the options; a missing work-group size is chosen to divide the global size
/// and to have at most `largest_group` work-items.
NDRange range_of(const KernelInfo& kernel, const ProgramOptions& options,
                 std::uint32_t largest_group);

}  // namespace lanefold
