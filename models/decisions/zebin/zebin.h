// SPDX-License-Identifier: Apache-2.0
// A program for Gen8's EU as Intel's offline compiler writes it: an ELF32 file ("zebin") of which
// the section .ze_info says what each kernel starts with.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lanefold/kernel_info.h"

namespace lanefold::gen8 {

/// What a piece of a thread's payload holds.
enum class PayloadKind : std::uint8_t {
  GlobalIdOffset,     ///< of x, y, z
  LocalSize,          ///< of x, y, z
  EnqueuedLocalSize,  ///< of x, y, z
  GroupCount,         ///< of x, y, z
  GlobalSize,         ///< of x, y, z
  WorkDimensions,
  Value,          ///< an argument's bytes, or those of a member of a struct
  Pointer,        ///< an argument's address
  BufferAddress,  ///< the address again of a buffer that has a surface
  BufferOffset,   ///< where a buffer begins in its surface
  PrivateBase,    ///< address of the memory for private arrays
  PrintfBuffer,   ///< address
};

/// How code reaches what a pointer points to.
enum class AddressMode : std::uint8_t {
  Stateless,  ///< by its address, which is in the payload
  Stateful,   ///< by an entry of the binding table
  Local,      ///< by its offset in local memory, which is in the payload
};

struct PayloadArgument {
  PayloadKind kind = PayloadKind::Value;
  std::uint32_t offset = 0;    ///< bytes from the start of the cross-thread block
  std::uint32_t size = 0;      ///< bytes; 0 for a pointer that is in the binding table only
  std::uint32_t argument = 0;  ///< of the kernel: of Value, Pointer, BufferAddress, BufferOffset
  AddressMode mode = AddressMode::Stateless;         ///< of Pointer
  ArgumentKind argument_kind = ArgumentKind::Value;  ///< of Value, Pointer
  std::uint32_t source_offset = 0;                   ///< of Value: bytes into the argument
  std::uint32_t slm_alignment = 0;                   ///< of pointers to local memory, bytes

  bool has_argument() const {
    return kind == PayloadKind::Value || kind == PayloadKind::Pointer ||
           kind == PayloadKind::BufferAddress || kind == PayloadKind::BufferOffset;
  }
};

/// An entry of the binding table.
struct Surface {
  std::uint32_t index = 0;     ///< as messages name it
  std::uint32_t argument = 0;  ///< whose buffer it is
};

/// The sections that code refers to.
enum class DataSection : std::uint8_t { Constant, Strings, Global };

/// How a relocation writes the address.
enum class RelocationKind : std::uint8_t {
  Address64 = 1,  ///< all 64 bits
  Low32 = 2,
  High32 = 3,
};

/// A place that holds the address of data, once that is known.
struct Relocation {
  std::uint32_t offset = 0;  ///< of the place, in bytes
  RelocationKind kind = RelocationKind::Address64;
  DataSection section = DataSection::Constant;
  std::uint32_t target = 0;  ///< bytes into the section

  /// Of the place.
  std::uint32_t bytes() const { return kind == RelocationKind::Address64 ? 8 : 4; }
};

/// Bytes with places that hold addresses.
struct RelocatableBytes {
  std::vector<std::byte> bytes;
  std::vector<Relocation> relocations;
  /// Whether its places hold what is added to the address, as those of data do. What is in those of
  /// code has no meaning.
  bool has_addends = false;
};

/// Scratch memory of a thread is a multiple of so many bytes, at such an address.
constexpr std::uint32_t kScratchUnit = 1024;

struct ZebinKernel {
  KernelInfo info;             ///< as host programs see it
  RelocatableBytes code;       ///< without the zeros behind it
  unsigned simd_size = 0;      ///< work-items of a thread: 8, 16 or 32
  unsigned barrier_count = 0;  ///< that it uses
  std::uint32_t slm_size = 0;  ///< bytes of local memory for its own __local variables
  std::vector<PayloadArgument> payload;
  unsigned local_id_dimensions = 0;      ///< that the payload has: 0 to 3
  std::uint32_t cross_thread_bytes = 0;  ///< in whole registers
  std::vector<Surface> surfaces;
  std::uint32_t scratch_bytes = 0;  ///< of a thread, for spilled registers
  /// Bytes of memory for private arrays of a work-item, or of a thread where it says so.
  std::uint32_t private_bytes = 0;
  bool private_by_thread = false;

  /// The first register of the cross-thread block. Where no local ids are needed, there is a
  /// register for them all the same: kernels that Intel's compiler makes without them leave r1 out.
  unsigned cross_thread_register() const {
    return 1 + std::max(local_id_dimensions * (simd_size == 32 ? 2 : 1), 1U);
  }
  /// Whether it needs a printf buffer.
  bool prints() const {
    return std::any_of(payload.begin(), payload.end(), [](const PayloadArgument& piece) {
      return piece.kind == PayloadKind::PrintfBuffer;
    });
  }
  /// Bytes of private memory of a thread.
  std::uint32_t thread_private_bytes() const {
    return private_by_thread ? private_bytes : private_bytes * simd_size;
  }
};

struct Zebin {
  std::string name;  ///< of the file, for messages
  std::vector<ZebinKernel> kernels;
  std::vector<std::string> left_out;  ///< why, of each kernel that this model cannot run
  RelocatableBytes constants;         ///< .data.const
  RelocatableBytes strings;           ///< .data.const.string: what printf prints
  RelocatableBytes globals;           ///< .data.global

  /// Nothing if there is no such kernel.
  const ZebinKernel* kernel(std::string_view kernel_name) const;
};

/// Whether the file is for Intel's GPU, whatever else is wrong with it.
bool is_zebin(const std::vector<std::byte>& file);

/// Leaves out kernels that are damaged, or use what this model does not have: stack calls, images
/// and samplers, 64-bit addresses, other widths. Throws Error(Program) for files that are damaged,
/// and where no kernel is left. `name` appears in messages.
Zebin load_zebin(const std::vector<std::byte>& file, const std::string& name);

}  // namespace lanefold::gen8
