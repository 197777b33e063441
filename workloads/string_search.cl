// SPDX-License-Identifier: Apache-2.0
// Searches a text for a pattern (Boyer-Moore-Horspool), one part of the text per work-item.

// A part is where matches begin; they may reach into the next one. `found` counts those of the
// part, `last_match` is one beyond the last of them, or 0.
__kernel void string_search(__global const uchar* text, uint length, __constant uchar* pattern,
                            uint pattern_length, __constant uchar* shifts, uint part,
                            __global uint* found, __global uint* last_match, uint parts) {
  const uint item = get_global_id(0);
  if (item >= parts) return;
  uint position = item * part;
  const uint end = min(position + part, length - pattern_length + 1);
  uint matches = 0, latest = 0;
  while (position < end) {
    int letter = (int)pattern_length - 1;
    while (letter >= 0 && text[position + letter] == pattern[letter]) --letter;
    if (letter < 0) {
      ++matches;
      latest = position + 1;
    }
    position += shifts[text[position + pattern_length - 1]];
  }
  found[item] = matches;
  last_match[item] = latest;
}
