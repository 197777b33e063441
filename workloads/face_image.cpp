// SPDX-License-Identifier: Apache-2.0
// Grey images with drawn faces, and their integral images.
#include <algorithm>

#include "workloads/face_cascade.h"

namespace lanefold {
namespace {

int noise(SplitMix64& random, std::uint32_t most) {
  return static_cast<int>(random.below(2 * most + 1)) - static_cast<int>(most);
}

std::uint8_t grey(int value) { return static_cast<std::uint8_t>(std::clamp(value, 0, 255)); }

/// Hair, eyes, nose and mouth, relative to the skin.
int face_shade(std::uint32_t x, std::uint32_t y) {
  if (y < 2) return -70;
  if (y >= 4 && y < 7 && ((x >= 2 && x < 6) || (x >= 10 && x < 14))) return -80;
  if (y >= 5 && y < 10 && x >= 7 && x < 9) return 30;
  if (y >= 11 && y < 13 && x >= 5 && x < 11) return -60;
  return 0;
}

}  // namespace

std::vector<std::uint32_t> integral_of(const GreyImage& image) {
  const std::size_t pitch = std::size_t{image.width} + 1;
  std::vector<std::uint32_t> integral(pitch * (std::size_t{image.height} + 1));
  for (std::size_t row = 0; row < image.height; ++row) {
    std::uint32_t sum = 0;
    for (std::size_t column = 0; column < image.width; ++column) {
      sum += image.pixels[row * image.width + column];
      integral[(row + 1) * pitch + column + 1] = integral[row * pitch + column + 1] + sum;
    }
  }
  return integral;
}

GreyImage random_background(SplitMix64& random, std::uint32_t width, std::uint32_t height) {
  constexpr std::uint32_t kCell = 8;
  const std::uint32_t columns = width / kCell + 2;
  std::vector<int> lattice(std::size_t{columns} * (height / kCell + 2));
  for (int& value : lattice) value = static_cast<int>(random.below(256));
  GreyImage image{width, height, {}};
  for (std::uint32_t y = 0; y < height; ++y) {
    for (std::uint32_t x = 0; x < width; ++x) {
      const int* corner = &lattice[std::size_t{y / kCell} * columns + x / kCell];
      const int right = static_cast<int>(x % kCell);
      const int down = static_cast<int>(y % kCell);
      const int cell = static_cast<int>(kCell);
      const int upper = corner[0] * (cell - right) + corner[1] * right;
      const int lower = corner[columns] * (cell - right) + corner[columns + 1] * right;
      const int value = (upper * (cell - down) + lower * down) / (cell * cell);
      image.pixels.push_back(grey(value + noise(random, 12)));
    }
  }
  return image;
}

void draw_face(SplitMix64& random, GreyImage& image, std::uint32_t left, std::uint32_t top,
               std::uint32_t scale) {
  const int skin = 140 + noise(random, 60);
  const int contrast = 20 + static_cast<int>(random.below(80));  // percent
  const int slope = noise(random, 6);                            // light from one side
  const std::uint32_t side = kFaceWindow * scale;
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) {
      image.pixels[std::size_t{top + y} * image.width + left + x] =
          grey(skin + face_shade(x / scale, y / scale) * contrast / 100 +
               slope * (static_cast<int>(x / scale) - kFaceWindow / 2) + noise(random, 15));
    }
  }
}

}  // namespace lanefold
