// SPDX-License-Identifier: Apache-2.0
// Contents by piece.
#include "observers/recording/piece_table.h"

#include <xxhash.h>

#include <algorithm>

#include "lanefold/error.h"
#include "observers/recording/recorded_event.h"
#include "observers/recording/recording_format.h"

namespace lanefold {

std::uint64_t recorded_checksum(const void* data, std::size_t bytes) {
  return XXH3_64bits(data, bytes);
}

PiecedContent PieceHashes::take_apart(const void* data, std::size_t bytes) {
  PiecedContent content;
  const auto* const first = static_cast<const std::byte*>(data);
  for (std::size_t at = 0; at < bytes; at += kPieceBytes) {
    const std::byte* const piece = first + at;
    const std::size_t size = std::min(kPieceBytes, bytes - at);
    const XXH128_hash_t hash = XXH3_128bits_withSeed(piece, size, size);
    const auto [known, is_new] = numbers_.try_emplace({hash.low64, hash.high64}, numbers_.size());
    if (is_new) content.fresh.insert(content.fresh.end(), piece, piece + size);
    content.pieces.push_back(known->second);
  }
  return content;
}

std::vector<std::byte> PieceStore::put_together(const PiecedContent& content, std::uint64_t bytes) {
  std::vector<std::byte> whole;
  std::size_t taken = 0;
  for (const std::uint64_t number : content.pieces) {
    if (number > pieces_.size()) throw Error(ErrorKind::File, "a piece of a content is missing");
    if (number == pieces_.size()) {
      const std::uint64_t wanted = bytes - std::min<std::uint64_t>(bytes, whole.size());
      const std::size_t size =
          std::min({kPieceBytes, static_cast<std::size_t>(wanted), content.fresh.size() - taken});
      const auto begin = content.fresh.begin() + static_cast<std::ptrdiff_t>(taken);
      pieces_.emplace_back(begin, begin + static_cast<std::ptrdiff_t>(size));
      taken += size;
    }
    const std::vector<std::byte>& piece = pieces_[number];
    if (piece.size() > kMostRecordBytes - std::min<std::size_t>(kMostRecordBytes, whole.size())) {
      throw Error(ErrorKind::File, "a content is longer than any that is written");
    }
    whole.insert(whole.end(), piece.begin(), piece.end());
  }
  if (whole.size() != bytes || taken != content.fresh.size()) {
    throw Error(ErrorKind::File, "a content has another size than it should have");
  }
  return whole;
}

}  // namespace lanefold
