// SPDX-License-Identifier: Apache-2.0
// Global memory as plain values, and back.
#include <algorithm>
#include <cstring>

#include "decisions/memory/global_memory.h"
#include "decisions/memory/touched_pages.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kBlockBytes = 4096;
/// Of one piece, so that nobody needs much at once.
constexpr std::size_t kMostPieceBytes = 1 << 20;

bool is_zero(const std::byte* bytes, std::size_t count) {
  return bytes[0] == std::byte{0} && std::memcmp(bytes, bytes + 1, count - 1) == 0;
}

/// Blocks that follow one another become one piece.
void add(std::vector<MemoryState::Piece>& pieces, std::uint32_t address, const std::byte* bytes,
         std::uint32_t count) {
  const bool follows = !pieces.empty() &&
                       pieces.back().address + pieces.back().content.size() == address &&
                       pieces.back().content.size() + count <= kMostPieceBytes;
  if (!follows) pieces.push_back({address, {}});
  pieces.back().content.insert(pieces.back().content.end(), bytes, bytes + count);
}

bool same_place(const MemoryState::Region& one, const GlobalMemory::Region& other) {
  return one.address == other.begin && one.bytes == other.end - other.begin &&
         one.writable == other.writable;
}

}  // namespace

std::vector<GlobalMemory::Part> GlobalMemory::touched(Buffer buffer) const {
  constexpr std::uint32_t kSmall = 64 << 10;
  if (buffer.size == 0) return {};
  if (buffer.size <= kSmall) return {{buffer.address, buffer.size}};
  std::vector<Part> parts;
  for (const auto& [begin, end] : touched_pages(host(buffer.address), buffer.size)) {
    parts.push_back({buffer.address + static_cast<std::uint32_t>(begin),
                     static_cast<std::uint32_t>(end - begin)});
  }
  return parts;
}

MemoryState GlobalMemory::state() const {
  MemoryState state;
  for (const Region& region : regions_) {
    state.regions.push_back({region.begin, region.end - region.begin, region.writable});
    for (const Part& part : touched({region.begin, region.end - region.begin})) {
      for (std::uint32_t at = 0; at < part.bytes; at += kBlockBytes) {
        const std::uint32_t bytes = std::min(kBlockBytes, part.bytes - at);
        const std::uint32_t address = part.address + at;
        if (!is_zero(host(address), bytes)) add(state.pieces, address, host(address), bytes);
      }
    }
  }
  for (const std::uint32_t block : overruns_) {
    state.overruns.push_back(block);
    state.pieces.push_back({block, {host(block), host(block) + kAlignment}});
  }
  std::sort(state.pieces.begin(), state.pieces.end(),
            [](const auto& one, const auto& other) { return one.address < other.address; });
  return state;
}

void GlobalMemory::restore(const MemoryState& state) {
  const bool same = std::equal(state.regions.begin(), state.regions.end(), regions_.begin(),
                               regions_.end(), same_place);
  if (!same) throw Error(ErrorKind::File, "its buffers lie elsewhere");
  for (const std::uint32_t block : state.overruns) {
    const bool inside = block >= kOrigin && block % kAlignment == 0 &&
                        block + std::uint64_t{kAlignment} <= std::uint64_t{kOrigin} + size_;
    if (!inside) throw Error(ErrorKind::File, "its memory is larger");
    overruns_.insert(block);
  }
  for (const Region& region : regions_) clear(region);
  for (const MemoryState::Piece& piece : state.pieces) {
    if (!may_hold(piece)) throw Error(ErrorKind::File, "it holds what lies in no buffer");
    std::memcpy(host(piece.address), piece.content.data(), piece.content.size());
  }
}

/// In a buffer, or a block that an overrun has written.
bool GlobalMemory::may_hold(const MemoryState::Piece& piece) const {
  if (piece.content.empty()) return false;
  const std::uint64_t last = piece.address + piece.content.size() - 1;
  if (last > UINT32_MAX) return false;
  return find(piece.address, static_cast<std::uint32_t>(last)) != nullptr ||
         (piece.content.size() == kAlignment && overruns_.count(piece.address) != 0);
}

}  // namespace lanefold
