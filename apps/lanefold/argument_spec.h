// SPDX-License-Identifier: Apache-2.0
// What `--arg` says: a buffer, local memory, or a value. `lanefold run --help` explains the syntax.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "expected_output.h"
#include "value_type.h"

namespace lanefold {

struct BufferSpec {
  enum class Fill : std::uint8_t { Zero, Index, Random, Value, File };

  ValueType type;
  std::uint64_t count = 0;  ///< elements; of a file, as many as it has
  Fill fill = Fill::Zero;
  double low = 0;  ///< of Random: low <= element < high
  double high = 1;
  std::vector<std::byte> value;  ///< of Value: one element
  std::string in_file;           ///< of File
  std::string out_file;          ///< empty: not written; "-": standard output
  std::string expected_file;     ///< empty: not compared with anything
  Tolerance tolerance;           ///< with what is expected
};

struct LocalSpec {
  std::uint64_t bytes = 0;
};

struct ValueSpec {
  std::string text;  ///< as given, after the type
  std::string type;  ///< empty: the kernel's own
};

struct ArgumentSpec {
  std::string text;  ///< as given, for messages
  std::variant<BufferSpec, LocalSpec, ValueSpec> what;
};

/// Throws Error(Usage) saying what is wrong with the text.
ArgumentSpec parse_argument(const std::string& text);

/// "1024" or "64,64,1": one to three positive numbers. `option` is named in messages.
std::vector<std::uint32_t> parse_extent(const std::string& option, const std::string& text,
                                        std::uint32_t least);

}  // namespace lanefold
