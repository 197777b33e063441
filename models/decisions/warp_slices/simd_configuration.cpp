// SPDX-License-Identifier: Apache-2.0
// SIMD width and multi-threading depth of a core.
#include "decisions/warp_slices/simd_configuration.h"

#include "base/parse_integer.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

constexpr unsigned kMost = 64;

[[noreturn]] void refuse(const std::string& key, const std::string& value,
                         const std::string& rule) {
  throw Error(ErrorKind::Configuration, key + " is '" + value + "' but " + rule);
}
[[noreturn]] void refuse(const CoreConfig& core, const std::string& rule) {
  refuse("core.simd", core.simd, rule);
}

/// What a text has to be that names a division; with the width and depth of an example.
std::string rule_of_text(const std::string& example) {
  return "must be 'warps', or the width and the depth, as in " + example +
         "; valid: 1 to 64 of each";
}

/// The setting by which a core that adapts or subdivides needs them.
std::string reason_for_slices(const CoreConfig& core) {
  if (adapts(core)) {
    return std::string("core.adaptation.strategy=") + name_of(core.adaptation.strategy);
  }
  return core.on_miss == OnMiss::Divide ? "core.on_miss=divide" : "core.on_branch=divide";
}

/// What a text like "8x4" says; for any other, each warp as a whole, and all of them.
SimdConfiguration simd_or_whole_warps(const CoreConfig& core, const std::string& text) {
  return parse_simd(text).value_or(SimdConfiguration{core.warp_width, core.warps});
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
  return simd_or_whole_warps(core, adapts(core) ? "warps" : core.simd);
}

SimdConfiguration small_launch_simd(const CoreConfig& core) {
  return simd_or_whole_warps(core, core.adaptation.small_launches);
}

void validate_simd(const CoreConfig& core) {
  const std::string& small = core.adaptation.small_launches;
  if (small != "warps" && !parse_simd(small)) {
    refuse("core.adaptation.small_launches", small, rule_of_text("8x2"));
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
    refuse(core, rule_of_text("8x4"));
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
