// SPDX-License-Identifier: Apache-2.0
// What a launch must know of a kernel; carried from compiler to machine inside the ELF file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace lanefold {

enum class ArgumentKind : std::uint8_t {
  Global,    ///< pointer into global memory: a buffer's address, 4 bytes in the argument block
  Constant,  ///< pointer into constant memory: as Global, but the kernel only reads
  Local,    ///< pointer into local memory: the launch names a size, the machine assigns the address
  Value,    ///< a scalar, vector or struct, copied byte by byte
  Image,    ///< the address of a buffer that begins with an ImageDescriptor, 4 bytes
  Sampler,  ///< SamplerBits, 4 bytes
};

/// One argument of a kernel, OpenCL 1.2 clause 5.7.2.
struct KernelArgument {
  std::string name;       ///< as in the source; empty if unknown
  std::string type_name;  ///< as in the source, for instance "float*" or "float4"
  ArgumentKind kind = ArgumentKind::Value;
  std::uint32_t size = 0;    ///< bytes in the argument block; 4 for pointers
  std::uint32_t offset = 0;  ///< bytes from the start of the argument block
  std::string
      access;  ///< access qualifier and type qualifiers as written ("const restrict"), or empty
};

/// Local memory of a work-item that exchanges values within its sub-group: the largest scalar.
constexpr std::uint32_t kExchangeBytes = 8;

/// One kernel of a program.
struct KernelInfo {
  std::string name;
  std::string
      entry_symbol;  ///< symbol of the generated stub that loads the arguments and calls the kernel
  std::vector<KernelArgument> arguments;
  std::uint32_t argument_bytes = 0;  ///< size of the argument block
  /// reqd_work_group_size, or zeros when the kernel does not ask for one.
  std::array<std::uint32_t, 3> required_work_group_size{};
  /// intel_reqd_sub_group_size, or 0 when the kernel does not ask for one.
  std::uint32_t required_sub_group_size = 0;
  /// Its attributes as in the source, separated by spaces, as CL_KERNEL_ATTRIBUTES (OpenCL 1.2
  /// clause 5.7.3): "reqd_work_group_size(8,4,1) vec_type_hint(float4)".
  std::string attributes;
  /// Of a work-group, for __local variables that are no arguments, its own and those of functions
  /// that it calls; loaders set it.
  std::uint32_t local_bytes = 0;
  /// Whether its work-items exchange values within sub-groups, for which a launch has
  /// `kExchangeBytes` of local memory for each work-item of a group, behind everything else;
  /// loaders set it.
  bool exchanges_in_sub_groups = false;
  /// Work-items of a hardware thread, and bytes of memory that the kernel has for each; loaders set
  /// both where the program decides them. 0: the machine does (core.warp_width,
  /// memory.private_bytes).
  std::uint32_t thread_width = 0;
  std::uint32_t private_bytes = 0;
};

}  // namespace lanefold
