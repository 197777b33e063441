// SPDX-License-Identifier: Apache-2.0
// Where threads are, as text.
#include "decisions/pipeline/thread_places.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "decisions/pipeline/hardware_thread.h"
#include "decisions/pipeline/thread_group.h"

namespace lanefold {
namespace {

std::string place_text(const HardwareThread& thread) {
  const ThreadPlace place = thread.place();
  const std::string line = thread.source_line(place.pc);
  const std::string code = fmt::format("pc {:#010x}: {}", place.pc, thread.text(thread.next()));
  const char* const state = thread.at_barrier() ? ", behind a barrier at which it waits"
                            : place.waits       ? ", waiting for memory"
                                                : "";
  return (line.empty() ? code : line + " (" + code + ")") + state;
}

std::string owner_text(const PlacedThread& placed) {
  if (placed.core) return fmt::format("core {}", *placed.core);
  const GroupId& id = placed.thread->group().id();
  return fmt::format("work-group ({}, {}, {})", id[0], id[1], id[2]);
}

/// "warp 2", "warps 0 to 3, 7", of numbers in their order.
std::string numbers_text(const std::vector<unsigned>& numbers) {
  std::string text = numbers.size() == 1 ? "warp " : "warps ";
  for (std::size_t first = 0; first < numbers.size();) {
    std::size_t last = first;
    while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) ++last;
    if (last == first + 1) last = first;  // two make no range
    text += (first == 0 ? "" : ", ") + std::to_string(numbers[first]);
    if (last != first) text += " to " + std::to_string(numbers[last]);
    first = last + 1;
  }
  return text;
}

/// The threads of one place, by core or work-group.
struct Place {
  std::string text;
  std::size_t threads = 0;
  std::vector<std::pair<std::string, std::vector<unsigned>>> owners;

  void add(const PlacedThread& placed) {
    const std::string owner = owner_text(placed);
    ++threads;
    if (owners.empty() || owners.back().first != owner) owners.push_back({owner, {}});
    owners.back().second.push_back(placed.number);
  }
};

}  // namespace

std::string places_text(const std::vector<PlacedThread>& threads) {
  std::vector<Place> places;
  for (const PlacedThread& placed : threads) {
    if (placed.thread->place().done) continue;
    const std::string text = place_text(*placed.thread);
    auto place = std::find_if(places.begin(), places.end(),
                              [&](const Place& known) { return known.text == text; });
    if (place == places.end()) place = places.insert(places.end(), Place{text, 0, {}});
    place->add(placed);
  }
  std::stable_sort(places.begin(), places.end(),
                   [](const Place& a, const Place& b) { return a.threads > b.threads; });
  std::string all;
  for (const Place& place : places) {
    all += "\n  " + place.text + ":";
    for (std::size_t i = 0; i < place.owners.size(); ++i) {
      all += (i == 0 ? " " : "; ") + place.owners[i].first + " " +
             numbers_text(place.owners[i].second);
    }
  }
  return all;
}

}  // namespace lanefold
