// SPDX-License-Identifier: Apache-2.0
// `lanefold doctor`: which optional parts are here, what they are for, and what installs the rest.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>

#include "base/output_file.h"
#include "base/python.h"
#include "base/text.h"
#include "beside_program.h"
#include "build_info.h"
#include "commands.h"
#include "lanefold/config.h"
#include "lanefold/error.h"

namespace lanefold {

namespace {

namespace fs = std::filesystem;

/// Something that is looked for: a program, or a file.
struct Part {
  const char* name;      ///< a program of the path, or a file if it begins with a slash
  const char* variable;  ///< environment variable that may name another; or none
  const char* purpose;
  const char* package;  ///< of Debian
  bool required = false;
};

constexpr std::array<Part, 15> kParts{{
    {"clang-19", "LANEFOLD_CLANG", "compiles OpenCL C", "clang-19", true},
    {"ld.lld-19", "LANEFOLD_LLD", "compiles OpenCL C", "lld-19", true},
    {"ocloc", "LANEFOLD_OCLOC", "compiles for core.isa=gen8", "intel-opencl-icd"},
    {"python3", "LANEFOLD_PYTHON", "sweep and study", "python3"},
    {"verilator", "", "cosim, and RTL of your own in --rtl", "verilator"},
    {"iverilog", "", "the RTL as Verilog-2005", "iverilog"},
    {"yosys", "", "scripts/prove and scripts/synth", "yosys"},
    {"berkeley-abc", "", "scripts/synth and scripts/prove", "berkeley-abc"},
    {"cadical", "", "scripts/prove", "cadical"},
    {"sta", "", "delays of scripts/synth", "opensta"},
    {"fst2vcd", "", "scripts/switching-power and scripts/layout-power", "gtkwave"},
    {"qemu-riscv32", "", "tests: the reference for instructions", "qemu-user"},
    {"clinfo", "", "tests: applications that others wrote", "clinfo"},
    {"/etc/OpenCL/vendors/pocl.icd", "", "tests: another OpenCL platform", "pocl-opencl-icd"},
    {"/usr/share/qflow/tech/osu018", "", "cells for scripts/synth", "qflow-tech-osu018"},
}};

std::string variable(const char* name) {
  const char* const value = *name == '\0' ? nullptr : std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Where it is; empty if it is nowhere.
std::string place_of(const Part& part) {
  const std::string chosen = variable(part.variable);
  std::string wanted = chosen.empty() ? part.name : chosen;
  if (chosen.empty() && wanted == "python3") wanted = python_interpreter();
  std::error_code ignored;
  if (wanted.find('/') != std::string::npos) return fs::exists(wanted, ignored) ? wanted : "";
  for (const std::string& folder : split(variable("PATH"), ':')) {
    std::string file = (folder.empty() ? "." : folder) + "/" + wanted;
    if (access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file, ignored)) return file;
  }
  return "";
}

/// Where a part of the build is, or what is missing.
template <class Find>
std::string place_line(const std::string& name, Find&& find) {
  try {
    return name + ": " + find() + "\n";
  } catch (const Error& error) {
    return name + ": " + error.what() + "\n";
  }
}

/// What comes with the program: data, and what the build may have left out.
std::string own_parts() {
  std::string text;
  for (const char* folder : {"configs", "workloads", "studies"}) {
    text += place_line(folder, [&] { return data_directory(folder); });
  }
  text += place_line("OpenCL driver (exec)", driver_file);
  text += place_line("other OpenCL platforms (--against)", reference_file);
  return text + "RTL (--rtl, cosim): " + rtl_text() + "\n";
}

}  // namespace

void doctor_command() {
  std::string parts;
  std::vector<std::string> missing;
  bool complete = true;
  for (const Part& part : kParts) {
    const std::string place = place_of(part);
    parts += fmt::format("{:30}{:30}{}\n", part.name, place.empty() ? "-" : place, part.purpose);
    if (!place.empty()) continue;
    missing.emplace_back(part.package);
    complete &= !part.required;
  }
  std::string text = version_text() + "\n\n" + own_parts() + "\n" + parts + "\n";
  text += missing.empty() ? "nothing is missing\n"
                          : "to install the rest: apt-get install " + join(missing, " ") + "\n";
  print_to(stdout, text);
  if (complete) return;
  throw Error(ErrorKind::Compiler, "kernels cannot be compiled: install clang-19 and lld-19");
}

}  // namespace lanefold
