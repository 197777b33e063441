// SPDX-License-Identifier: Apache-2.0
// Generates the start routines of kernels as LLVM IR.
#include "compiler/entry_stub.h"

#include <fmt/format.h>

#include "decisions/program/entry_symbol.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

/// Words of the layout table for a type's size or a field's offset: the address that a pointer to
/// the next element (or the field) of an object at null would have.
std::string address_in_null(const std::string& type, const std::string& indices) {
  return fmt::format("i32 ptrtoint (ptr getelementptr ({}, ptr null, {}) to i32)", type, indices);
}

/// Name of the IR type that describes the kernel's argument block.
std::string block_type(const IrKernel& kernel) {
  return fmt::format("%\"__lanefold_arguments_{}\"", kernel.ir_name);
}

std::string block_definition(const IrKernel& kernel) {
  std::string fields;
  for (const IrParameter& parameter : kernel.parameters) {
    fields += (fields.empty() ? "" : ", ") + parameter.ir_type;
  }
  return fmt::format("{} = type {{ {} }}\n", block_type(kernel), fields);
}

/// Entered with no stack: only the assembler text may run here.
std::string start_routine(const IrKernel& kernel) {
  return fmt::format(
      "define dso_local void @\"__lanefold_entry_{0}\"() naked noinline nounwind "
      "section \".text.lanefold_entry\" {{\n"
      "  call void asm sideeffect \"csrr sp, {1:#x}\\0Acall $0\\0A.insn r {2:#x}, {3}, 0, x0, x0, "
      "x0\", \"i\"(ptr @\"__lanefold_stub_{0}\")\n"
      "  unreachable\n}}\n",
      kernel.ir_name, static_cast<std::uint32_t>(WorkItemCsr::StackTop), kCustom0,
      static_cast<std::uint32_t>(Custom0Group::Exit));
}

/// A debug node's number that the front end does not reach.
std::size_t node_number(std::size_t index) { return 1'000'000'000 + index; }

/// The function's debug node again, for the stub that takes in its code: without one the merged
/// code would lose its line numbers.
std::string debug_node(const IrKernel& kernel, std::size_t index) {
  return fmt::format("!{} = {}\n", node_number(index), kernel.subprogram);
}

/// " !dbg …" for the call in the stub: the line of the kernel's declaration.
std::string call_location(const IrKernel& kernel, std::size_t index) {
  const std::size_t at = kernel.subprogram.find(" line: ");
  const std::size_t end = kernel.subprogram.find(',', at);
  if (at == std::string::npos || end == std::string::npos) return "";
  return fmt::format(", !dbg !DILocation(line: {}, scope: !{})",
                     kernel.subprogram.substr(at + 7, end - at - 7), node_number(index));
}

std::string stub(const IrKernel& kernel, std::size_t index) {
  const std::string location = call_location(kernel, index);
  std::string loads;
  std::string call;
  for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
    const IrParameter& parameter = kernel.parameters[i];
    loads += fmt::format("  %p{0} = getelementptr inbounds {1}, ptr %block, i32 0, i32 {0}\n", i,
                         block_type(kernel));
    if (i != 0) call += ", ";
    if (parameter.passing.empty()) {
      loads += fmt::format("  %v{0} = load {1}, ptr %p{0}, !invariant.load !{{}}{2}\n", i,
                           parameter.ir_type, location);
      call += fmt::format("{} %v{}", parameter.ir_type, i);
    } else {
      call += fmt::format("ptr {} %p{}", parameter.passing, i);
    }
  }
  const std::string node = location.empty() ? "" : fmt::format("!dbg !{} ", node_number(index));
  return fmt::format(
             "define dso_local void @\"__lanefold_stub_{0}\"() {1} {5}{{\n"
             "  %address = call i32 asm \"csrr $0, {2:#x}\", \"=r\"()\n"
             "  %block = inttoptr i32 %address to ptr\n"
             "{3}  call spir_kernel void @\"{0}\"({4}) alwaysinline{6}\n  ret void\n}}\n",
             kernel.ir_name, kernel.attributes,
             static_cast<std::uint32_t>(WorkItemCsr::ArgumentBlock), loads, call, node, location) +
         (location.empty() ? "" : debug_node(kernel, index));
}

std::string layout_table(const std::vector<IrKernel>& kernels) {
  std::string words;
  std::size_t count = 0;
  const auto append = [&](const std::string& word) {
    words += (count++ == 0 ? "  " : ",\n  ") + word;
  };
  for (const IrKernel& kernel : kernels) {
    append(address_in_null(block_type(kernel), "i32 1"));
    for (std::size_t i = 0; i < kernel.parameters.size(); ++i) {
      append(address_in_null(block_type(kernel), fmt::format("i32 0, i32 {}", i)));
      append(address_in_null(kernel.parameters[i].ir_type, "i32 1"));
    }
  }
  return fmt::format(
      "@__lanefold_layout = weak dso_local constant [{} x i32] [\n{}\n], section "
      "\".lanefold.layout\"\n",
      count, words);
}

}  // namespace

std::string entry_symbol(const std::string& kernel_name) {
  return std::string(kEntryPrefix) + kernel_name;
}

std::string entry_stubs(const std::vector<IrKernel>& kernels) {
  std::string ir;
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    ir += block_definition(kernels[i]) + start_routine(kernels[i]) + stub(kernels[i], i);
  }
  return ir + layout_table(kernels);
}

}  // namespace lanefold
