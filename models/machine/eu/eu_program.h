// SPDX-License-Identifier: Apache-2.0
// A program of Gen8's EU in the memory of one machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "decisions/eu/kernel_code.h"
#include "decisions/zebin/relocate.h"
#include "decisions/zebin/zebin.h"
#include "lanefold/device.h"

namespace lanefold::gen8 {

/// Its data lies in buffers, and its code has their addresses.
class EuProgram {
 public:
  /// Gives a buffer with this content, which kernels may write or only read.
  using Place = std::function<Buffer(const std::vector<std::byte>& content, bool writable)>;

  EuProgram(std::shared_ptr<const Zebin> zebin, const Place& place);

  const ZebinKernel& kernel(std::size_t number) const { return zebin_->kernels[number]; }
  /// Linked when it is first asked for. Throws Error(IllegalInstruction) with the kernel's name.
  const KernelCode& code(std::size_t number);

 private:
  std::uint32_t code_begin(std::size_t number) const;
  std::uint32_t place_section(const RelocatableBytes& section, bool writable, const Place& place);

  std::shared_ptr<const Zebin> zebin_;
  DataAddresses addresses_;
  std::vector<std::unique_ptr<KernelCode>> codes_;
};

}  // namespace lanefold::gen8
