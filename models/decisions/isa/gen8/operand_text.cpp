// SPDX-License-Identifier: Apache-2.0
// Text of registers and regions.

#include <fmt/format.h>

#include <array>

#include "decisions/isa/gen8/text_parts.h"

namespace lanefold::gen8 {
namespace {

struct FileName {
  const char* text;
  bool has_number;
  bool has_element;
};

/// By RegisterFile. An element of null is only written where it is not the first.
constexpr std::array<FileName, 15> kFileNames = {{{"r", true, true},
                                                  {"null", false, false},
                                                  {"a", true, true},
                                                  {"acc", true, true},
                                                  {"mme", true, true},
                                                  {"f", true, true},
                                                  {"ce", false, false},
                                                  {"sp", false, true},
                                                  {"sr", true, true},
                                                  {"cr", true, true},
                                                  {"n", true, true},
                                                  {"ip", false, false},
                                                  {"tdr", true, true},
                                                  {"tm", true, true},
                                                  {"dbg", true, true}}};

std::string register_text(const Operand& operand, bool with_element) {
  const FileName& file = kFileNames[static_cast<std::size_t>(operand.file)];
  std::string text = file.text;
  if (file.has_number) {
    text += std::to_string(operand.number);
  }
  const unsigned element = operand.byte / type_bytes(operand.type);
  const bool null_inside = operand.file == RegisterFile::Null && element != 0;
  if (with_element && (file.has_element || null_inside)) {
    text += "." + std::to_string(element);
  }
  return text;
}

std::string macro_text(std::uint8_t macro) {
  return macro == kNoMacroAccumulator ? ".nomme" : fmt::format(".mme{}", macro);
}

std::string indirect_text(const Operand& operand) {
  if (operand.address_offset == 0) {
    return fmt::format("r[a0.{}]", operand.address_element);
  }
  return fmt::format("r[a0.{},{}]", operand.address_element, operand.address_offset);
}

std::string place_text(const Operand& operand) {
  if (operand.kind == OperandKind::Indirect) {
    return indirect_text(operand);
  }
  if (operand.macro) {
    return register_text(operand, false) + macro_text(*operand.macro);
  }
  return register_text(operand, true);
}

std::string region_text(const Region& region) {
  if (!region.vertical) {
    return fmt::format("<{},{}>", region.width, region.horizontal);
  }
  return fmt::format("<{};{},{}>", *region.vertical, region.width, region.horizontal);
}

/// An instruction with three sources has no full regions: one element, or all in order.
const char* ternary_region_text(const Region& region, unsigned index) {
  const bool scalar = region == kScalarRegion;
  if (index == 2) {
    return scalar ? "<0>" : "<1>";
  }
  return scalar ? "<0;0>" : "<2;1>";
}

std::string modifier_text(const Operand& operand) {
  std::string text = operand.complement ? "~" : "";
  text += operand.negate ? "-" : "";
  text += operand.absolute ? "(abs)" : "";
  return text;
}

std::string typed(const Operand& operand, const std::string& region) {
  return modifier_text(operand) + place_text(operand) + (operand.macro ? "" : region) + ":" +
         type_text(operand.type);
}

}  // namespace

const char* type_text(DataType type) {
  constexpr std::array<const char*, 14> kNames = {"ud", "d",  "uw", "w",  "ub", "b",  "df",
                                                  "f",  "uq", "q",  "hf", "uv", "vf", "v"};
  return kNames[static_cast<std::size_t>(type)];
}

std::string destination_text(const Operand& operand) {
  return typed(operand, fmt::format("<{}>", operand.region.horizontal));
}

std::string source_text(const Operand& operand) {
  if (operand.kind == OperandKind::Immediate) {
    return immediate_text(operand);
  }
  return typed(operand, region_text(operand.region));
}

std::string ternary_source_text(const Operand& operand, unsigned index) {
  return typed(operand, ternary_region_text(operand.region, index));
}

std::string return_address_text(const Operand& operand) { return typed(operand, ""); }

std::string payload_text(const Operand& operand) {
  const std::string text = register_text(operand, false);
  return operand.type == DataType::Ud ? text : text + ":" + type_text(operand.type);
}

}  // namespace lanefold::gen8
