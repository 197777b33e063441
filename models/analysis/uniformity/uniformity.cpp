// SPDX-License-Identifier: Apache-2.0
// Classes as text.
#include "analysis/uniformity/uniformity.h"

namespace lanefold {

std::string Uniformity::text() const {
  switch (kind_) {
    case Kind::None:
      return "never reached";
    case Kind::Uniform:
      return "uniform";
    case Kind::Affine:
      if (!stride_) return "affine";
      return "affine " + std::to_string(static_cast<std::int32_t>(*stride_));
    case Kind::Divergent:
      return "divergent";
  }
  return {};
}

}  // namespace lanefold
