// SPDX-License-Identifier: Apache-2.0
// Which kernels use which __local variables.
#include "compiler/local_uses.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "compiler/object_references.h"

namespace lanefold {
namespace {

/// A part of an object or a section of __local variables: its object, and its number there.
using Place = std::pair<std::size_t, std::size_t>;

class Uses {
 public:
  explicit Uses(const std::vector<std::string>& objects) {
    for (const std::string& object : objects) objects_.push_back(object_references(object));
    for (std::size_t object = 0; object < objects_.size(); ++object) {
      for (const ObjectSymbol& symbol : objects_[object].symbols) {
        global_.emplace(symbol.name, Place{object, symbol.part});
      }
    }
  }

  /// The sections that the code at that symbol reaches, by calls and by tables of addresses.
  std::set<Place> sections_of(const std::string& entry) const {
    std::set<Place> sections;
    std::set<Place> seen;
    std::vector<Place> open;
    const auto visit = [&](const Place& part) {
      if (seen.insert(part).second) open.push_back(part);
    };
    const auto visit_symbol = [&](const std::string& name) {
      const auto [first, last] = global_.equal_range(name);
      for (auto one = first; one != last; ++one) visit(one->second);
    };
    visit_symbol(entry);
    while (!open.empty()) {
      const auto [object, index] = open.back();
      open.pop_back();
      const ObjectPart& part = objects_[object].parts[index];
      for (const std::size_t section : part.variables) sections.insert({object, section});
      for (const std::size_t other : part.own) visit({object, other});
      for (const std::string& name : part.others) visit_symbol(name);
    }
    return sections;
  }

  const ObjectVariables& variables(const Place& place) const {
    return objects_[place.first].variables[place.second];
  }

 private:
  std::vector<ObjectReferences> objects_;
  std::multimap<std::string, Place> global_;
};

}  // namespace

std::vector<LocalSection> local_sections(const std::vector<std::string>& objects,
                                         const std::vector<std::string>& entries) {
  const Uses uses(objects);
  std::map<Place, LocalSection> sections;
  for (std::size_t kernel = 0; kernel < entries.size(); ++kernel) {
    for (const Place& place : uses.sections_of(entries[kernel])) {
      const ObjectVariables& found = uses.variables(place);
      LocalSection& section = sections[place];
      section.object = place.first;
      section.name = found.section;
      section.variables.bytes = found.bytes;
      section.variables.alignment = found.alignment;
      section.variables.kernels.push_back(kernel);
    }
  }
  std::vector<LocalSection> list;
  list.reserve(sections.size());
  for (auto& [place, section] : sections) list.push_back(std::move(section));
  return list;
}

}  // namespace lanefold
