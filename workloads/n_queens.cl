// SPDX-License-Identifier: Apache-2.0
// Counts the ways to complete a partly filled board with one queen in each remaining row.

#define MOST_QUEENS 16

// A board of which some first rows are filled: bit c of each mask says that column c of the next
// row is attacked along a column, a falling or a rising diagonal.
typedef struct {
  uint columns;
  uint falling;
  uint rising;
  uint rows;  // filled
} Prefix;

// One prefix per work-item: depth-first search with an explicit stack in private memory.
__kernel void n_queens(__global const Prefix* prefixes, __global uint* solutions, uint count,
                       uint queens) {
  const uint item = get_global_id(0);
  if (item >= count) return;
  const uint board = (1u << queens) - 1;
  const Prefix prefix = prefixes[item];
  uint columns[MOST_QUEENS], falling[MOST_QUEENS], rising[MOST_QUEENS], open[MOST_QUEENS];
  const int first = (int)prefix.rows;
  int row = first;
  columns[row] = prefix.columns;
  falling[row] = prefix.falling;
  rising[row] = prefix.rising;
  open[row] = board & ~(prefix.columns | prefix.falling | prefix.rising);
  uint found = 0;
  while (row >= first) {
    const uint choices = open[row];
    if (choices == 0) {
      --row;
      continue;
    }
    const uint queen = choices & (0u - choices);
    open[row] = choices ^ queen;
    if (row == (int)queens - 1) {
      ++found;
      continue;
    }
    const uint next_columns = columns[row] | queen;
    const uint next_falling = (falling[row] | queen) << 1;
    const uint next_rising = (rising[row] | queen) >> 1;
    ++row;
    columns[row] = next_columns;
    falling[row] = next_falling;
    rising[row] = next_rising;
    open[row] = board & ~(next_columns | next_falling | next_rising);
  }
  solutions[item] = found;
}
