// SPDX-License-Identifier: Apache-2.0
// OpenCL 1.2 clause 5.5: samplers.
#include <set>
#include <utility>

#include "functions.h"
#include "image_support.h"
#include "info.h"
#include "lanefold/image_descriptor.h"
#include "runtime.h"
#include "sampler.h"

namespace lanefold::icd {

std::uint32_t bits_of(const SamplerSettings& settings) {
  std::uint32_t bits = settings.normalized ? SamplerBits::kNormalized : 0;
  switch (settings.addressing) {
    case CL_ADDRESS_NONE:
      bits |= SamplerBits::kNone;
      break;
    case CL_ADDRESS_CLAMP_TO_EDGE:
      bits |= SamplerBits::kClampToEdge;
      break;
    case CL_ADDRESS_CLAMP:
      bits |= SamplerBits::kClamp;
      break;
    case CL_ADDRESS_REPEAT:
    case CL_ADDRESS_MIRRORED_REPEAT:
      // Coordinates in texels have no period (clause 6.12.14.1).
      require(settings.normalized, CL_INVALID_VALUE);
      bits |= settings.addressing == CL_ADDRESS_REPEAT ? SamplerBits::kRepeat
                                                       : SamplerBits::kMirroredRepeat;
      break;
    default:
      throw ApiError(CL_INVALID_VALUE);
  }
  require(settings.filter == CL_FILTER_NEAREST || settings.filter == CL_FILTER_LINEAR,
          CL_INVALID_VALUE);
  return bits |
         (settings.filter == CL_FILTER_LINEAR ? SamplerBits::kLinear : SamplerBits::kNearest);
}

namespace {

cl_sampler CL_API_CALL create_sampler(cl_context context, cl_bool normalized,
                                      cl_addressing_mode addressing, cl_filter_mode filter,
                                      cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    auto of_context = object_of<Context>(context);
    require(normalized == CL_TRUE || normalized == CL_FALSE, CL_INVALID_VALUE);
    require_images(*of_context);
    return objects<Sampler>().publish(std::make_unique<Sampler>(
        std::move(of_context), SamplerSettings{normalized == CL_TRUE, addressing, filter}));
  });
}

/// The settings of a list that ends in 0; what it does not name has the standard's value.
SamplerSettings settings_of(const cl_sampler_properties* list) {
  SamplerSettings settings;
  std::set<cl_sampler_properties> names;
  for (; list != nullptr && *list != 0; list += 2) {
    require(names.insert(list[0]).second, CL_INVALID_VALUE);
    switch (list[0]) {
      case CL_SAMPLER_NORMALIZED_COORDS:
        settings.normalized = list[1] != CL_FALSE;
        break;
      case CL_SAMPLER_ADDRESSING_MODE:
        settings.addressing = static_cast<cl_addressing_mode>(list[1]);
        break;
      case CL_SAMPLER_FILTER_MODE:
        settings.filter = static_cast<cl_filter_mode>(list[1]);
        break;
      default:
        throw ApiError(CL_INVALID_VALUE);
    }
  }
  return settings;
}

/// clCreateSamplerWithProperties of OpenCL 2.0, which C++ bindings call on any device.
cl_sampler CL_API_CALL create_sampler_with_properties(cl_context context,
                                                      const cl_sampler_properties* properties,
                                                      cl_int* errcode_ret) {
  return guarded(errcode_ret, [&] {
    auto of_context = object_of<Context>(context);
    require_images(*of_context);
    return objects<Sampler>().publish(
        std::make_unique<Sampler>(std::move(of_context), settings_of(properties)));
  });
}

cl_int CL_API_CALL retain_sampler(cl_sampler sampler) {
  return guarded([&] { objects<Sampler>().retain(sampler); });
}

cl_int CL_API_CALL release_sampler(cl_sampler sampler) {
  return guarded([&] { objects<Sampler>().release(sampler); });
}

cl_int CL_API_CALL get_sampler_info(cl_sampler handle, cl_sampler_info name, std::size_t size,
                                    void* value, std::size_t* size_ret) {
  return guarded([&] {
    const auto sampler = object_of<Sampler>(handle);
    const InfoSink sink(size, value, size_ret);
    switch (name) {
      case CL_SAMPLER_REFERENCE_COUNT:
        return sink.value(objects<Sampler>().references(handle));
      case CL_SAMPLER_CONTEXT:
        return sink.value<cl_context>(sampler->context.get());
      case CL_SAMPLER_NORMALIZED_COORDS:
        return sink.flag(sampler->settings.normalized);
      case CL_SAMPLER_ADDRESSING_MODE:
        return sink.value(sampler->settings.addressing);
      case CL_SAMPLER_FILTER_MODE:
        return sink.value(sampler->settings.filter);
      default:
        throw ApiError(CL_INVALID_VALUE);
    }
  });
}

}  // namespace

void add_sampler_functions(cl_icd_dispatch& table) {
  table.clCreateSampler = create_sampler;
  table.clCreateSamplerWithProperties = create_sampler_with_properties;
  table.clRetainSampler = retain_sampler;
  table.clReleaseSampler = release_sampler;
  table.clGetSamplerInfo = get_sampler_info;
}

}  // namespace lanefold::icd
