// SPDX-License-Identifier: Apache-2.0
// The order of particles in memory: the curve, and a liquid along it.
#include "workloads/liquid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "workloads/hilbert_curve.h"

namespace lanefold {
namespace {

using Cell = std::array<std::uint32_t, 3>;

TEST(HilbertCurve, ComesThroughEachCellOnceAndGoesFromFaceToFace) {
  constexpr unsigned kBits = 4;
  constexpr std::uint32_t kSide = 1U << kBits;
  std::map<std::uint32_t, Cell> cells;
  for (std::uint32_t i = 0; i < kSide * kSide * kSide; ++i) {
    const Cell cell{i % kSide, i / kSide % kSide, i / kSide / kSide};
    cells[place_on_hilbert_curve(cell, kBits)] = cell;
  }
  ASSERT_EQ(cells.size(), kSide * kSide * kSide);
  EXPECT_EQ(cells.rbegin()->first, kSide * kSide * kSide - 1);
  for (std::uint32_t place = 1; place < cells.size(); ++place) {
    int steps = 0;
    for (unsigned axis = 0; axis < 3; ++axis) {
      steps +=
          std::abs(static_cast<int>(cells[place][axis]) - static_cast<int>(cells[place - 1][axis]));
    }
    ASSERT_EQ(steps, 1) << "at place " << place;
  }
}

/// Between particles that follow one another in memory, in diameters.
float mean_step(const Liquid& liquid) {
  double sum = 0;
  for (std::size_t i = 1; i < liquid.particles.size(); ++i) {
    const RayVector step = liquid.particles[i].place - liquid.particles[i - 1].place;
    sum += std::sqrt(dot(step, step));
  }
  return static_cast<float>(sum / static_cast<double>(liquid.particles.size() - 1));
}

TEST(Liquid, LiesAlongTheCurveUnlessItIsToHaveNoOrder) {
  SplitMix64 one(1);
  SplitMix64 same(1);
  const Liquid ordered = make_liquid(one, 10, ParticleOrder::Curve);
  const Liquid loose = make_liquid(same, 10, ParticleOrder::None);
  EXPECT_LT(mean_step(ordered), 2.0F);  // a particle's neighbour is 1.4 away
  EXPECT_GT(mean_step(loose), 8.0F);    // the cube is 13.8 wide
  const auto less = [](const LiquidParticle& a, const LiquidParticle& b) {
    return a.place.x < b.place.x;
  };
  std::vector<LiquidParticle> sorted = ordered.particles;
  std::vector<LiquidParticle> others = loose.particles;
  std::sort(sorted.begin(), sorted.end(), less);
  std::sort(others.begin(), others.end(), less);
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    ASSERT_EQ(sorted[i].place.x, others[i].place.x);
  }
}

}  // namespace
}  // namespace lanefold
