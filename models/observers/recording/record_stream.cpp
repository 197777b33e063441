// SPDX-License-Identifier: Apache-2.0
// Records to and from the compressed frame of a recording.
#include "observers/recording/record_stream.h"

#include <zstd.h>

#include <cstring>
#include <new>

#include "lanefold/error.h"
#include "observers/recording/recording_format.h"

namespace lanefold {
namespace {

/// Higher levels take longer than the functional run of many kernels.
constexpr int kLevel = 3;

template <class Context>
Context* or_no_memory(Context* context) {
  if (context == nullptr) throw std::bad_alloc();
  return context;
}

std::size_t checked(std::size_t result) {
  if (ZSTD_isError(result) != 0) throw Error(ErrorKind::Internal, ZSTD_getErrorName(result));
  return result;
}

}  // namespace

struct RecordCompressor::Library {
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context{or_no_memory(ZSTD_createCCtx()),
                                                               ZSTD_freeCCtx};
};

RecordCompressor::RecordCompressor(RecordingSink sink)
    : sink_(std::move(sink)), library_(std::make_unique<Library>()) {
  buffer_.resize(ZSTD_CStreamOutSize());
  checked(ZSTD_CCtx_setParameter(library_->context.get(), ZSTD_c_compressionLevel, kLevel));
  checked(ZSTD_CCtx_setParameter(library_->context.get(), ZSTD_c_checksumFlag, 1));
}

RecordCompressor::~RecordCompressor() = default;

void RecordCompressor::add(std::string_view record) {
  const auto length = static_cast<std::uint32_t>(record.size());
  feed({reinterpret_cast<const char*>(&length), sizeof length}, false);
  feed(record, false);
}

void RecordCompressor::close() { feed({}, true); }

void RecordCompressor::feed(std::string_view bytes, bool last) {
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  const ZSTD_EndDirective mode = last ? ZSTD_e_end : ZSTD_e_continue;
  std::size_t left = 0;
  do {
    ZSTD_outBuffer out{buffer_.data(), buffer_.size(), 0};
    left = checked(ZSTD_compressStream2(library_->context.get(), &out, &in, mode));
    if (out.pos != 0) sink_({buffer_.data(), out.pos});
  } while (last ? left != 0 : in.pos != in.size);
}

struct RecordExpander::Library {
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> context{or_no_memory(ZSTD_createDCtx()),
                                                               ZSTD_freeDCtx};
};

RecordExpander::RecordExpander(std::string_view frame)
    : rest_(frame), library_(std::make_unique<Library>()) {}

RecordExpander::~RecordExpander() = default;

std::string_view RecordExpander::next() {
  if (at_ > buffer_.size() / 2) {
    buffer_.erase(0, at_);
    at_ = 0;
  }
  std::uint32_t length = 0;
  std::memcpy(&length, take(sizeof length).data(), sizeof length);
  if (length > kMostRecordBytes) {
    throw Error(ErrorKind::File, "a record is longer than any that is written");
  }
  return take(length);
}

void RecordExpander::require_end() {
  while (buffer_.size() == at_ && expand()) {
  }
  if (buffer_.size() != at_ || !rest_.empty()) {
    throw Error(ErrorKind::File, "something follows its end");
  }
  if (!ended_) throw Error(ErrorKind::File, "the file is cut off");
}

/// Valid until more is expanded.
std::string_view RecordExpander::take(std::size_t bytes) {
  while (buffer_.size() - at_ < bytes) {
    if (!expand()) throw Error(ErrorKind::File, "the file is cut off");
  }
  const std::string_view taken = std::string_view(buffer_).substr(at_, bytes);
  at_ += bytes;
  return taken;
}

/// Expands some more into the buffer; false if there is no more.
bool RecordExpander::expand() {
  if (ended_ || (rest_.empty() && !holds_more_)) return false;
  const std::size_t had = buffer_.size();
  buffer_.resize(had + ZSTD_DStreamOutSize());
  ZSTD_outBuffer out{buffer_.data(), buffer_.size(), had};
  ZSTD_inBuffer in{rest_.data(), rest_.size(), 0};
  const std::size_t left = ZSTD_decompressStream(library_->context.get(), &out, &in);
  buffer_.resize(out.pos);
  if (ZSTD_isError(left) != 0) {
    throw Error(ErrorKind::File, std::string("the file is damaged: ") + ZSTD_getErrorName(left));
  }
  rest_.remove_prefix(in.pos);
  ended_ = left == 0;
  holds_more_ = out.pos == out.size;
  return out.pos != had || !rest_.empty();
}

}  // namespace lanefold
