// SPDX-License-Identifier: Apache-2.0
// Needleman-Wunsch alignment scores, block by block along anti-diagonals of the score matrix.

// One launch per anti-diagonal of blocks, one group per block, one work-item per column of a block.
// `scores` has pitch x pitch cells; row 0 and column 0 are filled by the host. Local memory: the
// block's scores with the row above and the column to the left.
__kernel void needleman_wunsch(__global int* scores, __global const uchar* down,
                               __global const uchar* across, __constant int* similarity,
                               uint letters, uint pitch, uint first_block, uint diagonal,
                               int penalty, __local int* tile) {
  const uint side = get_local_size(0);
  const uint x = get_local_id(0);
  const uint block_x = first_block + get_group_id(0);
  const uint block_y = diagonal - block_x;
  const uint stride = side + 1;
  // The cell above and to the left of the block.
  const uint corner = block_y * side * pitch + block_x * side;

  if (x == 0) tile[0] = scores[corner];
  tile[x + 1] = scores[corner + x + 1];
  tile[(x + 1) * stride] = scores[corner + (x + 1) * pitch];
  barrier(CLK_LOCAL_MEM_FENCE);

  const uint letter = across[block_x * side + x];
  for (uint step = 0; step < 2 * side - 1; ++step) {
    // On this step the wavefront crosses column x in row step - x, if that is inside the block.
    if (x <= step && step - x < side) {
      const uint y = step - x;
      const uint cell = (y + 1) * stride + x + 1;
      const int match = similarity[down[block_y * side + y] * letters + letter];
      const int gap = max(tile[cell - 1], tile[cell - stride]) - penalty;
      tile[cell] = max(tile[cell - stride - 1] + match, gap);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  for (uint y = 0; y < side; ++y) {
    scores[corner + (y + 1) * pitch + x + 1] = tile[(y + 1) * stride + x + 1];
  }
}
