// SPDX-License-Identifier: Apache-2.0
// References of the workloads on integers against known answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "workloads/aes_cipher.h"
#include "workloads/broad_phase.h"
#include "workloads/collatz.h"
#include "workloads/dxt_compression.h"
#include "workloads/face_cascade.h"
#include "workloads/floyd_warshall.h"
#include "workloads/path_finder.h"
#include "workloads/string_search.h"
#include "workloads/viterbi.h"
#include "workloads/winning_path.h"

namespace lanefold {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(CollatzReference, ClimbsTo9232From27) {
  const CollatzOrbit orbit = collatz_orbit(27);
  EXPECT_EQ(orbit.steps, 111U);
  EXPECT_EQ(orbit.peak, 9232U);
  EXPECT_EQ(collatz_orbit(1).steps, 0U);
  EXPECT_EQ(collatz_orbit(837'799).steps, 524U);
}

Text text_of(const std::string& letters) { return {letters.begin(), letters.end()}; }

TEST(StringSearchReference, FindsOverlappingMatchesOfAPart) {
  const Text text = text_of("abababa");
  EXPECT_THAT(find_pattern(text, text_of("aba"), 0, 7), ElementsAre(0, 2, 4));
  EXPECT_THAT(find_pattern(text, text_of("aba"), 0, 2), ElementsAre(0));
  EXPECT_THAT(find_pattern(text, text_of("aba"), 2, 5), ElementsAre(2, 4));
  EXPECT_THAT(find_pattern(text, text_of("aba"), 5, 7), IsEmpty());
}

TEST(StringSearchReference, ShiftsByTheLastPlaceOfALetter) {
  const auto shifts = horspool_shifts(text_of("abcab"));
  EXPECT_EQ(shifts['a'], 1);
  EXPECT_EQ(shifts['b'], 3);
  EXPECT_EQ(shifts['c'], 2);
  EXPECT_EQ(shifts['x'], 5);
}

TEST(BroadPhaseReference, FindsBoxesThatOverlapOnAllAxes) {
  const std::vector<BodyBox> boxes{{{0, 0, 0}, {2, 2, 2}},
                                   {{1, 1, 1}, {3, 3, 3}},
                                   {{1, 1, 5}, {3, 3, 6}},
                                   {{2, 2, 2}, {4, 4, 5}}};
  EXPECT_THAT(overlapping_boxes(boxes),
              ElementsAre(ElementsAre(1, 3), ElementsAre(3), ElementsAre(3), IsEmpty()));
}

TEST(FaceReference, SumsRectanglesOfAnImage) {
  EXPECT_THAT(integral_of({2, 2, {1, 2, 3, 4}}), ElementsAre(0, 0, 0, 0, 1, 3, 0, 4, 10));
}

TEST(FaceCascade, AcceptsMostDrawnFacesAndRejectsMostBackgrounds) {
  const FaceCascade cascade = train_face_cascade();
  const auto accepted = [&](bool with_face) {
    SplitMix64 random(17);
    int count = 0;
    for (int tries = 0; tries < 100; ++tries) {
      GreyImage image = random_background(random, kFaceWindow, kFaceWindow);
      if (with_face) draw_face(random, image, 0, 0, 1);
      const auto integral = integral_of(image);
      const FaceWindow window{integral.data(), kFaceWindow + 1, 1};
      count += stages_passed(cascade, window) == cascade.stages.size() ? 1 : 0;
    }
    return count;
  };
  EXPECT_GT(accepted(true), 75);
  EXPECT_LT(accepted(false), 25);
}

TEST(FloydWarshallReference, TakesTheShorterDetour) {
  const std::uint32_t none = kUnreachable;
  ShortestPaths paths{3, {0, 9, 2, none, 0, none, none, 4, 0}, std::vector<std::uint32_t>(9, none)};
  find_shortest_paths(paths);
  EXPECT_THAT(paths.distance, ElementsAre(0, 6, 2, none, 0, none, none, 4, 0));
  EXPECT_EQ(paths.via[1], 2U);
}

TEST(PathFinderReference, GoesStraightOrDiagonally) {
  EXPECT_THAT(cheapest_ways({9, 1, 9,  //
                             1, 9, 9,  //
                             9, 9, 1},
                            3),
              ElementsAre(11, 11, 11));
}

TEST(WinningPathReference, TakesTheBestNeighbourAndOfEqualOnesTheStraightOne) {
  const WinningPaths paths = find_winning_paths({5, 1, 5, 0,  //
                                                 1, 1, 1, 9,  //
                                                 7, 1, 1, -3},
                                                4);
  EXPECT_THAT(paths.scores, ElementsAre(13, 7, 15, 11));
  EXPECT_THAT(paths.origins, ElementsAre(0, 1, 2, 3,  //
                                         0, 0, 2, 2,  //
                                         0, 1, 3, 3));
  EXPECT_THAT(paths.winner(), ElementsAre(2, 3, 2));
}

// FIPS 197, appendix C.1.
TEST(AesReference, EncryptsTheStandardsExample) {
  AesBlock key{};
  AesBlock plain{};
  for (std::uint8_t i = 0; i < 16; ++i) {
    key.at(i) = i;
    plain.at(i) = static_cast<std::uint8_t>(0x11 * i);
  }
  EXPECT_THAT(aes_encrypted(plain, aes_round_keys(key)),
              ElementsAre(0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30, 0xd8, 0xcd, 0xb7, 0x80,
                          0x70, 0xb4, 0xc5, 0x5a));
}

// Two states, healthy and feverish, that explain feeling normal, cold and dizzy.
TEST(ViterbiReference, FindsWhenThePatientFellIll) {
  HiddenMarkovModel model{
      2, 3, {0.6F, 0.4F}, {0.7F, 0.3F, 0.4F, 0.6F}, {0.5F, 0.4F, 0.1F, 0.1F, 0.3F, 0.6F}};
  for (auto* values : {&model.start, &model.transitions, &model.emissions}) {
    for (float& value : *values) value = std::log(value);
  }
  EXPECT_THAT(likeliest_states(model, {0, 1, 2}), ElementsAre(0, 0, 1));
}

TEST(DxtReference, KeepsTwoColoursAndMixesTwoMore) {
  std::array<Rgb, 16> pixels{};
  EXPECT_EQ(dxt_block(pixels).colours, 0U);
  EXPECT_EQ(dxt_block(pixels).choices, 0U);
  pixels[1] = {255, 255, 255};
  pixels[2] = {170, 170, 170};
  pixels[3] = {85, 85, 85};
  // The ends move inwards by a sixteenth: 240 of 255, and 15.
  const DxtBlock block = dxt_block(pixels);
  EXPECT_EQ(block.colours, 0x0861'f79eU);
  EXPECT_EQ(block.choices, 0x5555'55e1U);
}

}  // namespace
}  // namespace lanefold
