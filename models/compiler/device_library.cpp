// SPDX-License-Identifier: Apache-2.0
// Compiles the device library, or takes it from the cache.
#include "compiler/device_library.h"

#include <fmt/format.h>

#include "base/output_file.h"
#include "compiler/files.h"
#include "lanefold/error.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

template <class Enum>
std::string definition(const char* name, Enum value) {
  return fmt::format("-DLANEFOLD_{}={:#x}", name, static_cast<std::uint32_t>(value));
}

/// The machine's interface, as macros for the library's sources.
std::vector<std::string> machine_definitions() {
  return {definition("CSR_LOCAL_ID", WorkItemCsr::LocalId0),
          definition("CSR_GROUP_ID", WorkItemCsr::GroupId0),
          definition("CSR_GLOBAL_ID", WorkItemCsr::GlobalId0),
          definition("CSR_LOCAL_SIZE", WorkItemCsr::LocalSize0),
          definition("CSR_GLOBAL_SIZE", WorkItemCsr::GlobalSize0),
          definition("CSR_GROUP_COUNT", WorkItemCsr::GroupCount0),
          definition("CSR_GLOBAL_OFFSET", WorkItemCsr::GlobalOffset0),
          definition("CSR_WORK_DIMENSIONS", WorkItemCsr::WorkDimensions),
          definition("CSR_SNOOP_HIT", WorkItemCsr::SnoopHit),
          definition("CSR_MAX_SUB_GROUP_SIZE", WorkItemCsr::MaxSubGroupSize),
          definition("CSR_SUB_GROUP_COUNT", WorkItemCsr::SubGroupCount),
          definition("CSR_SUB_GROUP_ID", WorkItemCsr::SubGroupId),
          definition("CSR_SUB_GROUP_SIZE", WorkItemCsr::SubGroupSize),
          definition("CSR_SUB_GROUP_LOCAL_ID", WorkItemCsr::SubGroupLocalId),
          definition("CSR_SUB_GROUP_EXCHANGE", WorkItemCsr::SubGroupExchange),
          definition("CUSTOM0", kCustom0),
          definition("BARRIER", Custom0Group::Barrier),
          definition("EXTENDED_MATH", Custom0Group::ExtendedMath),
          definition("SNOOP_BYTE", Custom0Group::SnoopByte),
          definition("SNOOP_WORD", Custom0Group::SnoopWord),
          definition("EM_RSQRT", ExtendedMathOp::Rsqrt),
          definition("EM_SIN", ExtendedMathOp::Sin),
          definition("EM_COS", ExtendedMathOp::Cos),
          definition("EM_EXP", ExtendedMathOp::Exp),
          definition("EM_EXP2", ExtendedMathOp::Exp2),
          definition("EM_LOG", ExtendedMathOp::Log),
          definition("EM_LOG2", ExtendedMathOp::Log2),
          definition("EM_POW", ExtendedMathOp::Pow)};
}

bool has_suffix(const std::string& name, const std::string& suffix) {
  return name.size() > suffix.size() &&
         name.compare(name.size() - suffix.size(), suffix.size(), suffix) == 0;
}

/// Writes all sources into `folder` and one file that includes those with the suffix, in order.
std::filesystem::path write_unit(const std::filesystem::path& folder, const std::string& suffix) {
  std::filesystem::create_directories(folder);
  std::string all;
  for (const EmbeddedFile& file : device_library_files()) {
    write_file(folder / file.name, file.text);
    if (has_suffix(file.name, suffix)) all += "#include \"" + file.name + "\"\n";
  }
  std::filesystem::path unit = folder / ("device_library" + suffix);
  write_file(unit, all);
  return unit;
}

std::string compile_unit(const Tools& tools, std::vector<std::string> arguments,
                         const std::filesystem::path& unit, const std::filesystem::path& scratch) {
  const std::filesystem::path output = unit.string() + ".out";
  arguments.insert(arguments.end(), {"-c", "-o", output.string(), unit.string()});
  const ToolResult result = run_tool(tools.clang, arguments, {scratch, ".", {}});
  if (!result.succeeded) {
    throw Error(ErrorKind::Compiler, "the device library does not compile with " +
                                         tools.clang.string() + ":\n" + result.messages);
  }
  return read_result(output);
}

