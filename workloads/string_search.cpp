// SPDX-License-Identifier: Apache-2.0
// Occurrences of a pattern in a text: input, reference and check.
#include "workloads/string_search.h"

#include <algorithm>

#include "workloads/toolbox.h"

namespace lanefold {
namespace {

/// Few letters, some far more often than others, and copies of the pattern, whole or cut short.
Text random_text(SplitMix64& random, std::uint32_t length, const Text& pattern) {
  Text text;
  while (text.size() < length) {
    if (random.below(24) == 0) {
      const std::uint32_t kept = 1 + random.below(static_cast<std::uint32_t>(pattern.size()));
      text.insert(text.end(), pattern.end() - kept, pattern.end());
    } else {
      text.push_back(static_cast<std::uint8_t>('a' + random.below(1 + random.below(8))));
    }
  }
  text.resize(length);
  return text;
}

class StringSearch final : public Workload {
 public:
  std::string name() const override { return "string-search"; }
  std::string description() const override {
    return "Boyer-Moore-Horspool: comparisons end early, shifts differ";
  }
  std::string source_file() const override { return "string_search.cl"; }

  WorkloadResult run(Device& device, const Program& program,
                     const WorkloadRequest& request) const override {
    constexpr std::uint32_t kPart = 128;
    const RequestReader reader(*this, request);
    const auto length = reader.by_size<std::uint32_t>(20'011, 700'001, 8'000'011);
    const std::string letters = "abacaba";
    const Text pattern(letters.begin(), letters.end());
    SplitMix64 random(request.seed);
    const Text text = random_text(random, length, pattern);
    const std::array<std::uint8_t, 256> shifts = horspool_shifts(pattern);
    const std::uint32_t parts = (length + kPart - 1) / kPart;
    const auto pattern_length = static_cast<std::uint32_t>(pattern.size());

    const DeviceArray<std::uint8_t> device_text(device, text);
    const DeviceArray<std::uint8_t> device_pattern(device, pattern);
    const DeviceArray<std::uint8_t> device_shifts(device, Text(shifts.begin(), shifts.end()));
    const DeviceArray<std::uint32_t> found(device, parts);
    const DeviceArray<std::uint32_t> last_match(device, parts);
    launch(device, program, "string_search", linear_range(device, parts), device_text, length,
           device_pattern, pattern_length, device_shifts, kPart, found, last_match, parts);

    std::vector<std::uint32_t> expected_found;
    std::vector<std::uint32_t> expected_last;
    for (std::uint32_t first = 0; first < length; first += kPart) {
      const auto places = find_pattern(text, pattern, first, first + kPart);
      expected_found.push_back(static_cast<std::uint32_t>(places.size()));
      expected_last.push_back(places.empty() ? 0 : places.back() + 1);
    }
    OutputCheck check;
    check.equal("found", found.download(), expected_found);
    check.equal("last_match", last_match.download(), expected_last);
    return check.result(std::to_string(length) + " letters in " + std::to_string(parts) + " parts");
  }
};

}  // namespace

std::array<std::uint8_t, 256> horspool_shifts(const Text& pattern) {
  std::array<std::uint8_t, 256> shifts{};
  shifts.fill(static_cast<std::uint8_t>(pattern.size()));
  for (std::size_t i = 0; i + 1 < pattern.size(); ++i) {
    shifts.at(pattern[i]) = static_cast<std::uint8_t>(pattern.size() - 1 - i);
  }
  return shifts;
}

std::vector<std::uint32_t> find_pattern(const Text& text, const Text& pattern, std::uint32_t first,
                                        std::uint32_t last) {
  std::vector<std::uint32_t> places;
  const auto end = std::min<std::size_t>(last + pattern.size() - 1, text.size());
  auto from = text.begin() + first;
  const auto to = text.begin() + static_cast<std::ptrdiff_t>(end);
  while (from < to && (from = std::search(from, to, pattern.begin(), pattern.end())) != to) {
    places.push_back(static_cast<std::uint32_t>(from - text.begin()));
    ++from;
  }
  return places;
}

std::unique_ptr<Workload> make_string_search() { return std::make_unique<StringSearch>(); }

}  // namespace lanefold
