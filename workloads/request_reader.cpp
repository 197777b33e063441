// SPDX-License-Identifier: Apache-2.0
// Reads the parameters of a request and refuses those that a workload cannot mean.
#include "workloads/request_reader.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <system_error>

#include "lanefold/error.h"

namespace lanefold {
namespace {

std::string join(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

std::string print(std::uint32_t value, int base) {
  std::ostringstream text;
  if (base == 16) text << "0x" << std::hex << std::uppercase;
  text << value;
  return text.str();
}

}  // namespace

RequestReader::RequestReader(const Workload& workload, const WorkloadRequest& request)
    : workload_name_(workload.name()), known_(workload.parameters()), request_(request) {
  std::vector<std::string> names;
  for (const WorkloadParameter& parameter : known_) names.push_back(parameter.name);
  for (const auto& [name, value] : request.parameters) {
    if (std::find(names.begin(), names.end(), name) != names.end()) continue;
    refuse("there is no parameter '" + name + "'; " +
           (names.empty() ? "it has none" : "valid: " + join(names)));
  }
}

std::string RequestReader::text(const std::string& name) const {
  const auto requested = request_.parameters.find(name);
  if (requested != request_.parameters.end()) return requested->second;
  const auto parameter =
      std::find_if(known_.begin(), known_.end(),
                   [&](const WorkloadParameter& candidate) { return candidate.name == name; });
  return parameter == known_.end() ? std::string() : parameter->default_value;
}

std::uint32_t RequestReader::number(const std::string& name, std::uint32_t least,
                                    std::uint32_t most, int base) const {
  const std::string value = text(name);
  const bool prefixed =
      base == 16 && (value.compare(0, 2, "0x") == 0 || value.compare(0, 2, "0X") == 0);
  const char* first = value.data() + (prefixed ? 2 : 0);
  const char* last = value.data() + value.size();
  std::uint32_t parsed = 0;
  const auto [end, error] = std::from_chars(first, last, parsed, base);
  if (error != std::errc() || end != last || parsed < least || parsed > most) {
    refuse("parameter '" + name + "' cannot be '" + value + "'; valid: " + print(least, base) +
           " to " + print(most, base));
  }
  return parsed;
}

std::string RequestReader::choice(const std::string& name,
                                  const std::vector<std::string>& names) const {
  std::string value = text(name);
  if (std::find(names.begin(), names.end(), value) == names.end()) {
    refuse("parameter '" + name + "' cannot be '" + value + "'; valid: " + join(names));
  }
  return value;
}

void RequestReader::refuse(const std::string& sentence) const {
  throw Error(ErrorKind::Usage, "workload " + workload_name_ + ": " + sentence);
}

}  // namespace lanefold
