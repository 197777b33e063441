// SPDX-License-Identifier: Apache-2.0
// Host references of the transforms of signals, with the operations of the kernels.
#pragma once

#include <cstdint>
#include <vector>

namespace lanefold {

/// Row u, column i: cos((2 i + 1) u pi / 16), scaled so that the matrix is orthogonal.
std::vector<float> dct_cosines();
/// The transform of each 8 x 8 block; width and height are multiples of 8.
std::vector<float> dct_transformed(const std::vector<float>& image, std::uint32_t width);

/// The layout is that of a float2 or double2.
template <class Number>
struct ComplexOf {
  Number real = 0, imaginary = 0;
};
template <class Number>
using ComplexVector = std::vector<ComplexOf<Number>>;
/// exp(-2 pi i k / size) for k in 0..size/2-1.
template <class Number>
ComplexVector<Number> fft_twiddles(std::uint32_t size);
/// The size is a power of two.
template <class Number>
ComplexVector<Number> fft_transformed(ComplexVector<Number> signal);

/// In natural (Hadamard) order, unscaled; the size is a power of two.
std::vector<float> walsh_transformed(std::vector<float> signal);

/// All levels of the Haar wavelet transform, averages first; the size is a power of two.
std::vector<float> haar_transformed(std::vector<float> signal);

}  // namespace lanefold
