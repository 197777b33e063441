// SPDX-License-Identifier: Apache-2.0
// The 32-bit address space that every work-item sees, and the machine's custom CSRs and
// instructions. Compiler, device library, loader and machine share this one file.
#pragma once

#include <cstdint>

namespace lanefold {

/// Addresses below this are never mapped, so that a null pointer faults.
constexpr std::uint32_t kNullGuardEnd = 0x0001'0000;
/// Code and constants of the program: where the linker places the first byte.
constexpr std::uint32_t kCodeBase = 0x0001'0000;
/// Buffers: allocated upwards from here.
constexpr std::uint32_t kGlobalBase = 0x1000'0000;
constexpr std::uint32_t kGlobalEnd = 0xe000'0000;
/// Local memory of the work-group: the kernel's __local variables first, then its local
/// arguments.
constexpr std::uint32_t kLocalBase = 0xe000'0000;
constexpr std::uint32_t kLocalWindowBytes = 0x0100'0000;
/// Private memory: each lane sees its own at the same addresses. The stack starts at their end.
/// `core.private_layout` says on which lines of memory a lane's words lie.
constexpr std::uint32_t kPrivateBase = 0xf000'0000;
constexpr std::uint32_t kPrivateWindowBytes = 0x0100'0000;

/// Size of a launch's printf buffer in global memory.
constexpr std::uint32_t kPrintfBufferBytes = 1U << 20;
/// The same of code of Gen8, in which Intel's compiler has it as a constant.
constexpr std::uint32_t kGen8PrintfBufferBytes = 4U << 20;

/// Read-only custom CSRs (RISC-V privileged specification, table 2.1: 0xCC0-0xCFF are free for
/// custom use). Each yields one value per lane.
enum class WorkItemCsr : std::uint32_t {
  LocalId0 = 0xcc0,
  LocalId1,
  LocalId2,
  GroupId0,
  GroupId1,
  GroupId2,
  GlobalId0,  ///< group id x local size + local id + global offset
  GlobalId1,
  GlobalId2,
  LocalSize0,  ///< of this work-group
  LocalSize1,
  LocalSize2,
  GlobalSize0,
  GlobalSize1,
  GlobalSize2,
  GroupCount0,
  GroupCount1,
  GroupCount2,
  GlobalOffset0,
  GlobalOffset1,
  GlobalOffset2,
  WorkDimensions,
  ArgumentBlock,     ///< address of the kernel's argument block
  StackTop,          ///< initial stack pointer, the end of the private window
  PrintfBuffer,      ///< address of the launch's printf buffer; 0 if the program does not print
  SnoopHit,          ///< 1 if the lane's latest snoop hit, else 0
  MaxSubGroupSize,   ///< work-items of a full sub-group: the lanes of a warp
  SubGroupCount,     ///< sub-groups of the work-group
  SubGroupId,        ///< that of the work-item, within the work-group
  SubGroupSize,      ///< work-items of its sub-group
  SubGroupLocalId,   ///< the work-item's number within its sub-group
  SubGroupExchange,  ///< address in local memory of 8 bytes for each work-item of the sub-group; 0
                     ///< if the kernel does not read this CSR
};

/// Custom-0 major opcode (0x0b), R-type but for snoops. funct3 selects the group, funct7 the
/// operation.
constexpr std::uint32_t kCustom0 = 0x0b;
enum class Custom0Group : std::uint32_t {
  Barrier = 0,       ///< barrier; also orders memory. funct7 = 0 of the work-group, 2 of the
                     ///< sub-group; 1 more if global memory need not be ordered.
                     ///< rd = rs1 = rs2 = x0
  Exit = 1,          ///< the lane is done. funct7 = 0, rd = rs1 = rs2 = x0
  ExtendedMath = 2,  ///< rd (float) = f(rs1, rs2) (float), funct7 = ExtendedMathOp
  SnoopByte = 4,     ///< I-type: a snoop of the byte at rs1 + imm, zero-extended
  SnoopWord = 6,     ///< I-type: a snoop of the word there
};

// A snoop is the load&snoop of SC'09 section 4.2: a load that never waits for a miss. Lanes whose
// line the first cache on the way has get their value; for the others the line is fetched, and rd
// becomes 0. SnoopHit says which. A memory that does not say early that a line is not there lets
// the snoop wait and hit; local memory always hits.

/// Extended math on the EM pipe (ISCA'13 section 2.2, stage 6), single precision.
/// Each is computed in double precision and rounded once to nearest even.
enum class ExtendedMathOp : std::uint32_t { Rsqrt = 0, Sin, Cos, Exp, Exp2, Log, Log2, Pow };

}  // namespace lanefold
