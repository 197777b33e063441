// SPDX-License-Identifier: Apache-2.0
// Global memory: one sparse host mapping, and the regions of it that programs may touch.
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "lanefold/device.h"
#include "lanefold/machine_state.h"

namespace lanefold {

/// Allocated on demand by the host's kernel: untouched pages cost nothing.
class GlobalMemory {
 public:
  /// `bytes` of global memory, from kGlobalBase. Kernels may touch `overrun_bytes` past a buffer.
  /// At least `guard_bytes` and at least one byte are free between two buffers.
  explicit GlobalMemory(std::uint32_t bytes, std::uint32_t overrun_bytes = 0,
                        std::uint32_t guard_bytes = 0);
  ~GlobalMemory();
  GlobalMemory(const GlobalMemory&) = delete;
  GlobalMemory& operator=(const GlobalMemory&) = delete;

  /// Zero-filled, aligned to kAlignment. Throws Error(Launch) when no gap is large enough.
  /// Kernels may only read a buffer that is not writable.
  Buffer allocate(std::size_t bytes, bool writable = true);
  /// The same at an address of the caller's choice, a multiple of kAlignment.
  Buffer allocate_at(std::uint32_t address, std::size_t bytes);
  /// Returns how many bytes that frees, which are zero again.
  std::uint32_t release(Buffer buffer);

  /// The region that contains [first, last], or nullptr. A region is one buffer.
  struct Region {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;  ///< one past the last byte
    bool writable = true;
    bool contains(std::uint32_t first, std::uint32_t last) const {
      return first >= begin && last < end && first <= last;
    }
  };
  const Region* find(std::uint32_t first, std::uint32_t last) const;

  /// The writable buffer past whose end an access to [first, last] lies, all or some of it, if
  /// kernels may do that there; otherwise, and inside of a buffer, nullptr.
  const Region* find_overrun(std::uint32_t first, std::uint32_t last) const;
  /// A kernel writes [first, last], which find_overrun() allows.
  void overrun_written(std::uint32_t first, std::uint32_t last);
  /// Addresses of the blocks of kAlignment bytes that overruns have written since.
  const std::set<std::uint32_t>& overruns() const { return overruns_; }
  /// Addresses of the blocks of kAlignment bytes that allocate() has since zeroed because an
  /// overrun had written there.
  std::vector<std::uint32_t> take_cleared() { return std::exchange(cleared_, {}); }

  /// Host address of a byte of global memory.
  std::byte* host(std::uint32_t address) const { return base_ + (address - kOrigin); }

  /// Copies between host and device; throws Error(Launch) outside of the buffer.
  void write(Buffer buffer, std::size_t offset, const void* data, std::size_t bytes);
  void read(Buffer buffer, std::size_t offset, void* data, std::size_t bytes) const;

  /// Throws what read() and write() would; `what` names the access.
  void check(Buffer buffer, std::size_t offset, std::size_t bytes, const char* what) const;

  const std::vector<Region>& regions() const { return regions_; }

  /// Some bytes of it.
  struct Part {
    std::uint32_t address = 0;
    std::uint32_t bytes = 0;
  };
  /// Those of a buffer that anybody may have touched here; all others are zero. In large buffers by
  /// the host's page, as its kernel knows them.
  std::vector<Part> touched(Buffer buffer) const;

  /// What it holds; buffers that were never touched take no room.
  MemoryState state() const;
  /// Replaces what buffers hold. Throws Error(File), a reason, unless they lie where those
  /// of the state lay.
  void restore(const MemoryState& state);

  /// Address and size of the whole memory.
  std::uint32_t origin() const { return kOrigin; }
  std::uint32_t size() const { return size_; }

  static constexpr std::uint32_t kAlignment = 128;

 private:
  static const std::uint32_t kOrigin;
  void clear(const Region& region);
  bool may_hold(const MemoryState::Piece& piece) const;
  void clear_overruns(std::uint32_t begin, std::uint32_t last);

  std::byte* base_ = nullptr;
  std::uint32_t size_ = 0;
  std::uint32_t overrun_bytes_ = 0;
  std::uint32_t gap_bytes_ = 1;         ///< between two buffers, at least
  std::vector<Region> regions_;         ///< sorted by address
  std::set<std::uint32_t> overruns_;    ///< blocks of kAlignment bytes that overruns have written
  std::vector<std::uint32_t> cleared_;  ///< of these, the ones that buffers have taken since
};

}  // namespace lanefold
