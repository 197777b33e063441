// SPDX-License-Identifier: Apache-2.0
// DXT1 texture compression: input, reference and check.
#include "workloads/dxt_compression.h"

#include <algorithm>

#include "workloads/face_cascade.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

std::uint32_t packed(const Rgb& colour) {
  return static_cast<std::uint32_t>((colour[0] >> 3) << 11 | (colour[1] >> 2) << 5 |
                                    colour[2] >> 3);
}

Rgb unpacked(std::uint32_t colour) {
  const auto red = static_cast<int>(colour >> 11);
  const auto green = static_cast<int>(colour >> 5 & 63U);
  const auto blue = static_cast<int>(colour & 31U);
  return {red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2};
}

Rgb mixture(const Rgb& more, const Rgb& less) {
  Rgb mixed{};
  for (std::size_t i = 0; i < 3; ++i) mixed.at(i) = (more.at(i) * 2 + less.at(i)) / 3;
  return mixed;
}

int distance_of(const Rgb& a, const Rgb& b) {
  int sum = 0;
  for (std::size_t i = 0; i < 3; ++i) sum += (a.at(i) - b.at(i)) * (a.at(i) - b.at(i));
  return sum;
}

/// Four bytes per pixel: three blurred colours and nothing.
std::vector<std::uint8_t> random_texture(SplitMix64& random, std::uint32_t width,
                                         std::uint32_t height) {
  std::vector<std::uint8_t> texture(std::size_t{width} * height * 4);
  for (std::size_t colour = 0; colour < 3; ++colour) {
    const GreyImage image = random_background(random, width, height);
    for (std::size_t pixel = 0; pixel < image.pixels.size(); ++pixel) {
      texture[pixel * 4 + colour] = image.pixels[pixel];
    }
  }
  return texture;
}

std::array<Rgb, 16> pixels_of(const std::vector<std::uint8_t>& texture, std::size_t width,
                              std::size_t column, std::size_t row) {
  std::array<Rgb, 16> pixels{};
  for (std::size_t i = 0; i < 16; ++i) {
    const std::uint8_t* pixel = &texture[((row * 4 + i / 4) * width + column * 4 + i % 4) * 4];
    pixels.at(i) = {pixel[0], pixel[1], pixel[2]};
  }
  return pixels;
}

class DxtCompression final : public Workload {
 public:
  std::string name() const override { return "dxt-compression"; }
  std::string description() const override {
    return "DXT1 texture compression: minimum searches in private memory";
  }
  std::string source_file() const override { return "dxt_compression.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t columns, rows;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({19, 13}, {147, 113}, {411, 307});
    SplitMix64 random(request.seed);
    const std::uint32_t width = shape.columns * 4;
    const auto texture = random_texture(random, width, shape.rows * 4);

    const DeviceArray<std::uint8_t> image(device, texture);
    const DeviceArray<std::uint32_t> blocks(device, std::size_t{shape.columns} * shape.rows * 2);
    launch(device, program, "dxt_compression", square_range(device, shape.columns, shape.rows),
           image, blocks, shape.columns, shape.rows);

    std::vector<std::uint32_t> expected;
    for (std::size_t row = 0; row < shape.rows; ++row) {
      for (std::size_t column = 0; column < shape.columns; ++column) {
        const DxtBlock block = dxt_block(pixels_of(texture, width, column, row));
        expected.insert(expected.end(), {block.colours, block.choices});
      }
    }
    OutputCheck check;
    check.equal("word", blocks.download(), expected);
    return check.result(by(shape.columns, shape.rows) + " blocks");
  }
};

}  // namespace

DxtBlock dxt_block(const std::array<Rgb, 16>& pixels) {
  Rgb low = pixels[0];
  Rgb high = pixels[0];
  for (const Rgb& pixel : pixels) {
    for (std::size_t i = 0; i < 3; ++i) {
      low.at(i) = std::min(low.at(i), pixel.at(i));
      high.at(i) = std::max(high.at(i), pixel.at(i));
    }
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const int inset = (high.at(i) - low.at(i)) / 16;
    high.at(i) -= inset;
    low.at(i) += inset;
  }
  const std::uint32_t first = std::max(packed(high), packed(low));
  const std::uint32_t second = std::min(packed(high), packed(low));
  DxtBlock block{first | second << 16, 0};
  if (first == second) return block;
  const Rgb one = unpacked(first);
  const Rgb two = unpacked(second);
  const std::array<Rgb, 4> mixtures{one, two, mixture(one, two), mixture(two, one)};
  for (std::size_t i = 0; i < 16; ++i) {
    const auto nearest =
        std::min_element(mixtures.begin(), mixtures.end(), [&](const Rgb& a, const Rgb& b) {
          return distance_of(pixels.at(i), a) < distance_of(pixels.at(i), b);
        });
    block.choices |= static_cast<std::uint32_t>(nearest - mixtures.begin()) << (2 * i);
  }
  return block;
}

std::unique_ptr<Workload> make_dxt_compression() { return std::make_unique<DxtCompression>(); }

}  // namespace lanefold
