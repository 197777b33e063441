// SPDX-License-Identifier: Apache-2.0
// Builds the hierarchy of boxes above the primitives of a scene.
#include <algorithm>
#include <cstddef>
#include <numeric>

#include "workloads/ray_scene.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kLeafPrimitives = 2;

struct Box {
  RayVector low{1e30F, 1e30F, 1e30F};
  RayVector high{-1e30F, -1e30F, -1e30F};

  void add(RayVector point) {
    low = least(low, point);
    high = most(high, point);
  }
};

Box box_of(const RayPrimitive& primitive) {
  Box box;
  if (primitive.kind == RayPrimitiveKind::Sphere) {
    const RayVector reach{primitive.radius, primitive.radius, primitive.radius};
    box.add(primitive.a - reach);
    box.add(primitive.a + reach);
  } else {
    box.add(primitive.a);
    box.add(primitive.a + primitive.b);
    box.add(primitive.a + primitive.c);
  }
  return box;
}

float component(RayVector vector, int axis) {
  if (axis == 0) return vector.x;
  return axis == 1 ? vector.y : vector.z;
}

int longest_axis(const Box& box) {
  const RayVector size = box.high - box.low;
  if (size.x >= size.y && size.x >= size.z) return 0;
  return size.y >= size.z ? 1 : 2;
}

/// Builds over a permutation of the primitives, so that these move only once.
class Builder {
 public:
  explicit Builder(const std::vector<RayPrimitive>& primitives) : order_(primitives.size()) {
    std::iota(order_.begin(), order_.end(), 0U);
    for (const RayPrimitive& primitive : primitives) boxes_.push_back(box_of(primitive));
    nodes_.emplace_back();
    build(0, 0, static_cast<std::uint32_t>(order_.size()));
  }

  std::vector<RayNode> nodes_;
  std::vector<std::uint32_t> order_;

 private:
  void build(std::size_t node, std::uint32_t begin, std::uint32_t end) {
    Box bounds;
    Box centres;
    for (std::uint32_t index = begin; index < end; ++index) {
      bounds.add(boxes_[order_[index]].low);
      bounds.add(boxes_[order_[index]].high);
      centres.add(centre(order_[index]));
    }
    if (end - begin <= kLeafPrimitives) {
      nodes_[node] = {bounds.low, begin, bounds.high, end - begin};
      return;
    }
    const int axis = longest_axis(centres);
    // Ties are broken by number, so that the order is the same everywhere.
    std::sort(order_.begin() + begin, order_.begin() + end,
              [&](std::uint32_t one, std::uint32_t two) {
                const float a = component(centre(one), axis);
                const float b = component(centre(two), axis);
                return a != b ? a < b : one < two;
              });
    const auto child = static_cast<std::uint32_t>(nodes_.size());
    nodes_[node] = {bounds.low, child, bounds.high, 0};
    nodes_.resize(nodes_.size() + 2);
    const std::uint32_t middle = begin + (end - begin) / 2;
    build(child, begin, middle);
    build(child + std::size_t{1}, middle, end);
  }

  RayVector centre(std::uint32_t primitive) const {
    return (boxes_[primitive].low + boxes_[primitive].high) * 0.5F;
  }

  std::vector<Box> boxes_;
};

}  // namespace

std::vector<RayNode> build_ray_nodes(std::vector<RayPrimitive>& primitives) {
  Builder builder(primitives);
  std::vector<RayPrimitive> ordered;
  ordered.reserve(primitives.size());
  for (const std::uint32_t index : builder.order_) ordered.push_back(primitives[index]);
  primitives = std::move(ordered);
  return std::move(builder.nodes_);
}

}  // namespace lanefold
