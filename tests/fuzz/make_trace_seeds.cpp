// SPDX-License-Identifier: Apache-2.0
// make_trace_seeds TEXTS TRACES: every text of masks in a folder as a trace, compressed and not,
// and its first block alone, without checksums.
#include <cstdio>
#include <filesystem>
#include <fstream>

#include "lanefold/error.h"
#include "observers/mask_trace/trace_format.h"
#include "observers/mask_trace/trace_text.h"

namespace {

using namespace lanefold;

void make_seed(const std::filesystem::path& text, const std::string& seed, bool compressed) {
  std::string bytes;
  std::size_t first_block = 0;
  MaskTraceWriter writer({"seed", 16}, compressed, [&](std::string_view part) { bytes += part; });
  first_block = bytes.size();
  TraceTextReader reader(text.string(), writer);
  std::ifstream lines(text);
  for (std::string line; std::getline(lines, line);) reader.line(line);
  reader.finish();
  writer.close();
  std::ofstream(seed, std::ios::binary) << bytes;
  const std::size_t behind = sizeof(TraceBlockHead) + 2 * kChecksumBytes;
  std::ofstream(seed + "-block", std::ios::binary)
      << bytes.substr(first_block, bytes.size() - first_block - behind);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "make_trace_seeds: wants two folders, TEXTS and TRACES\n");
    return 2;
  }
  try {
    for (const auto& entry : std::filesystem::directory_iterator(argv[1])) {
      const std::string seed = std::string(argv[2]) + "/" + entry.path().stem().string();
      make_seed(entry.path(), seed, true);
      make_seed(entry.path(), seed + "-stored", false);
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "make_trace_seeds: %s\n", error.what());
    return 1;
  }
  return 0;
}
