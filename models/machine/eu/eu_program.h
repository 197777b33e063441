// SPDX-License-Identifier: Apache-2.0
// A program of Gen8's EU in the memory of one machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "decisions/eu/kernel_code.h"
#include "decisions/zebin/relocate.h"
#include "decisions/zebin/zebin.h"
#include "machine/eu/machine_buffers.h"

namespace lanefold::gen8 {

/// Its data lies in buffers, and its code has their addresses.
class EuProgram {
 public:
  /// Both outlive it, or the last question that it is asked.
  EuProgram(const Zebin& zebin, const MachineBuffers& buffers);

  const ZebinKernel& kernel(std::size_t number) const { return zebin_->kernels[number]; }
  /// Linked when it is first asked for. Throws Error(IllegalInstruction) with the kernel's name.
  const KernelCode& code(std::size_t number);

 private:
  std::uint32_t code_begin(std::size_t number) const;

  const Zebin* zebin_;
  std::vector<OwnBuffer> data_;
  DataAddresses addresses_;
  std::vector<std::unique_ptr<KernelCode>> codes_;
};

}  // namespace lanefold::gen8
