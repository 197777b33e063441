// SPDX-License-Identifier: Apache-2.0
// An image as kernels of the RISC-V toolchain see it: a descriptor in global memory, whose address
// is the kernel argument. The texels are in global memory, too (OpenCL 1.2 clauses 5.3, 6.12.14).
#pragma once

#include <cstdint>

namespace lanefold {

/// Whoever launches a kernel writes it into a buffer, best in front of the texels, and passes its
/// place as the argument of kind Image. Texel (x, y, z) begins `offset + (x << texel_shift) +
/// y * row_pitch + z * slice_pitch` bytes behind the descriptor's own first byte, so that both can
/// lie anywhere; for arrays of images, z is the layer. Unused dimensions are 1. Built-in functions
/// check coordinates against the sizes, and nothing checks the sizes: an access where no buffer is
/// ends the launch.
struct ImageDescriptor {
  /// Bytes, modulo 2^32. The first texel's address is a multiple of its size, or of 4 if that is
  /// less.
  std::uint32_t offset = 0;
  std::uint32_t width = 1;  ///< texels, from 1 on
  std::uint32_t height = 1;
  std::uint32_t depth = 1;
  std::uint32_t layers = 1;         ///< of an array
  std::uint32_t row_pitch = 0;      ///< bytes from one row to the next
  std::uint32_t slice_pitch = 0;    ///< bytes from one slice or layer to the next
  std::uint32_t channel_order = 0;  ///< cl_channel_order (table 5.6): CL_R, A, RG, RA, RGBA, BGRA,
                                    ///< ARGB, INTENSITY or LUMINANCE
  std::uint32_t channel_type = 0;   ///< cl_channel_type (table 5.7), but for packed ones
  std::uint32_t texel_shift = 0;    ///< a texel has 2^texel_shift bytes: 0 to 4
};

/// A sampler as kernels see it, the value of an argument of kind Sampler: bits of the CLK_
/// constants of OpenCL C (clause 6.12.14.1).
struct SamplerBits {
  static constexpr std::uint32_t kNormalized = 1;
  static constexpr std::uint32_t kNone = 0;
  static constexpr std::uint32_t kClampToEdge = 2;
  static constexpr std::uint32_t kClamp = 4;
  static constexpr std::uint32_t kRepeat = 6;
  static constexpr std::uint32_t kMirroredRepeat = 8;
  static constexpr std::uint32_t kNearest = 0x10;
  static constexpr std::uint32_t kLinear = 0x20;
};

}  // namespace lanefold
