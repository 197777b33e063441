// SPDX-License-Identifier: Apache-2.0
// Gaussian blur of 3 x 3 pixels, border pixels repeated. A work-group has a tile of the image: each
// work-item goes along one row of it, so that neighbouring lanes are a whole row of the image apart
// (SC'09 section 7.3.5).

// The weighted sum of a pixel and those above and below it.
static uint column(__global const uchar* above, __global const uchar* here,
                   __global const uchar* below, uint x) {
  return (uint)above[x] + 2 * here[x] + below[x];
}

__kernel void gaussian_filter(__global const uchar* pixels, __global uchar* blurred, uint width,
                              uint height, uint tile_width) {
  const uint y = get_global_id(0);
  if (y >= height) return;
  const uint begin = get_global_id(1) * tile_width;
  const uint end = min(begin + tile_width, width);
  __global const uchar* here = pixels + y * width;
  __global const uchar* above = y == 0 ? here : here - width;
  __global const uchar* below = y == height - 1 ? here : here + width;
  uint left = column(above, here, below, begin == 0 ? 0 : begin - 1);
  uint middle = column(above, here, below, begin);
  for (uint x = begin; x < end; ++x) {
    const uint right = column(above, here, below, min(x + 1, width - 1));
    blurred[y * width + x] = (uchar)((left + 2 * middle + right + 8) / 16);
    left = middle;
    middle = right;
  }
}

// So often in a row a work-item looks for its pixels again before it waits for them.
#define MOST_RETRIES 64

// The same, slipping in software (SC'09 section 4.2): a work-item whose pixels are not in the cache
// keeps its place and tries again in the next pass, while others go on.
__kernel void gaussian_filter_snoop(__global const uchar* pixels, __global uchar* blurred,
                                    uint width, uint height, uint tile_width) {
  const uint y = get_global_id(0);
  if (y >= height) return;
  const uint begin = get_global_id(1) * tile_width;
  const uint end = min(begin + tile_width, width);
  __global const uchar* here = pixels + y * width;
  __global const uchar* above = y == 0 ? here : here - width;
  __global const uchar* below = y == height - 1 ? here : here + width;
  uint left = column(above, here, below, begin == 0 ? 0 : begin - 1);
  uint middle = column(above, here, below, begin);
  uint retries = 0;
  for (uint x = begin; x < end;) {
    const uint next = min(x + 1, width - 1);
    uchar up, centre, down;
    const int hits = load_snoop(above + next, &up) & load_snoop(here + next, &centre) &
                     load_snoop(below + next, &down);
    // No shorter way to the next pass, or those who try again would do so on their own.
    const bool goes_on = hits || retries == MOST_RETRIES;
    retries = goes_on ? 0 : retries + 1;
    if (goes_on) {
      const uint right = hits ? (uint)up + 2 * centre + down : column(above, here, below, next);
      blurred[y * width + x] = (uchar)((left + 2 * middle + right + 8) / 16);
      left = middle;
      middle = right;
    }
    x += goes_on;
  }
}
