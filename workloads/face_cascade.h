// SPDX-License-Identifier: Apache-2.0
// A cascade of Haar-like features that recognises drawn faces, and grey images to try it on.
#pragma once

#include <cstdint>
#include <vector>

#include "workloads/random.h"

namespace lanefold {

/// Side of the window that the cascade looks at, at scale 1.
constexpr int kFaceWindow = 16;

struct GreyImage {
  std::uint32_t width = 0, height = 0;
  std::vector<std::uint8_t> pixels;  ///< row by row
};

/// Sums of all pixels above and left of each corner, row by row; one more of both than the image.
std::vector<std::uint32_t> integral_of(const GreyImage& image);

struct FaceRectangle {
  std::int32_t x = 0, y = 0, width = 0, height = 0;
};

/// Votes by whether weight x (sum of `part`) - (sum of `whole`) is below the threshold. The layout
/// is the kernel's.
struct FaceFeature {
  FaceRectangle whole, part;
  std::int32_t weight = 0, threshold = 0;
  std::int32_t vote_below = 0, vote_above = 0;
};

/// Passed if the votes of its features together reach the threshold. The layout is the kernel's.
struct FaceStage {
  std::uint32_t first = 0, count = 0;
  std::int32_t threshold = 0;
};

struct FaceCascade {
  std::vector<FaceFeature> features;
  std::vector<FaceStage> stages;
};

/// A window in an integral image whose rows are `pitch` apart.
struct FaceWindow {
  const std::uint32_t* corner = nullptr;
  std::uint32_t pitch = 0;
  std::int32_t scale = 1;
};

/// Trained on drawn faces, of which it accepts all; the same for every seed of the input.
FaceCascade train_face_cascade();
/// How many stages the window passes before one rejects it.
std::uint32_t stages_passed(const FaceCascade& cascade, const FaceWindow& window);

/// Something blurred and noisy.
GreyImage random_background(SplitMix64& random, std::uint32_t width, std::uint32_t height);
/// Draws a face of kFaceWindow x scale pixels a side over the image.
void draw_face(SplitMix64& random, GreyImage& image, std::uint32_t left, std::uint32_t top,
               std::uint32_t scale);

}  // namespace lanefold
