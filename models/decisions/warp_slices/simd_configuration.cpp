// SPDX-License-Identifier: Apache-2.0
// SIMD width and multi-threading depth of a core.
#include "decisions/warp_slices/simd_configuration.h"

#include "base/parse_integer.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

constexpr unsigned kMost = 64;

[[noreturn]] void refuse(const CoreConfig& core, const std::string& rule) {
  throw Error(ErrorKind::Configuration, "core.simd is '" + core.simd + "' but " + rule);
}

/// The setting by which a core that adapts or subdivides needs them.
std::string reason_for_slices(const CoreConfig& core) {
  if (adapts(core)) {
    return std::string("core.adaptation.strategy=") + name_of(core.adaptation.strategy);
  }
  return core.on_miss == OnMiss::Divide ? "core.on_miss=divide" : "core.on_branch=divide";
}

}  // namespace

std::optional<SimdConfiguration> parse_simd(const std::string& text) {
  const std::size_t cross = text.find('x');
  if (cross == std::string::npos) return {};
  const auto width = parse_integer<unsigned>(text.substr(0, cross)).value;
  const auto depth = parse_integer<unsigned>(text.substr(cross + 1)).value;
  const auto valid = [](const auto& number) { return number && *number >= 1 && *number <= kMost; };
  if (!valid(width) || !valid(depth)) return {};
  const SimdConfiguration found{*width, *depth};
  return found.text() == text ? std::optional(found) : std::nullopt;
}

SimdConfiguration simd_of(const CoreConfig& core) {
  if (adapts(core)) return {core.warp_width, core.warps};
  return parse_simd(core.simd).value_or(SimdConfiguration{core.warp_width, core.warps});
}

SimdConfiguration small_launch_simd(const CoreConfig& core) {
  const SimdConfiguration whole{core.warp_width, core.warps};
  return parse_simd(core.adaptation.small_launches).value_or(whole);
}

void validate_simd(const CoreConfig& core) {
  const std::string& small = core.adaptation.small_launches;
  if (small != "warps" && !parse_simd(small)) {
    throw Error(ErrorKind::Configuration,
                "core.adaptation.small_launches is '" + small +
                    "' but must be 'warps', or the width and the depth, as in 8x2; valid: 1 to 64 "
                    "of each");
  }
  if (core.on_branch == OnBranch::Divide && core.on_miss == OnMiss::Slip) {
    throw Error(ErrorKind::Configuration,
                "core.on_branch is divide but core.on_miss is slip: slices that leave lanes behind "
                "at loads do not divide; valid with it: stall-on-use, block, divide");
  }
  if ((adapts(core) || subdivides(core)) && core.slices < core.warps) {
    throw Error(ErrorKind::Configuration, "core.slices is " + std::to_string(core.slices) +
                                              " but must be at least core.warps, which is " +
                                              std::to_string(core.warps) + ", with " +
                                              reason_for_slices(core));
  }
  if (core.keeps_whole_warps()) return;
  const auto asked = parse_simd(core.simd);
  if (!asked) {
    refuse(core, "must be 'warps', or the width and the depth, as in 8x4; valid: 1 to 64 of each");
  }
  if (adapts(core)) return;
  if (asked->width > core.warp_width) {
    refuse(core, "core.warp_width is " + std::to_string(core.warp_width) +
                     ": a slice has at most the lanes of a warp");
  }
  const unsigned slices = slices_of(core, asked->width);
  if (slices > core.slices) {
    refuse(core, "that takes " + std::to_string(slices) + " slices, and core.slices is " +
                     std::to_string(core.slices));
  }
  if (asked->depth > slices) {
    refuse(core, "there are " + std::to_string(slices) +
                     " slices of that width: the depth is at most that");
  }
}

}  // namespace lanefold
