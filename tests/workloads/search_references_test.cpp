// SPDX-License-Identifier: Apache-2.0
// References of the searching workloads against known answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "workloads/broad_phase.h"
#include "workloads/collatz.h"
#include "workloads/face_cascade.h"
#include "workloads/string_search.h"

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

}  // namespace
}  // namespace lanefold
