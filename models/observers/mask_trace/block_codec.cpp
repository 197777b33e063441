// SPDX-License-Identifier: Apache-2.0
// Zstandard for contents, xxHash for checksums.
#include "observers/mask_trace/block_codec.h"

#include <xxhash.h>
#include <zstd.h>

#include <new>

#include "lanefold/error.h"
#include "observers/mask_trace/trace_format.h"

namespace lanefold {
namespace {

/// Higher levels take longer to record, and the masks of kernels get hardly smaller.
constexpr int kLevel = 3;

template <class Context>
Context* or_no_memory(Context* context) {
  if (context == nullptr) throw std::bad_alloc();
  return context;
}

}  // namespace

/// Each direction is set up when it is first asked for.
struct BlockCodec::Library {
  std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> compressor{nullptr, ZSTD_freeCCtx};
  std::unique_ptr<ZSTD_DCtx, decltype(&ZSTD_freeDCtx)> expander{nullptr, ZSTD_freeDCtx};
};

BlockCodec::BlockCodec() : library_(std::make_unique<Library>()) {}

BlockCodec::~BlockCodec() = default;

std::string_view BlockCodec::compress(std::string_view content) {
  auto& compressor = library_->compressor;
  if (compressor == nullptr) compressor.reset(or_no_memory(ZSTD_createCCtx()));
  buffer_.resize(ZSTD_compressBound(content.size()));
  const std::size_t size = ZSTD_compressCCtx(compressor.get(), buffer_.data(), buffer_.size(),
                                             content.data(), content.size(), kLevel);
  if (ZSTD_isError(size) != 0) throw Error(ErrorKind::Internal, ZSTD_getErrorName(size));
  return {buffer_.data(), size};
}

std::string_view BlockCodec::expand(std::string_view payload, std::size_t bytes) {
  auto& expander = library_->expander;
  if (expander == nullptr) expander.reset(or_no_memory(ZSTD_createDCtx()));
  buffer_.resize(kMostContentBytes);
  const std::size_t size =
      ZSTD_decompressDCtx(expander.get(), buffer_.data(), bytes, payload.data(), payload.size());
  return ZSTD_isError(size) == 0 && size == bytes ? std::string_view(buffer_.data(), size)
                                                  : std::string_view();
}

std::uint64_t trace_checksum(std::string_view part, std::uint64_t seed) {
  return XXH3_64bits_withSeed(part.data(), part.size(), seed);
}

}  // namespace lanefold
