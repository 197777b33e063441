// SPDX-License-Identifier: Apache-2.0
// Records to and from the compressed frame of a recording or a checkpoint; the only place that
// knows the library for it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace lanefold {

/// Takes a part of the file.
using RecordingSink = std::function<void(std::string_view bytes)>;

class RecordCompressor {
 public:
  explicit RecordCompressor(RecordingSink sink);
  ~RecordCompressor();
  RecordCompressor(const RecordCompressor&) = delete;
  RecordCompressor& operator=(const RecordCompressor&) = delete;

  void add(std::string_view record);
  /// Ends the frame.
  void close();

 private:
  struct Library;
  void feed(std::string_view bytes, bool last);

  RecordingSink sink_;
  std::unique_ptr<Library> library_;
  std::string buffer_;
};

class RecordExpander {
 public:
  /// The bytes of the file from the frame on; they outlive it.
  explicit RecordExpander(std::string_view frame);
  ~RecordExpander();
  RecordExpander(const RecordExpander&) = delete;
  RecordExpander& operator=(const RecordExpander&) = delete;

  /// The next record, valid until the next call. Throws Error(File), a reason, if the frame is
  /// damaged or cut off before the record's end.
  std::string_view next();
  /// Throws Error(File), a reason, unless the frame ends here, and the file with it.
  void require_end();

 private:
  struct Library;
  std::string_view take(std::size_t bytes);
  bool expand();

  std::string_view rest_;
  std::unique_ptr<Library> library_;
  std::string buffer_;       ///< expanded
  std::size_t at_ = 0;       ///< what of it has been taken
  bool ended_ = false;       ///< the frame is expanded as a whole
  bool holds_more_ = false;  ///< the library has more than there was room for
};

}  // namespace lanefold
