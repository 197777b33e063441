// SPDX-License-Identifier: Apache-2.0
// `lanefold cosim`: RTL of one's own beside the model of its block.
#include <cstdio>
#include <filesystem>

#include "base/output_file.h"
#include "base/text.h"
#include "commands.h"
#include "twins/bench/cosimulation.h"

namespace lanefold {

namespace {

[[noreturn]] void refuse_geometry(const std::string& text) {
  throw Error(
      ErrorKind::Usage,
      "--geometry " + text + ": wants LANESxALU_WIDTH, each from 1 to 64, for instance 16x4");
}

RtlShape parse_geometry(const std::string& text) {
  const std::vector<std::string> parts = split(text, 'x');
  if (parts.size() != 2) refuse_geometry(text);
  const auto number = [&](const std::string& digits) {
    constexpr unsigned kMost = 64;
    const bool all = !digits.empty() && digits.size() <= 2 &&
                     digits.find_first_not_of("0123456789") == std::string::npos;
    const unsigned value = all ? static_cast<unsigned>(std::stoul(digits)) : 0;
    if (value < 1 || value > kMost) refuse_geometry(text);
    return value;
  };
  return {number(parts[0]), number(parts[1])};
}

}  // namespace

void cosim_command(const CosimOptions& options) {
  CosimRequest request;
  request.rtl = {options.block, options.files, options.top, options.includes, options.verbose};
  request.geometry = parse_geometry(options.geometry);
  request.seed = options.seed;
  request.random = options.random;
  request.waves = options.waves;
  if (options.waves && std::filesystem::path(*options.waves).extension() != ".fst") {
    throw Error(ErrorKind::Usage,
                "the waveform file " + in_quotes(*options.waves) + " is no name that ends in .fst");
  }
  const CosimReport report = cosimulate(request);
  print_to(stdout, report.text);
  if (report.difference) throw Error(ErrorKind::Verification, *report.difference);
}

}  // namespace lanefold
