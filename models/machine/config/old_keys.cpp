// SPDX-License-Identifier: Apache-2.0
// The table of keys that have moved.
#include "machine/config/old_keys.h"

#include <algorithm>
#include <map>

#include "lanefold/error.h"

namespace lanefold {
namespace {

struct Moved {
  const char* from;
  const char* to;
};

constexpr Moved kMoved[] = {
    {"core.adaptation", "core.adaptation.strategy"},
    {"core.convergence", "core.adaptation.convergence"},
    {"core.tasks_per_thread", "core.adaptation.tasks_per_thread"},
    {"core.reconfiguration_cycles", "core.adaptation.reconfiguration_cycles"},
    {"core.issue_width", "core.issue.width"},
    {"core.issue_period", "core.issue.period"},
    {"core.fetch_latency", "core.fetch.latency"},
    {"core.fetch_instructions", "core.fetch.instructions"},
    {"core.queue_instructions", "core.fetch.queue"},
    {"core.pipe_queue", "core.pipes.queue"},
    {"core.fpu_latency", "core.pipes.fpu_latency"},
    {"core.em_latency", "core.pipes.em_latency"},
    {"core.em_interval", "core.pipes.em_interval"},
    {"core.scalar", "core.scalar.execution"},
    {"core.scalar_knowledge", "core.scalar.knowledge"},
};

const Moved* find(std::string_view key) {
  const auto* const end = std::end(kMoved);
  const auto* const found =
      std::find_if(std::begin(kMoved), end, [&](const Moved& one) { return key == one.from; });
  return found == end ? nullptr : found;
}

}  // namespace

std::string current_key(std::string_view key) {
  const Moved* const moved = find(key);
  return moved == nullptr ? std::string(key) : moved->to;
}

bool is_old_key(std::string_view key) { return find(key) != nullptr; }

void refuse_two_names(const std::vector<std::string>& keys, const std::string& where) {
  std::map<std::string, std::string> names;
  for (const std::string& key : keys) {
    const std::string& first = names.emplace(current_key(key), key).first->second;
    if (first == key) continue;
    const std::string& old = is_old_key(key) ? key : first;
    throw Error(ErrorKind::Configuration, where + ": " + old + " is the old name of " +
                                              current_key(old) + ", which is given as well; " +
                                              "give " + current_key(old) + " only");
  }
}

std::vector<std::string> notes_of_old_keys(const std::vector<std::string>& keys) {
  std::vector<std::string> notes;
  for (const std::string& key : keys) {
    if (!is_old_key(key)) continue;
    const std::string note =
        key + " is now " + current_key(key) + "; the old name is read in this version only";
    if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
  }
  return notes;
}

}  // namespace lanefold
