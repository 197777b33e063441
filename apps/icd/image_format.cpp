// SPDX-License-Identifier: Apache-2.0
// Channels of texels.
#include "image_format.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "api_error.h"

namespace lanefold::icd {
namespace {

using Order = cl_channel_order;
using Type = cl_channel_type;

bool is_one_of(cl_uint value, std::initializer_list<cl_uint> list) {
  return std::find(list.begin(), list.end(), value) != list.end();
}

bool is_packed(Type type) {
  return is_one_of(type, {CL_UNORM_SHORT_565, CL_UNORM_SHORT_555, CL_UNORM_INT_101010});
}

/// Tables 5.6 and 5.7.
bool is_format(Order order, Type type) {
  if (type < CL_SNORM_INT8 || type > CL_FLOAT) return false;
  if (is_one_of(order, {CL_RGB, CL_RGBx})) return is_packed(type);
  if (is_packed(type)) return false;
  if (is_one_of(order, {CL_BGRA, CL_ARGB})) {
    return is_one_of(type, {CL_UNORM_INT8, CL_SNORM_INT8, CL_SIGNED_INT8, CL_UNSIGNED_INT8});
  }
  if (is_one_of(order, {CL_INTENSITY, CL_LUMINANCE})) {
    return is_one_of(type, {CL_UNORM_INT8, CL_UNORM_INT16, CL_SNORM_INT8, CL_SNORM_INT16,
                            CL_HALF_FLOAT, CL_FLOAT});
  }
  return is_one_of(order, {CL_R, CL_A, CL_RG, CL_RA, CL_RGBA, CL_Rx, CL_RGx});
}

/// Of a supported order; 0 otherwise.
std::size_t channels_of(Order order) {
  if (is_one_of(order, {CL_R, CL_A, CL_INTENSITY, CL_LUMINANCE})) return 1;
  if (is_one_of(order, {CL_RG, CL_RA})) return 2;
  return is_one_of(order, {CL_RGBA, CL_BGRA, CL_ARGB}) ? 4 : 0;
}

std::size_t channel_bytes(Type type) {
  if (is_one_of(type, {CL_SNORM_INT8, CL_UNORM_INT8, CL_SIGNED_INT8, CL_UNSIGNED_INT8})) return 1;
  return is_one_of(type, {CL_SIGNED_INT32, CL_UNSIGNED_INT32, CL_FLOAT}) ? 4 : 2;
}

std::vector<cl_image_format> all_formats() {
  std::vector<cl_image_format> formats;
  // The formats that every device must have come first.
  for (const Order order :
       {CL_RGBA, CL_BGRA, CL_R, CL_RG, CL_A, CL_RA, CL_ARGB, CL_INTENSITY, CL_LUMINANCE}) {
    for (Type type = CL_SNORM_INT8; type <= CL_FLOAT; ++type) {
      if (is_format(order, type)) formats.push_back({order, type});
    }
  }
  return formats;
}

/// The component of the colour that a channel in memory takes.
std::size_t component_of(Order order, std::size_t channel) {
  switch (order) {
    case CL_A:
      return 3;
    case CL_RA:
      return channel == 0 ? 0 : 3;
    case CL_BGRA:
      return channel == 3 ? 3 : 2 - channel;
    case CL_ARGB:
      return channel == 0 ? 3 : channel - 1;
    default:
      return channel;
  }
}

/// To the nearest of 65536 halves, ties to even.
std::uint16_t half_of(float value) {
  const auto sign = static_cast<std::uint16_t>(std::signbit(value) ? 0x8000 : 0);
  const float size = std::fabs(value);
  if (std::isnan(value)) return static_cast<std::uint16_t>(sign | 0x7E00);
  if (size >= 65520.0F) return static_cast<std::uint16_t>(sign | 0x7C00);
  if (size < 0x1p-14F) return static_cast<std::uint16_t>(sign | std::lrint(size * 0x1p24F));
  int exponent = 0;
  const float fraction = std::frexp(size, &exponent);  // size = fraction * 2^exponent
  return static_cast<std::uint16_t>(sign + ((exponent + 13) << 10) +
                                    std::lrint(fraction * 0x1p11F));
}

std::uint32_t normalised(float value, float least, float most) {
  if (std::isnan(value)) return 0;
  const float scaled = std::clamp(value * most, least * most, most);
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::lrint(scaled)));
}

std::uint32_t channel_from_float(Type type, float value) {
  switch (type) {
    case CL_UNORM_INT8:
      return normalised(value, 0, 255);
    case CL_UNORM_INT16:
      return normalised(value, 0, 65535);
    case CL_SNORM_INT8:
      return normalised(value, -1, 127);
    case CL_SNORM_INT16:
      return normalised(value, -1, 32767);
    case CL_HALF_FLOAT:
      return half_of(value);
    default: {
      std::uint32_t bits = 0;
      std::memcpy(&bits, &value, sizeof bits);
      return bits;
    }
  }
}

std::uint32_t channel_from_bits(Type type, std::uint32_t bits) {
  const auto value = static_cast<std::int32_t>(bits);
  switch (type) {
    case CL_SIGNED_INT8:
      return static_cast<std::uint32_t>(std::clamp(value, -128, 127));
    case CL_SIGNED_INT16:
      return static_cast<std::uint32_t>(std::clamp(value, -32768, 32767));
    case CL_UNSIGNED_INT8:
      return std::min(bits, 255U);
    case CL_UNSIGNED_INT16:
      return std::min(bits, 65535U);
    case CL_SIGNED_INT32:
    case CL_UNSIGNED_INT32:
      return bits;
    default: {
      float number = 0;
      std::memcpy(&number, &bits, sizeof number);
      return channel_from_float(type, number);
    }
  }
}

}  // namespace

const std::vector<cl_image_format>& supported_formats() {
  static const std::vector<cl_image_format> kFormats = all_formats();
  return kFormats;
}

std::size_t texel_bytes_of(const cl_image_format* format) {
  require(format != nullptr, CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  const Order order = format->image_channel_order;
  const Type type = format->image_channel_data_type;
  require(is_format(order, type), CL_INVALID_IMAGE_FORMAT_DESCRIPTOR);
  const std::size_t channels = channels_of(order);
  require(channels != 0, CL_IMAGE_FORMAT_NOT_SUPPORTED);
  return channels * channel_bytes(type);
}

Texel texel_of(const cl_image_format& format, const void* colour) {
  const Order order = format.image_channel_order;
  const Type type = format.image_channel_data_type;
  std::array<std::uint32_t, 4> components{};
  std::memcpy(components.data(), colour, sizeof components);
  Texel texel{};
  const std::size_t bytes = channel_bytes(type);
  for (std::size_t i = 0; i < channels_of(order); ++i) {
    // Little-endian, as the machine and its host are.
    const std::uint32_t channel = channel_from_bits(type, components[component_of(order, i)]);
    std::memcpy(&texel[i * bytes], &channel, bytes);
  }
  return texel;
}

}  // namespace lanefold::icd
