// SPDX-License-Identifier: Apache-2.0
// Miss status holding registers: what is on its way from the next level, and who waits for it.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace lanefold {

/// A register holds either a line that is being fetched, with its waiting targets, or only a place
/// for another request on its way.
template <class Target>
class MshrFile {
 public:
  using Index = std::uint32_t;

  MshrFile(std::uint32_t registers, std::uint32_t targets)
      : targets_(targets),
        mask_(bucket_count(registers) - 1),
        entries_(registers),
        buckets_(mask_ + 1, kNone) {
    for (Index index = registers; index-- > 0;) free_.push_back(index);
  }

  bool full() const { return free_.empty(); }
  std::uint32_t used() const { return static_cast<std::uint32_t>(entries_.size() - free_.size()); }

  /// The register that fetches a line.
  std::optional<Index> find(std::uint64_t line) const {
    for (Index index = buckets_[line & mask_]; index != kNone; index = entries_[index].next) {
      if (entries_[index].line == line) return index;
    }
    return std::nullopt;
  }

  /// For a line that no register fetches; not when full.
  Index allocate(std::uint64_t line) {
    const Index index = reserve();
    Entry& entry = entries_[index];
    entry.line = line;
    entry.closed = false;
    entry.next = std::exchange(buckets_[line & mask_], index);
    return index;
  }
  /// A register that fetches nothing; not when full.
  Index reserve() {
    const Index index = free_.back();
    free_.pop_back();
    return index;
  }

  std::uint64_t line(Index index) const { return entries_[index].line; }
  std::vector<Target>& targets(Index index) { return entries_[index].targets; }
  bool can_merge(Index index) const {
    return !entries_[index].closed && entries_[index].targets.size() < targets_;
  }
  /// No further request may wait for this line.
  void close(Index index) { entries_[index].closed = true; }
  void open(Index index) { entries_[index].closed = false; }
  void close_all() {
    if (used() == 0) return;
    for (Entry& entry : entries_) entry.closed = true;
  }
  bool closed(Index index) const { return entries_[index].closed; }

  /// The line is there, its targets are served; the register stays in use.
  void finish_fetch(Index index) {
    Index* link = &buckets_[entries_[index].line & mask_];
    while (*link != index) link = &entries_[*link].next;
    *link = entries_[index].next;
    entries_[index].targets.clear();
  }
  void release(Index index) { free_.push_back(index); }

 private:
  static constexpr Index kNone = ~Index{0};

  struct Entry {
    std::uint64_t line = 0;
    std::vector<Target> targets;
    Index next = kNone;  ///< of the same bucket
    bool closed = false;
  };

  static std::uint32_t bucket_count(std::uint32_t registers) {
    std::uint32_t count = 1;
    while (count < registers) count *= 2;
    return count;
  }

  std::uint32_t targets_;
  std::uint32_t mask_;
  std::vector<Entry> entries_;
  std::vector<Index> buckets_;
  std::vector<Index> free_;
};

}  // namespace lanefold
