// SPDX-License-Identifier: Apache-2.0
// Which instructions of a kernel do the same in all lanes: divergence analysis of machine code
// (CS6120, "SIMD Divergence Optimizations", for real programs).
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "analysis/uniformity/divergence_causes.h"
#include "analysis/uniformity/launch_shape.h"
#include "analysis/uniformity/uniformity.h"
#include "decisions/program/program_image.h"

namespace lanefold {

/// What is known of an instruction before it runs. It holds for the active lanes of each execution.
struct InstructionUniformity {
  bool reached = false;  ///< the kernel can come there
  /// Uniformity of the register that the instruction writes; if it writes none, of all sources.
  Uniformity value;
  std::array<Uniformity, 3> sources;  ///< rs1, rs2, rs3, as many as it has
};

class KernelUniformity {
 public:
  /// Analyses the kernel whose entry stub is at `entry`, launched in this shape. `image` outlives
  /// it.
  KernelUniformity(const ProgramImage& image, std::uint32_t entry, const LaunchShape& shape);
  ~KernelUniformity();
  KernelUniformity(KernelUniformity&&) noexcept;
  KernelUniformity& operator=(KernelUniformity&&) noexcept;

  /// The instruction with this index in the code.
  const InstructionUniformity& at(std::uint32_t index) const { return instructions_[index]; }
  /// The instruction at a pc in the code.
  const InstructionUniformity& at_pc(std::uint32_t pc) const;

  /// The shortest chain from a divergent instruction to where divergence begins; empty for others.
  std::vector<DivergenceStep> cause(std::uint32_t index) const;

 private:
  struct Details;
  void fill(const ProgramImage& image);
  void give_up(const ProgramImage& image);

  std::uint32_t base_ = 0;
  std::vector<InstructionUniformity> instructions_;
  std::unique_ptr<Details> details_;
};

}  // namespace lanefold
