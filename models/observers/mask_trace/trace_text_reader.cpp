// SPDX-License-Identifier: Apache-2.0
// Reads lines of masks.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/parse_integer.h"
#include "base/text.h"
#include "lanefold/error.h"
#include "observers/mask_trace/trace_format.h"
#include "observers/mask_trace/trace_text.h"

namespace lanefold {
namespace {

constexpr std::string_view kSpaces = " \t\r";
constexpr const char* kHexadecimal = "{:#x} to {:#x}";  // a range of valid numbers

/// Takes the next word off the line; empty if there is none.
std::string_view next_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(kSpaces), line.size()));
  const std::string_view word = line.substr(0, line.find_first_of(kSpaces));
  line.remove_prefix(word.size());
  return word;
}

std::optional<TracePipe> pipe_in(std::string_view word) {
  for (std::size_t i = 0; i < kTracePipeNames.size(); ++i) {
    if (word == kTracePipeNames[i]) return static_cast<TracePipe>(i);
  }
  return std::nullopt;
}

/// One line, field by field; `wrong` says what is wrong with it.
struct LineParser {
  explicit LineParser(std::string_view text) : rest(text) {}

  std::uint64_t number(const char* field, std::uint64_t least, std::uint64_t most,
                       const char* range = "{} to {}") {
    const std::string_view word = next_word(rest);
    const auto found = parse_integer<std::uint64_t>(word).value;
    if (found && *found >= least && *found <= most) return *found;
    refuse(field, word, fmt::format(fmt::runtime(range), least, most));
    return least;
  }

  void refuse(const char* field, std::string_view word, const std::string& valid) {
    if (!wrong.empty()) return;
    wrong = word.empty() ? fmt::format("the {} is missing", field)
                         : fmt::format("{} is no {}", in_quotes(word), field);
    wrong += "; valid: " + valid;
  }

  TraceInstruction instruction() {
    TraceInstruction result;
    result.pc = number("pc", 0, ~std::uint64_t{0}, kHexadecimal);
    result.width = static_cast<std::uint8_t>(number("warp width", 1, 64));
    const std::uint64_t bits = number("operand size", 16, 64);
    if (bits != 16 && bits != 32 && bits != 64) {
      refuse("operand size", std::to_string(bits), "16, 32 or 64");
    }
    result.operand_bits = static_cast<std::uint8_t>(bits);
    const std::string_view word = next_word(rest);
    const auto pipe = pipe_in(word);
    if (!pipe) refuse("pipe", word, "fpu, em, send or control");
    result.pipe = pipe.value_or(TracePipe::Fpu);
    return result;
  }

  std::string_view rest;
  std::string wrong;
};

/// Whether the code may go straight on with the next instruction.
bool continues(const std::vector<TraceInstruction>& run, const TraceInstruction& next) {
  return !run.empty() && run.size() < kMostSegmentInstructions && run.back().width == next.width &&
         run.back().pc < next.pc;
}

}  // namespace

void TraceTextReader::line(std::string_view text) {
  ++lines_;
  LineParser parser(text.substr(0, text.find('#')));
  if (parser.rest.find_first_not_of(kSpaces) == std::string_view::npos) return;
  const TraceInstruction instruction = parser.instruction();
  const std::uint64_t all_lanes = LaneMask::first(instruction.width).bits();
  const LaneMask mask(parser.number("mask", 0, all_lanes, kHexadecimal));
  const bool counted = parser.rest.find_first_not_of(kSpaces) != std::string_view::npos;
  const std::uint64_t count = counted ? parser.number("count", 1, kMostTraceTextCount) : 1;
  const std::string_view extra = next_word(parser.rest);
  if (!extra.empty()) parser.refuse("field of the line", extra, "pc width bits pipe mask [count]");
  if (!parser.wrong.empty()) {
    throw Error(ErrorKind::File, fmt::format("{}:{}: {}", name_, lines_, parser.wrong));
  }
  take(instruction, mask, count);
}

void TraceTextReader::take(const TraceInstruction& instruction, LaneMask mask,
                           std::uint64_t count) {
  if (mask != mask_ || !continues(run_, instruction)) finish();
  mask_ = mask;
  if (count == 1) {
    run_.push_back(instruction);
    return;
  }
  finish();
  writer_.add(segment_of({instruction}), mask, count);
}

void TraceTextReader::finish() {
  if (!run_.empty()) writer_.add(segment_of(run_), mask_);
  run_.clear();
}

MaskTraceWriter::SegmentId TraceTextReader::segment_of(const std::vector<TraceInstruction>& code) {
  std::string key;
  for (const TraceInstruction& instruction : code) {
    key.append(bytes_of(instruction.pc)).append(bytes_of(instruction.width));
    key.append(bytes_of(instruction.operand_bits)).append(bytes_of(instruction.pipe));
  }
  const auto [found, is_new] = known_.try_emplace(std::move(key), 0);
  if (is_new) found->second = writer_.define(code);
  return found->second;
}

}  // namespace lanefold
