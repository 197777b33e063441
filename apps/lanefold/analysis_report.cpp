// SPDX-License-Identifier: Apache-2.0
// Listings, tables and JSON of analysed kernels.
#include "analysis_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>

#include "base/text.h"
#include "decisions/program/source_places.h"
#include "files.h"

namespace lanefold {
namespace {

using Json = nlohmann::ordered_json;

std::string group_text(const std::array<std::uint32_t, 3>& local) {
  return fmt::format("{}x{}x{}", local[0], local[1], local[2]);
}

/// "file.cl:12" without its folders.
std::string line_of(const SourcePlaces& places, std::uint32_t pc) {
  return base_name(source_line(places, pc));
}

/// Calls `visit` with each instruction that the kernel can come to, and its index.
template <class Visit>
void for_each_reached(const AnalysedKernel& kernel, Visit&& visit) {
  for (std::uint32_t i = 0; i < kernel.image->code.size(); ++i) {
    if (kernel.uniformity.at(i).reached) visit(i, kernel.image->code[i]);
  }
}

/// "0x10040 join < 0x10038 branch < 0x10020 load". What is only made of a divergent value is left
/// out.
std::string chain_text(const std::vector<DivergenceStep>& chain) {
  std::vector<std::string> steps;
  for (const DivergenceStep& step : chain) {
    if (step.rule == DivergenceRule::Operand) continue;
    steps.push_back(fmt::format("{:#x} {}", step.pc, name_of(step.rule)));
  }
  return join(steps, " < ");
}

struct KindCounts {
  std::uint32_t all = 0;
  std::uint32_t uniform = 0;
  std::string text() const { return fmt::format("{} of {}", uniform, all); }
};

struct Counts {
  std::array<std::uint32_t, 4> of_kind{};  ///< by Uniformity::Kind
  KindCounts alu;
  KindCounts loads;
  KindCounts branches;

  std::uint32_t all() const { return of_kind[0] + of_kind[1] + of_kind[2] + of_kind[3]; }
  std::uint32_t of(Uniformity::Kind kind) const { return of_kind[static_cast<std::size_t>(kind)]; }
};

Counts count(const AnalysedKernel& kernel) {
  Counts counts;
  for_each_reached(kernel, [&](std::uint32_t i, const Instruction& instruction) {
    const Uniformity& value = kernel.uniformity.at(i).value;
    ++counts.of_kind[static_cast<std::size_t>(value.kind())];
    const auto add = [&](KindCounts& of) {
      ++of.all;
      of.uniform += value.is_uniform() ? 1 : 0;
    };
    if (instruction.kind == InstructionClass::Alu) add(counts.alu);
    if (instruction.kind == InstructionClass::Load) add(counts.loads);
    if (instruction.kind == InstructionClass::Branch) add(counts.branches);
  });
  return counts;
}

Json instruction_json(const AnalysedKernel& kernel, const SourcePlaces& places, std::uint32_t i,
                      const Instruction& instruction) {
  const InstructionUniformity& known = kernel.uniformity.at(i);
  Json entry;
  entry["pc"] = instruction.pc;
  entry["text"] = disassemble(instruction);
  entry["source"] = line_of(places, instruction.pc);
  entry["value"] = known.value.text();
  entry["operands"] = Json::array();
  for (unsigned s = 0; s < instruction.sources; ++s) {
    entry["operands"].push_back(known.sources[s].text());
  }
  entry["cause"] = Json::array();
  for (const DivergenceStep& step : kernel.uniformity.cause(i)) {
    entry["cause"].push_back(
        {{"pc", step.pc}, {"rule", name_of(step.rule)}, {"source", line_of(places, step.pc)}});
  }
  return entry;
}

Json kernel_json(const AnalysedKernel& kernel) {
  const Counts counts = count(kernel);
  Json object;
  object["kernel"] = kernel.name;
  object["local"] = kernel.local;
  object["warp_width"] = kernel.warp_width;
  object["uniform"] = counts.of(Uniformity::Kind::Uniform);
  object["affine"] = counts.of(Uniformity::Kind::Affine);
  object["divergent"] = counts.of(Uniformity::Kind::Divergent);
  object["instructions"] = Json::array();
  const SourcePlaces places(kernel.image->elf);
  for_each_reached(kernel, [&](std::uint32_t i, const Instruction& instruction) {
    object["instructions"].push_back(instruction_json(kernel, places, i, instruction));
  });
  return object;
}

}  // namespace

std::string name_of_line(const std::string& line) { return line.empty() ? "(no line)" : line; }

std::string analysis_listing(const AnalysedKernel& kernel) {
  std::string text = fmt::format("kernel {}, groups of {} on warps of {} lanes\n", kernel.name,
                                 group_text(kernel.local), kernel.warp_width);
  const SourcePlaces places(kernel.image->elf);
  std::optional<std::string> line;
  for_each_reached(kernel, [&](std::uint32_t i, const Instruction& instruction) {
    const std::string here = line_of(places, instruction.pc);
    if (here != line) text += name_of_line(here) + "\n";
    line = here;
    std::string row = fmt::format("  {:#x}  {:<30}  {:<12}", instruction.pc,
                                  disassemble(instruction), kernel.uniformity.at(i).value.text());
    const std::string why = chain_text(kernel.uniformity.cause(i));
    if (!why.empty()) row += "  " + why;
    text += row.substr(0, row.find_last_not_of(' ') + 1) + "\n";
  });
  return text;
}

std::string analysis_summary(const std::vector<AnalysedKernel>& kernels) {
  TextTable table({"kernel", "group", "instructions", "uniform", "affine", "divergent",
                   "uniform ALU", "loads", "branches"});
  for (const AnalysedKernel& kernel : kernels) {
    const Counts counts = count(kernel);
    table.row({kernel.name, group_text(kernel.local), with_thousands(counts.all()),
               with_thousands(counts.of(Uniformity::Kind::Uniform)),
               with_thousands(counts.of(Uniformity::Kind::Affine)),
               with_thousands(counts.of(Uniformity::Kind::Divergent)), counts.alu.text(),
               counts.loads.text(), counts.branches.text()});
  }
  return table.text();
}

std::string analysis_json(const std::vector<AnalysedKernel>& kernels) {
  Json root;
  root["schema"] = "lanefold.analysis/2";
  root["kernels"] = Json::array();
  for (const AnalysedKernel& kernel : kernels) root["kernels"].push_back(kernel_json(kernel));
  return root.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace lanefold
