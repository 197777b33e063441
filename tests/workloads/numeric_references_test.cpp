// SPDX-License-Identifier: Apache-2.0
// References of the numeric workloads against known answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "workloads/dense_matrix.h"
#include "workloads/eigenvalue.h"
#include "workloads/finance.h"
#include "workloads/path_trace.h"
#include "workloads/signals.h"
#include "workloads/sobol_sequence.h"
#include "workloads/svm_kernel.h"
#include "workloads/tree_sum.h"
#include "workloads/tridiagonal.h"

namespace lanefold {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::ElementsAreArray;
using ::testing::FloatNear;

TEST(TreeSum, AddsHalves) { EXPECT_EQ(tree_sum({1, 2, 4, 8, 16, 32, 64, 128}), 255.0F); }

TEST(LuReference, DecomposesASmallMatrix) {
  EXPECT_THAT(lu_decomposed<float>({2, {4, 3, 6, 3}}).values, ElementsAre(4, 3, 1.5F, -1.5F));
  const double third = 1.0 / 3;
  EXPECT_THAT(lu_decomposed<double>({2, {3, 1, 1, 1}}).values, ElementsAre(3, 1, third, 1 - third));
}

TEST(LuInput, IsTheSameForFloatsAndDoubles) {
  SplitMix64 one(3);
  SplitMix64 two(3);
  EXPECT_THAT(dominant_matrix<double>(one, 5).values,
              ElementsAreArray(dominant_matrix<float>(two, 5).values));
}

TEST(SvmKernelReference, FallsWithTheSquareOfTheDistance) {
  // (0, 0), (3, 4) and (1, 0), seen from the last: distances 1, 20 and 0.
  EXPECT_THAT(svm_kernel_row({0, 0, 3, 4, 1, 0}, 2, 2, 0.5F),
              ElementsAre(FloatNear(0.6065307F, 1e-7F), FloatNear(4.539993e-5F, 1e-11F), 1));
}

TEST(GaussianReference, SolvesThreeEquations) {
  SquareMatrix matrix{3, {2, 1, -1, -3, -1, 2, -2, 1, 2}};
  const auto near = [](float value) { return FloatNear(value, 1e-5F); };
  EXPECT_THAT(gaussian_solution(matrix, {8, -11, -3}), ElementsAre(near(2), near(3), near(-1)));
}

TEST(TridiagonalReference, SolvesASystemOfAnySize) {
  for (const std::size_t size : {1U, 2U, 5U, 16U, 33U}) {
    // x = 1, 2, 3, ...
    std::vector<TridiagonalEquation> system(size, {-1, 4, -1, 0});
    system.front().lower = system.back().upper = 0;
    for (std::size_t i = 0; i < size; ++i) {
      const auto x = static_cast<float>(i + 1);
      const float before = i > 0 ? x - 1 : 0;
      const float after = i + 1 < size ? x + 1 : 0;
      system[i].right = 4 * x - before - after;
    }
    const std::vector<float> solution = tridiagonal_solution(system);
    for (std::size_t i = 0; i < size; ++i) {
      EXPECT_NEAR(solution[i], static_cast<float>(i + 1), 1e-4) << size;
    }
  }
}

TEST(EigenvalueReference, FindsEigenvaluesOfTheSecondDifference) {
  constexpr std::uint32_t kRows = 7;
  TridiagonalMatrix matrix{std::vector<float>(kRows, 2), std::vector<float>(kRows, 1)};
  matrix.squares[0] = 0;
  const Eigenvalues found = eigenvalues_of(matrix, spectrum_of(matrix, 3), 1e-6F);
  ASSERT_EQ(found.values.size(), kRows);
  EXPECT_THAT(found.found, ElementsAre(3, 1, 3));
  for (std::uint32_t k = 0; k < kRows; ++k) {
    EXPECT_NEAR(found.values[k], 2 - 2 * std::cos((k + 1) * std::acos(-1.0) / (kRows + 1)), 1e-5);
  }
}

/// The transforms of an impulse, which is constant, and of a wave, which is a peak.
template <class Number>
void expect_known_transforms(double tolerance) {
  ComplexVector<Number> impulse(16);
  impulse[0].real = 1;
  for (const auto& value : fft_transformed(impulse)) {
    EXPECT_EQ(value.real, 1);
    EXPECT_EQ(value.imaginary, 0);
  }
  ComplexVector<Number> wave;
  for (int i = 0; i < 16; ++i) {
    const double angle = 2 * std::acos(-1.0) * 3 * i / 16;
    wave.push_back({static_cast<Number>(std::cos(angle)), static_cast<Number>(std::sin(angle))});
  }
  const auto spectrum = fft_transformed(wave);
  for (std::size_t i = 0; i < 16; ++i) {
    EXPECT_NEAR(spectrum[i].real, i == 3 ? 16 : 0, tolerance) << i;
  }
}

TEST(FftReference, TurnsAnImpulseIntoAConstantAndAWaveIntoAPeak) {
  expect_known_transforms<float>(1e-5);
  expect_known_transforms<double>(1e-14);
}

TEST(DctReference, TurnsAConstantBlockIntoItsMean) {
  const std::vector<float> result = dct_transformed(std::vector<float>(128, 5), 16);
  for (std::size_t i = 0; i < result.size(); ++i) {
    EXPECT_NEAR(result[i], i == 0 || i == 8 ? 40 : 0, 1e-4) << i;
  }
}

TEST(WalshReference, TransformsAKnownSignal) {
  EXPECT_THAT(walsh_transformed({1, 0, 1, 0, 0, 1, 1, 0}), ElementsAre(4, 2, 0, -2, 0, 2, 0, 2));
}

TEST(HaarReference, KeepsTheEnergyOfASignal) {
  const auto near = [](float value) { return FloatNear(value, 1e-6F); };
  EXPECT_THAT(haar_transformed({1, 1, 1, 1}), ElementsAre(near(2), near(0), near(0), near(0)));
  const std::vector<float> result = haar_transformed({3, -1, 4, 2, 0, 5, -2, 1});
  EXPECT_NEAR(std::inner_product(result.begin(), result.end(), result.begin(), 0.0F), 60, 1e-4);
}

TEST(BlackScholesReference, YieldsThePricesOfTextbooks) {
  const OptionPrices prices = black_scholes_prices({100, 100, 1, 0.05F, 0.2F});
  EXPECT_NEAR(prices.call, 10.4506, 1e-3);
  EXPECT_NEAR(prices.put, 5.5735, 1e-3);
}

// Hull, Options, Futures, and Other Derivatives: an American put of five months.
TEST(BinomialReference, YieldsThePricesOfTextbooks) {
  const OptionTerms terms{50, 50, 5.0F / 12, 0.1F, 0.4F};
  EXPECT_NEAR(binomial_price(terms, 5), 4.49, 0.01);
  EXPECT_NEAR(binomial_price(terms, 500), 4.28, 0.01);
}

TEST(SobolReference, BeginsWithThePublishedPoints) {
  const std::vector<float> points = sobol_points(8);
  const auto dimension = [&](std::ptrdiff_t d) {
    return std::vector<float>(points.begin() + 8 * d, points.begin() + 8 * (d + 1));
  };
  EXPECT_THAT(dimension(0), ElementsAre(0, 0.5, 0.75, 0.25, 0.375, 0.875, 0.625, 0.125));
  EXPECT_THAT(dimension(1), ElementsAre(0, 0.5, 0.25, 0.75, 0.375, 0.875, 0.125, 0.625));
  EXPECT_THAT(dimension(2), ElementsAre(0, 0.5, 0.25, 0.75, 0.625, 0.125, 0.875, 0.375));
}

TEST(PathTraceReference, SeesNothingButALightAroundTheEye) {
  const PathImage image = trace_paths({{{0, 0, 0}, 9, 0, 2.5F, PathSurface::Light}}, 4, 3, 5, 1);
  EXPECT_THAT(image.brightness, Each(2.5F));
  EXPECT_THAT(image.bounces, Each(5U));
}

}  // namespace
}  // namespace lanefold
