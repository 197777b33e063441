// SPDX-License-Identifier: Apache-2.0
// The Mandelbrot set by escape time: arithmetic in a loop whose length differs from lane to lane.
#pragma once

#include <cstdint>
#include <vector>

namespace lanefold {

/// A part of the complex plane, pixel by pixel.
struct MandelbrotView {
  std::uint32_t width = 0, height = 0;
  float left = 0, top = 0;  ///< the first pixel
  float step = 0;           ///< from pixel to pixel
  std::uint32_t limit = 0;  ///< most iterations
};

/// Iterations until |z| exceeds 2 or the limit is reached, per pixel.
std::vector<std::uint32_t> mandelbrot_iterations(const MandelbrotView& view);

}  // namespace lanefold
