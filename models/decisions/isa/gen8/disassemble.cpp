// SPDX-License-Identifier: Apache-2.0
// Text of an instruction, word for word that of Intel's `iga64 -d -p=8 -n`, without its columns.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "decisions/isa/gen8/text_parts.h"

namespace lanefold::gen8 {
namespace {

std::string flag_text(const Instruction& i) {
  return fmt::format("f{}.{}", i.flag_register, i.flag_subregister);
}

/// For instance "(W&~f0.1.any8h)", or nothing.
std::string mask_text(const Instruction& i) {
  constexpr std::array<const char*, 14> kControls = {
      "",       "",       ".anyv",  ".allv",   ".any2h",  ".all2h",  ".any4h",
      ".all4h", ".any8h", ".all8h", ".any16h", ".all16h", ".any32h", ".all32h"};
  if (i.predicate == PredicateControl::None) {
    return i.no_mask ? "(W)" : "";
  }
  return fmt::format("({}{}{}{})", i.no_mask ? "W&" : "", i.predicate_inverted ? "~" : "",
                     flag_text(i), kControls[static_cast<std::size_t>(i.predicate)]);
}

const char* math_text(MathFunction function) {
  constexpr std::array<const char*, 16> kNames = {"",     "inv",  "log",  "exp",  "sqt", "rsqt",
                                                  "sin",  "cos",  "",     "fdiv", "pow", "idiv",
                                                  "iqot", "irem", "invm", "rsqtm"};
  return kNames[static_cast<std::size_t>(function)];
}

std::string mnemonic(const Instruction& i) {
  if (i.opcode == Opcode::Math) {
    return fmt::format("math.{}", math_text(i.math));
  }
  return fmt::format("{}{}", i.info().text, i.branch_control ? ".b" : "");
}

bool shows_channels(Format format) {
  return format != Format::None && format != Format::Jump && format != Format::Wait;
}

std::string condition_text(const Instruction& i) {
  constexpr std::array<const char*, 10> kNames = {"",   "eq", "ne", "gt", "ge",
                                                  "lt", "le", "",   "ov", "un"};
  if (i.is_math_macro()) {
    return "(eo)" + flag_text(i);  // the macro leaves the rest to others early
  }
  if (i.condition == Condition::None) {
    return "";
  }
  return fmt::format("({}){}", kNames[static_cast<std::size_t>(i.condition)], flag_text(i));
}

std::string operation_operands(const Instruction& i) {
  std::string text = (i.saturate ? "(sat)" : "") + destination_text(i.destination);
  for (unsigned n = 0; n < i.source_count; ++n) {
    text += " ";
    text += i.info().format == Format::Ternary ? ternary_source_text(i.sources.at(n), n)
                                               : source_text(i.sources.at(n));
  }
  return text;
}

std::string operands(const Instruction& i) {
  switch (i.info().format) {
    case Format::None:
      return "";
    case Format::Jump:
    case Format::OneTarget:
      return std::to_string(i.jip);
    case Format::TwoTargets:
      return fmt::format("{} {}", i.jip, i.uip);
    case Format::Call:
      return fmt::format("{} {}", return_address_text(i.destination), i.jip);
    case Format::Return:
      return return_address_text(i.sources[0]);
    case Format::Wait:
      return source_text(i.sources[0]);
    case Format::Send:
      return fmt::format("{} {} 0x{:X} 0x{:08X}", payload_text(i.destination),
                         payload_text(i.sources[0]), i.message.extended_descriptor(),
                         i.message.descriptor);
    default:
      return operation_operands(i);
  }
}

/// In alphabetical order, within braces; or nothing.
std::string options_text(const Instruction& i) {
  std::vector<const char*> options;
  const auto add = [&options](bool present, const char* name) {
    if (present) {
      options.push_back(name);
    }
  };
  add(i.writes_accumulator, "AccWrEn");
  add(i.thread_control == ThreadControl::Atomic, "Atomic");
  add(i.breakpoint, "Breakpoint");
  add(i.is_compacted(), "Compacted");
  add(i.message.end_of_thread, "EOT");
  add(i.no_dependency_check, "NoDDChk");
  add(i.no_dependency_clear, "NoDDClr");
  add(i.thread_control == ThreadControl::Switch, "Switch");
  return options.empty() ? "" : fmt::format("{{{}}}", fmt::join(options, ","));
}

}  // namespace

std::string disassemble(const Instruction& instruction) {
  const Format format = instruction.info().format;
  std::string text;
  const auto add = [&text](const std::string& part) {
    if (!part.empty()) {
      text += (text.empty() ? "" : " ") + part;
    }
  };
  add(mask_text(instruction));
  add(mnemonic(instruction));
  if (shows_channels(format)) {
    add(fmt::format("({}|M{})", instruction.execution_size, instruction.channel_offset));
  }
  add(condition_text(instruction));
  add(operands(instruction));
  add(options_text(instruction));
  if (format == Format::Send) {
    add("// " + message_text(instruction.message));
  }
  return text;
}

}  // namespace lanefold::gen8
