// SPDX-License-Identifier: Apache-2.0
// The machine as a host program sees it: memory, programs, launches. Functional and timed machines
// look alike.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "lanefold/kernel_info.h"

namespace lanefold {

class Program;
struct LaunchStatistics;

/// A piece of global memory. Accesses of kernels outside every buffer are refused, but for those
/// that memory.overrun_bytes lets pass. memory.guard_bytes keeps buffers apart.
struct Buffer {
  std::uint32_t address = 0;  ///< as the kernel sees it
  std::uint32_t size = 0;     ///< bytes
};

/// Index space of a launch, OpenCL 1.2 clause 3.2. Unused dimensions are 1.
struct NDRange {
  unsigned dimensions = 1;                       ///< 1..3
  std::array<std::uint32_t, 3> global{1, 1, 1};  ///< work-items; a multiple of `local`
  std::array<std::uint32_t, 3> local{1, 1, 1};   ///< work-items of a group
  std::array<std::uint32_t, 3> offset{0, 0, 0};
};

/// Bytes of local memory for a `__local` pointer argument.
struct LocalBytes {
  std::uint32_t size = 0;
};

/// What the host passes for one kernel argument: a buffer, local memory, or the bytes of a value.
using ArgumentValue = std::variant<Buffer, LocalBytes, std::vector<std::byte>>;

/// The bytes of a trivially copyable value, as a kernel argument.
template <class T>
ArgumentValue argument(const T& value) {
  const auto* first = reinterpret_cast<const std::byte*>(&value);
  return std::vector<std::byte>(first, first + sizeof value);
}
inline ArgumentValue argument(Buffer buffer) { return buffer; }
inline ArgumentValue argument(LocalBytes bytes) { return bytes; }

/// The machine. Not thread-safe. Every method throws `Error` for the user's mistakes.
class Device {
 public:
  virtual ~Device() = default;

  /// Zero-filled memory, aligned to 128 bytes. A size of 0 gives a buffer that no access may touch.
  virtual Buffer allocate(std::size_t bytes) = 0;
  virtual void release(Buffer buffer) = 0;
  virtual void write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes) = 0;
  virtual void read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const = 0;

  /// Runs one kernel to its end. Arguments in the order of the kernel's declaration.
  virtual void launch(const Program& program, std::string_view kernel, const NDRange& range,
                      const std::vector<ArgumentValue>& arguments) = 0;

  /// Takes what kernels print, at the end of their launch, also of one that failed: one call for
  /// each printf that a work-item carried out. Without a receiver it goes to standard output.
  using Print = std::function<void(std::string_view text)>;
  virtual void on_print(Print print) = 0;

  /// Most work-items that a work-group may have.
  virtual std::uint32_t max_work_group_size() const = 0;
};

}  // namespace lanefold
