// SPDX-License-Identifier: Apache-2.0
// Face detection: image, launches and check.
#include <algorithm>

#include "workloads/face_cascade.h"
#include "workloads/toolbox.h"

namespace lanefold {
namespace {

static_assert(sizeof(FaceFeature) == 48 && sizeof(FaceStage) == 12);

constexpr std::uint32_t kFaceStep = 2;              // pixels from window to window
constexpr std::uint32_t kFaceScales[] = {1, 2, 3};  // sizes of windows

GreyImage image_with_faces(SplitMix64& random, std::uint32_t width, std::uint32_t height) {
  GreyImage image = random_background(random, width, height);
  const std::uint32_t faces = 2 + width * height / 2000;
  for (std::uint32_t face = 0; face < faces; ++face) {
    const std::uint32_t scale = kFaceScales[random.below(3)];
    const std::uint32_t side = kFaceWindow * scale;
    const std::uint32_t left = random.below(width - side + 1);
    draw_face(random, image, left, random.below(height - side + 1), scale);
  }
  return image;
}

/// The windows of one scale.
struct FaceGrid {
  FaceGrid(const GreyImage& image, std::uint32_t window_scale)
      : scale(window_scale),
        columns((image.width - kFaceWindow * scale) / kFaceStep + 1),
        rows((image.height - kFaceWindow * scale) / kFaceStep + 1) {}
  std::uint32_t scale, columns, rows;
};

std::vector<std::uint32_t> expected_passed(const FaceCascade& cascade, const GreyImage& image,
                                           const std::vector<std::uint32_t>& integral,
                                           const FaceGrid& grid) {
  const std::uint32_t pitch = image.width + 1;
  std::vector<std::uint32_t> passed;
  for (std::uint32_t row = 0; row < grid.rows; ++row) {
    for (std::uint32_t column = 0; column < grid.columns; ++column) {
      const std::size_t corner = std::size_t{row} * kFaceStep * pitch + column * kFaceStep;
      passed.push_back(stages_passed(
          cascade, {&integral[corner], pitch, static_cast<std::int32_t>(grid.scale)}));
    }
  }
  return passed;
}

class FaceDetection final : public Workload {
 public:
  std::string name() const override { return "face-detection"; }
  std::string description() const override {
    return "integral image and a cascade of Haar-like features that rejects early";
  }
  std::string source_file() const override { return "face_detection.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    struct Shape {
      std::uint32_t width, height;
    };
    const RequestReader reader(*this, request);
    const auto shape = reader.by_size<Shape>({69, 55}, {183, 141}, {503, 379});
    SplitMix64 random(request.seed);
    const GreyImage image = image_with_faces(random, shape.width, shape.height);
    const FaceCascade cascade = train_face_cascade();
    const std::vector<std::uint32_t> integral = integral_of(image);

    const DeviceArray<std::uint8_t> pixels(device, image.pixels);
    const DeviceArray<std::uint32_t> sums(device, integral.size());
    const DeviceArray<FaceFeature> features(device, cascade.features);
    const DeviceArray<FaceStage> stages(device, cascade.stages);
    launch(device, program, "face_rows", linear_range(device, image.height), pixels, sums,
           image.width, image.height);
    launch(device, program, "face_columns", linear_range(device, image.width + 1), sums,
           image.width, image.height);

    OutputCheck check;
    check.equal("integral", sums.download(), integral);
    const auto stage_count = static_cast<std::uint32_t>(cascade.stages.size());
    std::ptrdiff_t faces = 0;
    for (const std::uint32_t scale : kFaceScales) {
      const FaceGrid grid(image, scale);
      const DeviceArray<std::uint32_t> passed(device, std::size_t{grid.columns} * grid.rows);
      launch(device, program, "face_cascade", square_range(device, grid.columns, grid.rows), sums,
             image.width + 1, features, stages, stage_count, scale, kFaceStep, grid.columns,
             grid.rows, passed);
      const auto expected = expected_passed(cascade, image, integral, grid);
      faces += std::count(expected.begin(), expected.end(), stage_count);
      check.equal("passed", passed.download(), expected);
    }
    return check.result(by(shape.width, shape.height) + " pixels, " + std::to_string(stage_count) +
                        " stages, " + std::to_string(faces) + " windows accepted");
  }
};

}  // namespace

std::unique_ptr<Workload> make_face_detection() { return std::make_unique<FaceDetection>(); }

}  // namespace lanefold
