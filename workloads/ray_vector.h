// SPDX-License-Identifier: Apache-2.0
// Three-dimensional vectors in single precision, with the order of operations of ray_trace.cl.
#pragma once

#include <cmath>

namespace lanefold {

struct RayVector {
  float x = 0, y = 0, z = 0;

  friend RayVector operator+(RayVector a, RayVector b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
  friend RayVector operator-(RayVector a, RayVector b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
  friend RayVector operator*(RayVector a, RayVector b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
  friend RayVector operator*(RayVector a, float factor) {
    return {a.x * factor, a.y * factor, a.z * factor};
  }
  friend RayVector operator-(RayVector a) { return {-a.x, -a.y, -a.z}; }
};

inline float dot(RayVector a, RayVector b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

inline RayVector cross(RayVector a, RayVector b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

inline RayVector unit(RayVector a) { return a * (1.0F / std::sqrt(dot(a, a))); }

inline RayVector least(RayVector a, RayVector b) {
  return {std::fmin(a.x, b.x), std::fmin(a.y, b.y), std::fmin(a.z, b.z)};
}

inline RayVector most(RayVector a, RayVector b) {
  return {std::fmax(a.x, b.x), std::fmax(a.y, b.y), std::fmax(a.z, b.z)};
}

}  // namespace lanefold
