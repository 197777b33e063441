// SPDX-License-Identifier: Apache-2.0
// From OpenCL C source text to a linked RISC-V ELF file that carries its own kernel table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lanefold/kernel_info.h"

namespace lanefold {

/// Absolute ELF symbol: bytes of local memory that the __local variables of all kernels need, in a
/// program that does not say it of each.
constexpr std::string_view kLocalBytesSymbol = "__lanefold_local_bytes";
/// Absolute ELF symbol: bytes of local memory that a kernel's own __local variables need, and those
/// of functions that it calls.
inline std::string local_bytes_symbol(const std::string& kernel) {
  return "__lanefold_local_bytes_" + kernel;
}
/// The device's printf: a program that has this symbol needs a printf buffer.
constexpr std::string_view kPrintfSymbol = "__lanefold_printf";

/// A header that comes as text (clCompileProgram): #include "name" or <name> finds it before any
/// file. The name may contain folders.
struct SourceHeader {
  std::string name, text;
};

struct CompileOptions {
  /// True compiles for RV32IMAFD with cl_khr_fp64, false for RV32IMAF. Unset: on if the source
  /// needs it.
  std::optional<bool> double_precision;
  /// Build options of OpenCL 1.2 clause 5.6.4, one element each: -D, -I, -cl-*, -w, -Werror, -g.
  /// Those of other implementations (-cl-nv-verbose) are noted in the log and have no effect.
  std::vector<std::string> user_options;
  std::vector<SourceHeader> headers;
  /// Where results are kept. Empty: $LANEFOLD_CACHE_DIR, else $XDG_CACHE_HOME/lanefold, else
  /// ~/.cache/lanefold, else a folder of the system's temporary directory.
  std::string cache_directory;
};

struct CompiledProgram {
  std::vector<std::byte> elf;
  std::string log;  ///< the compiler's warnings as it printed them, or empty
  bool from_cache =
      false;  ///< the back end did not run, nor, if nothing has changed, the front end
};

/// Compiles one translation unit. `file_name` is what diagnostics, line tables and relative
/// #includes go by; the file itself is not read. Throws Error(Compiler) with the compiler's own
/// text, or naming the package of a missing compiler. Safe to call from several processes at once.
CompiledProgram compile_opencl(const std::string& source_text, const std::string& file_name,
                               const CompileOptions& options = {});

/// Compiles one translation unit of a program, always for RV32IMAFD: a relocatable ELF file with a
/// kernel table. Its functions, kernels and __constant variables are visible to other units.
/// Otherwise as compile_opencl.
CompiledProgram compile_object(const std::string& source_text, const std::string& file_name,
                               const CompileOptions& options = {});

/// Links results of compile_object, and of link_objects with `library`, to a program or to a
/// library. `options.user_options` are those of clause 5.6.5. Throws Error(Compiler) with the
/// linker's own text for symbols that are missing (not in a library) or defined twice.
CompiledProgram link_objects(const std::vector<std::vector<std::byte>>& objects,
                             const CompileOptions& options, bool library);

/// Channels of a thread of Gen8's EU. A kernel that calls functions which are not inlined may get
/// fewer than were asked for.
enum class Gen8Width : std::uint8_t {
  Compiler = 0,  ///< of each kernel what Intel's compiler chooses
  Simd8 = 8,
  Simd16 = 16,
  Simd32 = 32,
};

struct Gen8Options {
  Gen8Width width = Gen8Width::Compiler;
  /// Whether a * b + c may be rounded once, as Intel's compiler does where nobody says otherwise.
  /// Programs of compile_opencl round twice.
  bool contract = false;
};

/// Compiles one translation unit with Intel's offline compiler, for the EU of Gen8 (Broadwell) with
/// 32-bit addresses: a zebin, as load_gen8_program takes it. Definitions of load_snoop that never
/// misses and of __LANEFOLD__ stand before the source. Otherwise as compile_opencl.
CompiledProgram compile_gen8(const std::string& source_text, const std::string& file_name,
                             const CompileOptions& options = {}, const Gen8Options& gen8 = {});

/// Throw Error(Compiler) naming the option for what compile_opencl and compile_object, or
/// link_objects, would refuse of `user_options`, whatever the source. Nothing is run.
void check_build_options(const CompileOptions& options);
void check_link_options(const CompileOptions& options);

/// Splits a build-option string as clBuildProgram takes it: quotes group words; a backslash takes a
/// quote, space or backslash as it is, and is itself before anything else.
std::vector<std::string> split_build_options(std::string_view text);

}  // namespace lanefold
