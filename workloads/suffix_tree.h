// SPDX-License-Identifier: Apache-2.0
// A suffix tree of a text of four letters, built online (Ukkonen, Algorithmica 14, 1995).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace lanefold {

/// Base pairs of DNA, each 0 to 3.
using Bases = std::vector<std::uint8_t>;

/// A node and the edge that leads to it. The layout is the kernel's: 32 bytes.
struct SuffixTreeNode {
  std::array<std::uint32_t, 4> children{};  ///< by the first base of their edges; 0 is none
  std::uint32_t edge_start = 0;             ///< the edge's bases are those of the text from here
  std::uint32_t edge_length = 0;            ///< 0 for the root only
  std::uint32_t suffix_link = 0;            ///< the node of the same path without its first base
  std::uint32_t unused = 0;
};

/// The root comes first. Every part of the text is a path from the root, and no other sequence is.
/// The text has no terminator, so a suffix that occurs elsewhere too may end within an edge. Edges
/// name the first occurrence of their path: a path that ends with base e of the text begins with
/// base e + 1 - its length, and nowhere before.
std::vector<SuffixTreeNode> build_suffix_tree(const Bases& text);

}  // namespace lanefold
