// SPDX-License-Identifier: Apache-2.0
// Fast Fourier transform by radix 2, one launch per stage (Stockham: the order sorts itself).
// Several signals are transformed at once, one butterfly per work-item.

// The type of a value; a file that includes this one may define another.
#ifndef COMPLEX
#define COMPLEX float2
#endif

__kernel void fft_stage(__global const COMPLEX* signals, __constant COMPLEX* twiddles,
                        __global COMPLEX* result, uint size, uint span, uint butterflies) {
  const uint item = get_global_id(0);
  if (item >= butterflies) return;
  const uint half_size = size / 2;
  const uint butterfly = item % half_size;
  const uint signal = item / half_size * size;
  const uint offset = butterfly % span;
  const COMPLEX twiddle = twiddles[offset * (half_size / span)];
  const COMPLEX one = signals[signal + butterfly];
  const COMPLEX two = signals[signal + butterfly + half_size];
  const COMPLEX turned = (COMPLEX)(two.x * twiddle.x - two.y * twiddle.y,
                                   two.x * twiddle.y + two.y * twiddle.x);
  const uint place = signal + (butterfly - offset) * 2 + offset;
  result[place] = one + turned;
  result[place + span] = one - turned;
}
