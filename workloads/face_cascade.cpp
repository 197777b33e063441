// SPDX-License-Identifier: Apache-2.0
// Trains a cascade of Haar-like features.
#include "workloads/face_cascade.h"

#include <algorithm>
#include <numeric>

namespace lanefold {
namespace {

constexpr std::size_t kExamples = 48;

std::int32_t sum_of(const FaceWindow& window, const FaceRectangle& box) {
  const auto scaled = [&](std::int32_t length) {
    return static_cast<std::uint32_t>(length * window.scale);
  };
  const std::uint32_t* upper = window.corner + scaled(box.y) * window.pitch + scaled(box.x);
  const std::uint32_t* lower = upper + scaled(box.height) * window.pitch;
  const std::uint32_t width = scaled(box.width);
  return static_cast<std::int32_t>(lower[width] - lower[0] - upper[width] + upper[0]);
}

std::int32_t value_of(const FaceFeature& feature, const FaceWindow& window) {
  return feature.weight * sum_of(window, feature.part) - sum_of(window, feature.whole);
}

std::int32_t votes_of(const FaceCascade& cascade, const FaceStage& stage,
                      const FaceWindow& window) {
  std::int32_t votes = 0;
  for (std::uint32_t index = stage.first; index < stage.first + stage.count; ++index) {
    const FaceFeature& feature = cascade.features[index];
    const std::int32_t limit = feature.threshold * window.scale * window.scale;
    votes += value_of(feature, window) < limit ? feature.vote_below : feature.vote_above;
  }
  return votes;
}

/// Integral images of one window each.
using FaceExamples = std::vector<std::vector<std::uint32_t>>;

FaceWindow window_of(const std::vector<std::uint32_t>& integral) {
  return {integral.data(), kFaceWindow + 1, 1};
}

/// A rectangle and its left, upper or middle part, without votes.
FaceFeature random_feature(SplitMix64& random) {
  const std::int32_t parts = random.below(3) == 0 ? 3 : 2;
  const bool side_by_side = random.below(2) == 0;
  const auto extent = [&](bool divided) {
    const std::int32_t unit = divided ? parts : 1;
    const auto units = static_cast<std::uint32_t>((kFaceWindow - 2) / unit);
    return unit * static_cast<std::int32_t>(1 + random.below(units));
  };
  FaceFeature feature;
  FaceRectangle& whole = feature.whole;
  whole.width = extent(side_by_side);
  whole.height = extent(!side_by_side);
  whole.x = static_cast<std::int32_t>(
      random.below(static_cast<std::uint32_t>(kFaceWindow - whole.width + 1)));
  whole.y = static_cast<std::int32_t>(
      random.below(static_cast<std::uint32_t>(kFaceWindow - whole.height + 1)));
  feature.part = whole;
  std::int32_t& divided = side_by_side ? feature.part.width : feature.part.height;
  divided /= parts;
  if (parts == 3) (side_by_side ? feature.part.x : feature.part.y) += divided;
  feature.weight = parts;
  return feature;
}

/// Puts the threshold between the means and returns how many examples are on their right side.
std::int32_t fit(FaceFeature& feature, const FaceExamples& faces, const FaceExamples& others) {
  const auto mean = [&](const FaceExamples& examples) {
    std::int64_t sum = 0;
    for (const auto& example : examples) sum += value_of(feature, window_of(example));
    return static_cast<std::int32_t>(sum / static_cast<std::int64_t>(examples.size()));
  };
  const std::int32_t face = mean(faces);
  const std::int32_t other = mean(others);
  feature.threshold = face / 2 + other / 2;
  const auto below = [&](const auto& example) {
    return value_of(feature, window_of(example)) < feature.threshold;
  };
  const auto faces_below = std::count_if(faces.begin(), faces.end(), below);
  const auto others_below = std::count_if(others.begin(), others.end(), below);
  const auto all = static_cast<std::ptrdiff_t>(others.size());
  const bool face_is_below = face < other;
  const auto right = static_cast<std::int32_t>(
      face_is_below ? faces_below + all - others_below
                    : static_cast<std::ptrdiff_t>(faces.size()) - faces_below + others_below);
  (face_is_below ? feature.vote_below : feature.vote_above) = right;
  return right;
}

FaceExamples drawn_faces(SplitMix64& random) {
  FaceExamples faces;
  while (faces.size() < kExamples) {
    GreyImage image = random_background(random, kFaceWindow, kFaceWindow);
    draw_face(random, image, 0, 0, 1);
    faces.push_back(integral_of(image));
  }
  return faces;
}

/// Backgrounds that the cascade takes for faces so far, or fewer if these are hard to find.
FaceExamples false_alarms(SplitMix64& random, const FaceCascade& cascade) {
  FaceExamples found;
  for (int tries = 0; tries < 4000 && found.size() < kExamples; ++tries) {
    auto integral = integral_of(random_background(random, kFaceWindow, kFaceWindow));
    if (stages_passed(cascade, window_of(integral)) == cascade.stages.size()) {
      found.push_back(std::move(integral));
    }
  }
  return found;
}

}  // namespace

std::uint32_t stages_passed(const FaceCascade& cascade, const FaceWindow& window) {
  std::uint32_t passed = 0;
  for (const FaceStage& stage : cascade.stages) {
    if (votes_of(cascade, stage, window) < stage.threshold) break;
    ++passed;
  }
  return passed;
}

FaceCascade train_face_cascade() {
  constexpr int kCandidates = 16;
  SplitMix64 random(2001);
  const FaceExamples faces = drawn_faces(random);
  FaceCascade cascade;
  for (const std::uint32_t count : {2U, 3U, 5U, 8U, 12U, 16U}) {
    const FaceExamples others = false_alarms(random, cascade);
    if (others.empty()) break;
    FaceStage stage{static_cast<std::uint32_t>(cascade.features.size()), count, 0};
    for (std::uint32_t slot = 0; slot < count; ++slot) {
      FaceFeature best;
      std::int32_t most = -1;
      for (int candidate = 0; candidate < kCandidates; ++candidate) {
        FaceFeature feature = random_feature(random);
        const std::int32_t right = fit(feature, faces, others);
        if (right <= most) continue;
        most = right;
        best = feature;
      }
      cascade.features.push_back(best);
    }
    stage.threshold = votes_of(cascade, stage, window_of(faces.front()));
    for (const auto& face : faces) {
      stage.threshold = std::min(stage.threshold, votes_of(cascade, stage, window_of(face)));
    }
    cascade.stages.push_back(stage);
  }
  return cascade;
}

}  // namespace lanefold
