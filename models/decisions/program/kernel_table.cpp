// SPDX-License-Identifier: Apache-2.0
#include "decisions/program/kernel_table.h"

#include <array>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <set>

#include "lanefold/error.h"

namespace lanefold {
namespace {

using nlohmann::json;

constexpr unsigned kVersion = 2;
constexpr std::uint32_t kMostArgumentBytes = 1U << 20;
constexpr std::array<const char*, 6> kKindNames = {"global", "constant", "local",
                                                   "value",  "image",    "sampler"};

[[noreturn]] void refuse(const std::string& problem) {
  throw Error(ErrorKind::Program, "section " + std::string(kKernelTableSection) +
                                      " is not a kernel table: " + problem +
                                      "; only programs compiled by this tool can be launched");
}

const json& field(const json& object, const char* key) {
  const auto found = object.is_object() ? object.find(key) : object.end();
  if (!object.is_object() || found == object.end()) refuse(std::string("no ") + key);
  return *found;
}

std::string text_field(const json& object, const char* key) {
  const json& value = field(object, key);
  if (!value.is_string()) refuse(std::string(key) + " is not a text");
  return value.get<std::string>();
}

std::uint32_t number(const json& value, const char* key, std::uint32_t most) {
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most) {
    refuse(std::string(key) + " is not a number from 0 to " + std::to_string(most));
  }
  return value.get<std::uint32_t>();
}

std::uint32_t number_field(const json& object, const char* key) {
  return number(field(object, key), key, kMostArgumentBytes);
}

const json& array_field(const json& object, const char* key) {
  const json& value = field(object, key);
  if (!value.is_array()) refuse(std::string(key) + " is not a list");
  return value;
}

ArgumentKind kind_field(const json& object) {
  const std::string name = text_field(object, "kind");
  for (std::size_t i = 0; i < kKindNames.size(); ++i) {
    if (name == kKindNames[i]) return static_cast<ArgumentKind>(i);
  }
  refuse("unknown kind of argument");
}

KernelArgument read_argument(const json& object) {
  KernelArgument argument;
  argument.name = text_field(object, "name");
  argument.type_name = text_field(object, "type");
  argument.access = text_field(object, "access");
  argument.kind = kind_field(object);
  argument.size = number_field(object, "size");
  argument.offset = number_field(object, "offset");
  if (argument.kind != ArgumentKind::Value && (argument.size != 4 || argument.offset % 4 != 0)) {
    refuse("a pointer argument is not a word");
  }
  return argument;
}

KernelInfo read_kernel(const json& object) {
  KernelInfo kernel;
  kernel.name = text_field(object, "name");
  kernel.entry_symbol = text_field(object, "entry");
  kernel.attributes = text_field(object, "attributes");
  kernel.argument_bytes = number_field(object, "argument_bytes");
  const json& group = array_field(object, "required_work_group_size");
  if (group.size() != kernel.required_work_group_size.size()) refuse("a group size has no 3 parts");
  for (std::size_t i = 0; i < group.size(); ++i) {
    kernel.required_work_group_size[i] = number(group[i], "required_work_group_size", UINT32_MAX);
  }
  // Programs of earlier versions have no such field.
  if (object.contains("required_sub_group_size")) {
    kernel.required_sub_group_size = number_field(object, "required_sub_group_size");
  }
  std::uint32_t used = 0;
  for (const json& entry : array_field(object, "arguments")) {
    KernelArgument argument = read_argument(entry);
    if (argument.offset < used || argument.size > kernel.argument_bytes ||
        argument.offset > kernel.argument_bytes - argument.size) {
      refuse("an argument lies outside the argument block");
    }
    used = argument.offset + argument.size;
    kernel.arguments.push_back(std::move(argument));
  }
  return kernel;
}

json to_json(const KernelInfo& kernel) {
  json arguments = json::array();
  for (const KernelArgument& argument : kernel.arguments) {
    arguments.push_back({{"name", argument.name},
                         {"type", argument.type_name},
                         {"access", argument.access},
                         {"kind", kKindNames.at(static_cast<std::size_t>(argument.kind))},
                         {"size", argument.size},
                         {"offset", argument.offset}});
  }
  json object = {{"name", kernel.name},
                 {"entry", kernel.entry_symbol},
                 {"attributes", kernel.attributes},
                 {"argument_bytes", kernel.argument_bytes},
                 {"required_work_group_size", kernel.required_work_group_size},
                 {"arguments", arguments}};
  if (kernel.required_sub_group_size != 0) {
    object["required_sub_group_size"] = kernel.required_sub_group_size;
  }
  return object;
}

/// Offset and size of each area.
json to_json(const StackSpills& spills) {
  json object = json::object();
  for (const auto& [function, areas] : spills) {
    json& list = object[function] = json::array();
    for (const StackArea& area : areas) list.push_back({area.offset, area.bytes});
  }
  return object;
}

StackSpills read_spills(const json& object) {
  StackSpills spills;
  if (!object.is_object()) refuse("spills are not an object");
  for (const auto& [function, areas] : object.items()) {
    if (!areas.is_array()) refuse("the spills of a function are not a list");
    std::vector<StackArea>& own = spills[function];
    for (const json& area : areas) {
      const bool fits = area.is_array() && area.size() == 2 && area[0].is_number_integer() &&
                        area[1].is_number_unsigned() && area[0] >= INT32_MIN &&
                        area[0] <= INT32_MAX && area[1] <= UINT32_MAX;
      if (!fits) refuse("a spill is not an offset and a size");
      own.push_back({area[0].get<std::int32_t>(), area[1].get<std::uint32_t>()});
    }
  }
  return spills;
}

}  // namespace

std::string write_kernel_table(const KernelTable& table) {
  json list = json::array();
  for (const KernelInfo& kernel : table.kernels) list.push_back(to_json(kernel));
  json object = {{"version", kVersion}, {"kernels", list}};
  if (!table.spills.empty()) object["spills"] = to_json(table.spills);
  return object.dump(1, ' ', false, json::error_handler_t::replace);
}

KernelTable read_kernel_table(const std::byte* data, std::size_t size) {
  const char* text = reinterpret_cast<const char*>(data);
  const json object = json::parse(text, text + size, nullptr, false);
  if (object.is_discarded()) refuse("not JSON");
  if (number(field(object, "version"), "version", UINT32_MAX) != kVersion) {
    refuse("its version is not " + std::to_string(kVersion));
  }
  std::set<std::string> names;
  KernelTable table;
  for (const json& entry : array_field(object, "kernels")) {
    table.kernels.push_back(read_kernel(entry));
    if (!names.insert(table.kernels.back().name).second) refuse("a kernel is there twice");
  }
  // Programs of earlier versions have none.
  if (object.contains("spills")) table.spills = read_spills(object["spills"]);
  return table;
}

}  // namespace lanefold
