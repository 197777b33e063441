// SPDX-License-Identifier: Apache-2.0
// What a CPU finds behind Gpu::command (lanefold/gpu.h).
//
// Registers are 32 bits wide, little-endian, and read or written in whole words. From kGlobalBase
// (lanefold/memory_map.h) on, a GPU with a memory of its own shows its buffers there, at the
// addresses that kernels see; between launches they may be read and written in any lengths.
//
// A launch from start to end:
//   1. Source and Bytes say where an ELF file is; Command = Load gives its number in Result.
//   2. Bytes; Command = Allocate gives the address of a buffer in Result.
//   3. Program, Kernel, the sizes of the index space, and Arguments; Command = Launch.
//   4. The interrupt, or Status, says that the kernel has ended, and Message why it has failed.
#pragma once

#include <cstdint>

namespace lanefold {

/// Addresses of the registers.
enum class CommandRegister : std::uint32_t {
  Id = 0x000,               ///< read: kCommandId
  Version = 0x004,          ///< read: kCommandVersion
  Status = 0x008,           ///< read: CommandStatus of the latest command
  Command = 0x00c,          ///< write: CommandCode, the doorbell; refused while a launch is running
  Result = 0x010,           ///< read: what the latest command has given
  Interrupt = 0x014,        ///< read: 1 if a launch has ended since it was cleared; write 1: clear
  InterruptEnable = 0x018,  ///< 1: Gpu::interrupt follows Interrupt
  Program = 0x020,          ///< Launch, Unload: number of a program
  Kernel = 0x024,           ///< Launch: number of a kernel, in the order of the program's kernels
  /// Load: address of an ELF file, all of it in one buffer if the memory is the GPU's own.
  /// Allocate: address of the buffer, a multiple of 128, or 0 for any. Release: of the buffer.
  Source = 0x028,
  Bytes = 0x02c,       ///< Load, Allocate: size
  Arguments = 0x030,   ///< Launch: address of the argument words
  Dimensions = 0x034,  ///< Launch: 1 to 3
  GlobalSize = 0x040,  ///< Launch: three words, work-items
  LocalSize = 0x04c,   ///< Launch: three words, work-items of a group
  Offset = 0x058,      ///< Launch: three words, first global ids
  CyclesLow = 0x070,   ///< read: cycles of the latest launch
  CyclesHigh = 0x074,
  Message = 0x100,  ///< read: why the latest command failed, kMessageBytes of text ending in 0
};

constexpr std::uint32_t kMessageBytes = 256;
constexpr std::uint32_t kCommandBytes = 0x200;  ///< size of all registers
constexpr std::uint32_t kCommandId = 0x4c4e464c;
constexpr std::uint32_t kCommandVersion = 1;

enum class CommandStatus : std::uint32_t { Idle = 0, Running = 1, Done = 2, Failed = 3 };

/// All but Launch are done when the write returns.
enum class CommandCode : std::uint32_t {
  Load = 1,      ///< a program; Result: its number
  Unload = 2,    ///< forgets Program
  Allocate = 3,  ///< a buffer of Bytes, zero-filled if the memory is the GPU's own; Result: address
  Release = 4,   ///< the buffer at Source
  /// Runs Kernel of Program with what the registers and the argument words say now. Each argument
  /// begins at a multiple of four bytes behind the one before: a buffer's address, the size of
  /// local memory, or the bytes of a value.
  Launch = 5,
};

}  // namespace lanefold
