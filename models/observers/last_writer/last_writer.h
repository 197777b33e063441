// SPDX-License-Identifier: Apache-2.0
// Which work-item, at which line, has written some bytes last.
#pragma once

#include <cstdint>
#include <string>

#include "decisions/execute/execution_observer.h"

namespace lanefold {

/// Watches the stores and atomics of RISC-V kernels to bytes of global memory, in the order in
/// which the machine executes them.
class LastWriter final : public InstructionWatcher {
 public:
  /// From the device address `begin` on.
  LastWriter(std::uint32_t begin, std::uint32_t bytes) : begin_(begin), end_(begin + bytes) {}

  void begins(const Warp& warp, const Instruction& instruction, LaneMask active) override;
  void ended(const Warp& /*warp*/, const Instruction& /*instruction*/,
             LaneMask /*active*/) override {}

  /// "work-item (3, 0, 0) at scale.cl:7"; empty if nobody has written them.
  const std::string& text() const { return text_; }

 private:
  const std::uint32_t begin_;
  const std::uint32_t end_;
  std::string text_;
};

}  // namespace lanefold
