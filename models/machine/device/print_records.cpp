// SPDX-License-Identifier: Apache-2.0
// Records of RISC-V code: a header, the format's address, then each argument in whole words.
#include "machine/device/print_records.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "decisions/program/printf_conversion.h"
#include "machine/device/print_format.h"

namespace lanefold {
namespace {

/// The null-terminated text at an address of the program, or "(null)".
std::string text_of_image(const ProgramImage& image, std::uint32_t address) {
  const std::size_t offset = std::size_t{address} - image.begin;
  if (address >= image.begin && offset < image.bytes.size()) {
    const auto* first = reinterpret_cast<const char*>(image.bytes.data());
    const auto* last = first + image.bytes.size();
    const auto* end = std::find(first + offset, last, '\0');
    if (end != last) return {first + offset, end};
  }
  return "(null)";
}

/// Of one record.
class Arguments final : public PrintArguments {
 public:
  Arguments(const std::uint32_t* next, const std::uint32_t* end, const ProgramImage& image)
      : next_(next), end_(end), image_(image) {}

  std::vector<char> take(const lanefold_conversion& conversion) override {
    const unsigned bytes = lanefold_argument_bytes(&conversion);
    std::vector<char> value(bytes);
    const std::size_t words = std::min<std::size_t>((bytes + 3) / 4, end_ - next_);
    std::memcpy(value.data(), next_, std::min<std::size_t>(bytes, words * sizeof *next_));
    next_ += words;
    return value;
  }
  std::string text_at(std::uint32_t address) const override {
    return text_of_image(image_, address);
  }

 private:
  const std::uint32_t* next_;
  const std::uint32_t* end_;
  const ProgramImage& image_;
};

}  // namespace

void print_records(const std::vector<std::uint32_t>& buffer, const ProgramImage& image,
                   const Device::Print& print) {
  if (buffer.empty()) return;
  const std::size_t end = 1 + std::min<std::size_t>(buffer[0], buffer.size() - 1);
  for (std::size_t at = 1; at < end;) {
    // Words that a work-item took and did not come to fill are zero.
    const std::uint32_t words = buffer[at] & ~std::uint32_t{kLanefoldWideFloat};
    if (words == 0) {
      ++at;
      continue;
    }
    if (words < kLanefoldRecordWords || words > end - at) return;
    const std::uint32_t* record = buffer.data() + at;
    const unsigned float_bytes = (record[0] & kLanefoldWideFloat) != 0 ? 8 : 4;
    if (record[1] != 0) {
      Arguments arguments(record + kLanefoldRecordWords, record + words, image);
      print(print_text(text_of_image(image, record[1]), float_bytes, arguments));
    }
    at += words;
  }
}

}  // namespace lanefold