/// Front end only: optimisation follows when a function has become part of a program.
std::vector<std::string> bitcode_arguments(bool double_precision) {
  std::vector<std::string> arguments = target_arguments(double_precision);
  for (const auto& more : {language_arguments(double_precision, true), machine_definitions()}) {
    arguments.insert(arguments.end(), more.begin(), more.end());
  }
  arguments.insert(arguments.end(),
                   {"-cl-std=CL1.2", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-Wall",
                    "-Wno-unused-function", "-Werror"});
  return arguments;
}

std::vector<std::string> runtime_arguments(bool double_precision) {
  std::vector<std::string> arguments = target_arguments(double_precision);
  arguments.insert(arguments.end(), {"-x", "c", "-std=c11", "-Wall", "-Wextra", "-Werror",
                                     definition("CSR_PRINTF_BUFFER", WorkItemCsr::PrintfBuffer),
                                     definition("PRINTF_BUFFER_BYTES", kPrintfBufferBytes)});
  return arguments;
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += word + '\n';
  return text;
}

}  // namespace

const std::string& device_library_file(const std::string& name) {
  for (const EmbeddedFile& file : device_library_files()) {
    if (file.name == name) return file.text;
  }
  throw Error(ErrorKind::Internal, "the device library has no file " + name);
}

std::vector<std::string> target_arguments(bool double_precision) {
  return {"--target=riscv32-unknown-elf",
          double_precision ? "-march=rv32imafd_zba_zbb_zicond" : "-march=rv32imaf_zba_zbb_zicond",
          double_precision ? "-mabi=ilp32d" : "-mabi=ilp32f",
          "-O2",
          "-ffreestanding",
          "-fno-jump-tables",
          "-fno-optimize-sibling-calls",
          "-ffp-contract=off",
          "-ffunction-sections",
          "-fdata-sections",
          "-msmall-data-limit=0",
          "-fno-color-diagnostics"};
}

std::vector<std::string> language_arguments(bool double_precision, bool half_precision) {
  std::string extensions =
      "-cl-ext=-all,+cl_khr_byte_addressable_store,+cl_khr_global_int32_base_atomics,"
      "+cl_khr_global_int32_extended_atomics,+cl_khr_local_int32_base_atomics,"
      "+cl_khr_local_int32_extended_atomics,+cl_khr_3d_image_writes";
  if (double_precision) extensions += ",+cl_khr_fp64";
  if (half_precision) extensions += ",+cl_khr_fp16";
  return {"-x", "cl", "-Xclang", "-ffake-address-space-map", "-Xclang", std::move(extensions),
          "-D__OPENCL_VERSION__=120", "-D__IMAGE_SUPPORT__=1", "-D__LANEFOLD__=1",
          // To clang these are of OpenCL C 2.0, or no extensions at all.
          "-Dcl_khr_subgroups=1", "-Dcl_intel_required_subgroup_size=1"};
}

std::string device_library_hash(const Tools& tools, bool double_precision) {
  std::string identity = tools.fingerprint + joined(bitcode_arguments(double_precision)) +
                         joined(runtime_arguments(double_precision));
  for (const EmbeddedFile& file : device_library_files()) identity += file.name + '\n' + file.text;
  return content_hash(identity);
}

DeviceLibrary device_library(const Tools& tools, const CompilationCache& cache,
                             bool double_precision, const std::filesystem::path& scratch) {
  DeviceLibrary library;
  library.hash = device_library_hash(tools, double_precision);
  const auto obtain = [&](const char* suffix, const std::vector<std::string>& arguments) {
    const std::string key = "library-" + library.hash + suffix;
    if (auto cached = cache.load(key)) return *std::move(cached);
    std::string made =
        compile_unit(tools, arguments, write_unit(scratch / "device_library", suffix), scratch);
    cache.store(key, made);
    return made;
  };
  library.bitcode = obtain(".cl", bitcode_arguments(double_precision));
  library.runtime = obtain(".c", runtime_arguments(double_precision));
  return library;
}

}  // namespace lanefold
