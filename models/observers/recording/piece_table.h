// SPDX-License-Identifier: Apache-2.0
// Contents by piece: what has been there before is named by its number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace lanefold {

/// A content as a recording holds it. Pieces get numbers from 0 on as they come first.
struct PiecedContent {
  std::vector<std::uint64_t> pieces;
  std::vector<std::byte> fresh;  ///< the pieces that come first here, one after the other
};

/// Of the writer: by a hash of 128 bits (XXH3-128), in which no two pieces are taken for equal that
/// are not.
class PieceHashes {
 public:
  PiecedContent take_apart(const void* data, std::size_t bytes);

 private:
  struct Hash {
    std::uint64_t low;
    std::uint64_t high;
    bool operator==(const Hash& other) const { return low == other.low && high == other.high; }
  };
  struct LowBits {
    std::size_t operator()(const Hash& hash) const { return hash.low; }
  };

  std::unordered_map<Hash, std::uint64_t, LowBits> numbers_;
};

/// Of the reader.
class PieceStore {
 public:
  /// The content of `bytes` bytes. Throws Error(File), a reason, for what cannot be one.
  std::vector<std::byte> put_together(const PiecedContent& content, std::uint64_t bytes);

 private:
  std::vector<std::vector<std::byte>> pieces_;
};

}  // namespace lanefold
