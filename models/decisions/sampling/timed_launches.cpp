// SPDX-License-Identifier: Apache-2.0
// Which launches of an application are timed.
#include "decisions/sampling/timed_launches.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "base/parse_integer.h"
#include "base/text.h"
#include "lanefold/error.h"

namespace lanefold {
namespace {

constexpr std::string_view kEvery = "every:";
constexpr std::string_view kShape = "shape:";

[[noreturn]] void refuse(const std::string& term) {
  throw Error(ErrorKind::Usage,
              in_quotes(term) +
                  " names no launches; valid, with commas between: a number or A-B, from 0 on, the "
                  "name of a kernel, every:N, shape:N, auto");
}

std::uint64_t number_in(const std::string& text, const std::string& term) {
  const auto parsed = parse_integer<std::uint64_t>(text);
  if (!parsed.value) refuse(term);
  return *parsed.value;
}

std::uint64_t period_in(std::string_view text, const std::string& term) {
  const std::uint64_t period = number_in(std::string(text), term);
  if (period == 0) refuse(term);
  return period;
}

std::pair<std::uint64_t, std::uint64_t> numbers_in(const std::string& term) {
  const std::size_t dash = term.find('-');
  if (dash == std::string::npos) return {number_in(term, term), number_in(term, term)};
  const std::pair<std::uint64_t, std::uint64_t> both{number_in(term.substr(0, dash), term),
                                                     number_in(term.substr(dash + 1), term)};
  if (both.first > both.second) refuse(term);
  return both;
}

bool is_identifier(const std::string& term) {
  return !term.empty() && std::isdigit(static_cast<unsigned char>(term.front())) == 0 &&
         std::all_of(term.begin(), term.end(),
                     [](unsigned char one) { return std::isalnum(one) != 0 || one == '_'; });
}

}  // namespace

bool TimedLaunches::names(std::uint64_t number, std::string_view kernel) const {
  if (every != 0 && number % every == 0) return true;
  if (std::find(kernels.begin(), kernels.end(), kernel) != kernels.end()) return true;
  return std::any_of(numbers.begin(), numbers.end(), [number](const auto& range) {
    return range.first <= number && number <= range.second;
  });
}

TimedLaunches parse_timed_launches(const std::string& text) {
  TimedLaunches launches;
  for (const std::string& term : split(text, ',')) {
    if (term == "auto") {
      launches.automatic = true;
    } else if (starts_with(term, kEvery)) {
      launches.every = period_in(std::string_view(term).substr(kEvery.size()), term);
    } else if (starts_with(term, kShape)) {
      launches.per_shape = period_in(std::string_view(term).substr(kShape.size()), term);
    } else if (is_identifier(term)) {
      launches.kernels.push_back(term);
    } else {
      launches.numbers.push_back(numbers_in(term));
    }
  }
  return launches;
}

}  // namespace lanefold
