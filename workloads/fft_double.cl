// SPDX-License-Identifier: Apache-2.0
// Fast Fourier transform of double-precision numbers.
#define COMPLEX double2
#include "fft.cl"
