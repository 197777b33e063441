// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clause 5.5: how kernels read images.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "context.h"
#include "handles.h"

namespace lanefold::icd {

struct SamplerSettings {
  bool normalized = true;
  cl_addressing_mode addressing = CL_ADDRESS_CLAMP;
  cl_filter_mode filter = CL_FILTER_NEAREST;
};

/// What kernels get: SamplerBits. Throws ApiError(CL_INVALID_VALUE) for settings that cannot be.
std::uint32_t bits_of(const SamplerSettings& settings);

class Sampler : public _cl_sampler {
 public:
  using Handle = cl_sampler;
  static constexpr cl_int kInvalid = CL_INVALID_SAMPLER;

  /// Throws as bits_of() does.
  Sampler(std::shared_ptr<Context> of_context, const SamplerSettings& of_settings)
      : context(std::move(of_context)), settings(of_settings), bits(bits_of(of_settings)) {}

  const std::shared_ptr<Context> context;
  const SamplerSettings settings;
  const std::uint32_t bits;
};

}  // namespace lanefold::icd
