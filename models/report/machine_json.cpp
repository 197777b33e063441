// SPDX-License-Identifier: Apache-2.0
// The parameters of a machine as JSON.
#include "report/machine_json.h"

namespace lanefold {
namespace {

class MachineWriter {
 public:
  explicit MachineWriter(nlohmann::ordered_json& object) : object_(object) {}

  template <class Number>
  void number(const char* key, Number& field, std::uint64_t, std::uint64_t, const char*,
              const Conditions& = {}) {
    object_[key] = field;
  }
  void number_or(const char* key, const std::uint32_t& field, std::uint64_t, std::uint64_t,
                 const char* word, std::uint64_t value, const char*, const Conditions& = {}) {
    if (field == value) {
      object_[key] = word;
    } else {
      object_[key] = field;
    }
  }
  void flag(const char* key, const bool& field, const char*, const Conditions& = {}) {
    object_[key] = field;
  }
  template <class Enum>
  void choice(const char* key, const Enum& field, const char*, const Conditions& = {}) {
    object_[key] = name_of(field);
  }
  void text(const char* key, const std::string& field, const char*, const Conditions& = {}) {
    object_[key] = field;
  }
  template <class Block>
  void section(const char* name, Block& block, const char*, const Conditions& = {}) {
    MachineWriter inner(object_[name]);
    std::decay_t<Block>::describe(block, inner);
  }

 private:
  nlohmann::ordered_json& object_;
};

}  // namespace

nlohmann::ordered_json machine_json(const MachineConfig& machine) {
  nlohmann::ordered_json object;
  MachineWriter writer(object);
  MachineConfig::describe(machine, writer);
  return object;
}

}  // namespace lanefold
