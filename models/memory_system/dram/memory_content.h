// SPDX-License-Identifier: Apache-2.0
// What a memory holds, apart from its timing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>

namespace lanefold {

class GlobalMemory;

class MemoryContent {
 public:
  virtual ~MemoryContent() = default;

  /// Whether accesses to all these addresses are answered; others are address errors.
  virtual bool contains(std::uint64_t address, std::uint64_t bytes) const = 0;
  /// Whether there is data behind them: debuggers see and change only that.
  virtual bool holds(std::uint64_t address, std::uint64_t bytes) const = 0;
  /// Zeros where there is no data.
  virtual void read(std::uint64_t address, unsigned char* to, std::uint64_t bytes) const = 0;
  /// What transactions write.
  virtual void write(std::uint64_t address, const unsigned char* from, std::uint64_t bytes) = 0;
  /// What debuggers write.
  virtual void load(std::uint64_t address, const unsigned char* from, std::uint64_t bytes) = 0;
};

/// The machine's own image of memory, in which every store takes effect when it issues. A write
/// that arrives later carries what the image holds already, or held before a younger store: it is
/// dropped. Program and private memory are answered, but their data is elsewhere.
class ImageContent final : public MemoryContent {
 public:
  explicit ImageContent(GlobalMemory& image) : image_(image) {}

  bool contains(std::uint64_t address, std::uint64_t bytes) const override;
  bool holds(std::uint64_t address, std::uint64_t bytes) const override;
  void read(std::uint64_t address, unsigned char* to, std::uint64_t bytes) const override;
  void write(std::uint64_t address, const unsigned char* from, std::uint64_t bytes) override;
  void load(std::uint64_t address, const unsigned char* from, std::uint64_t bytes) override;

 private:
  GlobalMemory& image_;
};

/// Storage of its own, zero where nobody has written; pages are allocated on demand.
class SparseContent final : public MemoryContent {
 public:
  explicit SparseContent(std::uint64_t bytes = UINT64_MAX) : bytes_(bytes) {}

  bool contains(std::uint64_t address, std::uint64_t bytes) const override;
  bool holds(std::uint64_t address, std::uint64_t bytes) const override;
  void read(std::uint64_t address, unsigned char* to, std::uint64_t bytes) const override;
  void write(std::uint64_t address, const unsigned char* from, std::uint64_t bytes) override;
  void load(std::uint64_t address, const unsigned char* from, std::uint64_t bytes) override;

 private:
  static constexpr std::uint64_t kPageBytes = 4096;
  using Page = std::array<unsigned char, kPageBytes>;

  std::uint64_t bytes_;
  std::unordered_map<std::uint64_t, std::unique_ptr<Page>> pages_;
};

}  // namespace lanefold
