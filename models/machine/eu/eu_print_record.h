// SPDX-License-Identifier: Apache-2.0
// One record of a printf buffer, as code of Intel's compiler writes it: the format's address, then
// of each argument its type, of vectors their number of elements, and the value.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "decisions/memory/global_memory.h"
#include "machine/device/print_format.h"

namespace lanefold::gen8 {

/// Words are what records consist of; an address takes two, of which one is written.
constexpr std::uint32_t kRecordWordBytes = 4;
constexpr std::uint32_t kRecordAddressBytes = 8;

/// The word at an address of the buffer.
std::uint32_t record_word(const GlobalMemory& memory, std::uint32_t address);

/// The null-terminated text at an address of what kernels cannot write.
std::optional<std::string> text_of_program(const GlobalMemory& memory, std::uint32_t address);

/// The arguments behind a format. The content is not trusted.
class PrintRecord final : public PrintArguments {
 public:
  /// They begin at `begin`, and the buffer's last record ends at `end`.
  PrintRecord(const GlobalMemory& memory, std::uint32_t begin, std::uint32_t end)
      : memory_(memory), next_(begin), end_(end) {}

  std::vector<char> take(const lanefold_conversion& conversion) override;
  std::string text_at(std::uint32_t address) const override;

  /// False once a work-item has not come to write an argument.
  bool complete() const { return complete_; }
  /// Where the next record is: behind arguments that the format did not take.
  std::uint32_t skip_others();

 private:
  /// How the elements of an argument lie in a record.
  struct Type {
    unsigned bytes = 0;  ///< of an element; 0 is no type
    bool is_float = false;
    bool is_vector = false;
    bool is_address = false;
  };
  struct Argument {
    Type type;
    unsigned count = 1;
    std::uint32_t place = 0;  ///< of its elements
  };

  static Type type_of(std::uint32_t code);
  bool has_room(std::uint32_t bytes) const { return end_ - next_ >= bytes; }
  std::optional<Argument> read();
  std::uint64_t element(const Argument& argument, unsigned number) const;
  static std::uint64_t converted(std::uint64_t bits, const Type& type,
                                 const lanefold_conversion& conversion);

  const GlobalMemory& memory_;
  std::uint32_t next_;
  const std::uint32_t end_;
  bool complete_ = true;
};

}  // namespace lanefold::gen8
