// SPDX-License-Identifier: Apache-2.0
// Compresses and expands blocks of a mask trace; the only place that knows the library for it.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace lanefold {

/// Keeps the library's memory and a buffer for one block.
class BlockCodec {
 public:
  BlockCodec();
  ~BlockCodec();
  BlockCodec(const BlockCodec&) = delete;
  BlockCodec& operator=(const BlockCodec&) = delete;

  /// The compressed content; valid until the next call.
  std::string_view compress(std::string_view content);
  /// The content, at most kMostContentBytes, valid until the next call; empty if `payload` does not
  /// expand to `bytes` bytes.
  std::string_view expand(std::string_view payload, std::size_t bytes);

 private:
  struct Library;
  std::unique_ptr<Library> library_;
  std::string buffer_;
};

}  // namespace lanefold
