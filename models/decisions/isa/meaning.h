// SPDX-License-Identifier: Apache-2.0
// What every computing instruction does in one lane, one line each. Execution lane by lane and over
// whole vectors both instantiate these lines.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "decisions/isa/float_bits.h"
#include "decisions/isa/integer_math.h"
#include "decisions/isa/opcode.h"

namespace lanefold {

/// Selects the line of one opcode.
template <Opcode kOpcode>
struct Is {};

/// `Float` is the arithmetic, with the interface of SoftFloat. Operands are in the order of the
/// opcode's signature, then its immediate.
template <class Float>
class Meaning {
 public:
  using O = Opcode;
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;

  explicit Meaning(Float arithmetic) : float_(arithmetic) {}
  const Float& arithmetic() const { return float_; }

  // Integers; b is the immediate of an I-type instruction.
  U32 of(Is<O::Lui>, U32 imm) { return imm; }
  U32 of(Is<O::Auipc>, U32 imm) { return imm; }
  U32 of(Is<O::Add>, U32 a, U32 b) { return a + b; }
  U32 of(Is<O::Sub>, U32 a, U32 b) { return a - b; }
  U32 of(Is<O::Sll>, U32 a, U32 b) { return a << (b & 31); }
  U32 of(Is<O::Slt>, U32 a, U32 b) { return static_cast<U32>(as_signed(a) < as_signed(b)); }
  U32 of(Is<O::Sltu>, U32 a, U32 b) { return static_cast<U32>(a < b); }
  U32 of(Is<O::Xor>, U32 a, U32 b) { return a ^ b; }
  U32 of(Is<O::Srl>, U32 a, U32 b) { return a >> (b & 31); }
  U32 of(Is<O::Sra>, U32 a, U32 b) { return static_cast<U32>(as_signed(a) >> (b & 31)); }
  U32 of(Is<O::Or>, U32 a, U32 b) { return a | b; }
  U32 of(Is<O::And>, U32 a, U32 b) { return a & b; }
  U32 of(Is<O::Addi>, U32 a, U32 b) { return of(Is<O::Add>{}, a, b); }
  U32 of(Is<O::Slli>, U32 a, U32 b) { return of(Is<O::Sll>{}, a, b); }
  U32 of(Is<O::Slti>, U32 a, U32 b) { return of(Is<O::Slt>{}, a, b); }
  U32 of(Is<O::Sltiu>, U32 a, U32 b) { return of(Is<O::Sltu>{}, a, b); }
  U32 of(Is<O::Xori>, U32 a, U32 b) { return of(Is<O::Xor>{}, a, b); }
  U32 of(Is<O::Srli>, U32 a, U32 b) { return of(Is<O::Srl>{}, a, b); }
  U32 of(Is<O::Srai>, U32 a, U32 b) { return of(Is<O::Sra>{}, a, b); }
  U32 of(Is<O::Ori>, U32 a, U32 b) { return of(Is<O::Or>{}, a, b); }
  U32 of(Is<O::Andi>, U32 a, U32 b) { return of(Is<O::And>{}, a, b); }
  U32 of(Is<O::Mul>, U32 a, U32 b) { return a * b; }
  U32 of(Is<O::Mulh>, U32 a, U32 b) { return high_signed(a, b); }
  U32 of(Is<O::Mulhsu>, U32 a, U32 b) { return high_mixed(a, b); }
  U32 of(Is<O::Mulhu>, U32 a, U32 b) { return high_unsigned(a, b); }
  U32 of(Is<O::Div>, U32 a, U32 b) { return quotient_signed(a, b); }
  U32 of(Is<O::Divu>, U32 a, U32 b) { return quotient_unsigned(a, b); }
  U32 of(Is<O::Rem>, U32 a, U32 b) { return remainder_signed(a, b); }
  U32 of(Is<O::Remu>, U32 a, U32 b) { return remainder_unsigned(a, b); }
  U32 of(Is<O::Sh1add>, U32 a, U32 b) { return (a << 1) + b; }
  U32 of(Is<O::Sh2add>, U32 a, U32 b) { return (a << 2) + b; }
  U32 of(Is<O::Sh3add>, U32 a, U32 b) { return (a << 3) + b; }
  U32 of(Is<O::Andn>, U32 a, U32 b) { return a & ~b; }
  U32 of(Is<O::Orn>, U32 a, U32 b) { return a | ~b; }
  U32 of(Is<O::Xnor>, U32 a, U32 b) { return ~(a ^ b); }
  U32 of(Is<O::Min>, U32 a, U32 b) { return as_signed(a) < as_signed(b) ? a : b; }
  U32 of(Is<O::Minu>, U32 a, U32 b) { return a < b ? a : b; }
  U32 of(Is<O::Max>, U32 a, U32 b) { return as_signed(a) < as_signed(b) ? b : a; }
  U32 of(Is<O::Maxu>, U32 a, U32 b) { return a < b ? b : a; }
  U32 of(Is<O::Clz>, U32 a) { return leading_zeros(a); }
  U32 of(Is<O::Ctz>, U32 a) { return ones((a & (0 - a)) - 1); }
  U32 of(Is<O::Cpop>, U32 a) { return ones(a); }
  U32 of(Is<O::SextB>, U32 a) { return static_cast<U32>(as_signed(a << 24) >> 24); }
  U32 of(Is<O::SextH>, U32 a) { return static_cast<U32>(as_signed(a << 16) >> 16); }
  U32 of(Is<O::ZextH>, U32 a) { return a & 0xffff; }
  U32 of(Is<O::Rol>, U32 a, U32 b) { return rotated_right(a, 0 - b); }
  U32 of(Is<O::Ror>, U32 a, U32 b) { return rotated_right(a, b); }
  U32 of(Is<O::Rori>, U32 a, U32 b) { return rotated_right(a, b); }
  U32 of(Is<O::OrcB>, U32 a) { return filled_bytes(a); }
  U32 of(Is<O::Rev8>, U32 a) { return a << 24 | (a & 0xff00) << 8 | (a >> 8 & 0xff00) | a >> 24; }
  U32 of(Is<O::CzeroEqz>, U32 a, U32 b) { return b == 0 ? 0 : a; }
  U32 of(Is<O::CzeroNez>, U32 a, U32 b) { return b == 0 ? a : 0; }

  // Branches: whether they are taken.
  bool of(Is<O::Beq>, U32 a, U32 b) { return a == b; }
  bool of(Is<O::Bne>, U32 a, U32 b) { return a != b; }
  bool of(Is<O::Blt>, U32 a, U32 b) { return as_signed(a) < as_signed(b); }
  bool of(Is<O::Bge>, U32 a, U32 b) { return as_signed(a) >= as_signed(b); }
  bool of(Is<O::Bltu>, U32 a, U32 b) { return a < b; }
  bool of(Is<O::Bgeu>, U32 a, U32 b) { return a >= b; }

  // Single precision.
  U32 of(Is<O::FmaddS>, U32 a, U32 b, U32 c) { return float_.fma(a, b, c); }
  U32 of(Is<O::FmsubS>, U32 a, U32 b, U32 c) { return float_.fma(a, b, negated(c)); }
  U32 of(Is<O::FnmsubS>, U32 a, U32 b, U32 c) { return float_.fma(negated(a), b, c); }
  U32 of(Is<O::FnmaddS>, U32 a, U32 b, U32 c) { return float_.fma(negated(a), b, negated(c)); }
  U32 of(Is<O::FaddS>, U32 a, U32 b) { return float_.add(a, b); }
  U32 of(Is<O::FsubS>, U32 a, U32 b) { return float_.sub(a, b); }
  U32 of(Is<O::FmulS>, U32 a, U32 b) { return float_.mul(a, b); }
  U32 of(Is<O::FdivS>, U32 a, U32 b) { return float_.div(a, b); }
  U32 of(Is<O::FsqrtS>, U32 a) { return float_.sqrt(a); }
  U32 of(Is<O::FsgnjS>, U32 a, U32 b) { return with_sign(a, b); }
  U32 of(Is<O::FsgnjnS>, U32 a, U32 b) { return with_sign(a, negated(b)); }
  U32 of(Is<O::FsgnjxS>, U32 a, U32 b) { return with_sign(a, U32{a ^ b}); }
  U32 of(Is<O::FminS>, U32 a, U32 b) { return float_.min(a, b); }
  U32 of(Is<O::FmaxS>, U32 a, U32 b) { return float_.max(a, b); }
  U32 of(Is<O::FeqS>, U32 a, U32 b) { return static_cast<U32>(float_.equal(a, b)); }
  U32 of(Is<O::FltS>, U32 a, U32 b) { return static_cast<U32>(float_.less(a, b)); }
  U32 of(Is<O::FleS>, U32 a, U32 b) { return static_cast<U32>(float_.less_equal(a, b)); }
  U32 of(Is<O::FclassS>, U32 a) { return class_of(a); }
  U32 of(Is<O::FcvtWS>, U32 a) { return float_.to_signed(a); }
  U32 of(Is<O::FcvtWuS>, U32 a) { return float_.to_unsigned(a); }
  U32 of(Is<O::FcvtSW>, U32 a) { return float_.template from_signed<U32>(a); }
  U32 of(Is<O::FcvtSWu>, U32 a) { return float_.template from_unsigned<U32>(a); }
  U32 of(Is<O::FmvXW>, U32 a) { return a; }
  U32 of(Is<O::FmvWX>, U32 a) { return a; }

  // Double precision.
  U64 of(Is<O::FmaddD>, U64 a, U64 b, U64 c) { return float_.fma(a, b, c); }
  U64 of(Is<O::FmsubD>, U64 a, U64 b, U64 c) { return float_.fma(a, b, negated(c)); }
  U64 of(Is<O::FnmsubD>, U64 a, U64 b, U64 c) { return float_.fma(negated(a), b, c); }
  U64 of(Is<O::FnmaddD>, U64 a, U64 b, U64 c) { return float_.fma(negated(a), b, negated(c)); }
  U64 of(Is<O::FaddD>, U64 a, U64 b) { return float_.add(a, b); }
  U64 of(Is<O::FsubD>, U64 a, U64 b) { return float_.sub(a, b); }
  U64 of(Is<O::FmulD>, U64 a, U64 b) { return float_.mul(a, b); }
  U64 of(Is<O::FdivD>, U64 a, U64 b) { return float_.div(a, b); }
  U64 of(Is<O::FsqrtD>, U64 a) { return float_.sqrt(a); }
  U64 of(Is<O::FsgnjD>, U64 a, U64 b) { return with_sign(a, b); }
  U64 of(Is<O::FsgnjnD>, U64 a, U64 b) { return with_sign(a, negated(b)); }
  U64 of(Is<O::FsgnjxD>, U64 a, U64 b) { return with_sign(a, U64{a ^ b}); }
  U64 of(Is<O::FminD>, U64 a, U64 b) { return float_.min(a, b); }
  U64 of(Is<O::FmaxD>, U64 a, U64 b) { return float_.max(a, b); }
  U32 of(Is<O::FeqD>, U64 a, U64 b) { return static_cast<U32>(float_.equal(a, b)); }
  U32 of(Is<O::FltD>, U64 a, U64 b) { return static_cast<U32>(float_.less(a, b)); }
  U32 of(Is<O::FleD>, U64 a, U64 b) { return static_cast<U32>(float_.less_equal(a, b)); }
  U32 of(Is<O::FclassD>, U64 a) { return class_of(a); }
  U32 of(Is<O::FcvtWD>, U64 a) { return float_.to_signed(a); }
  U32 of(Is<O::FcvtWuD>, U64 a) { return float_.to_unsigned(a); }
  U64 of(Is<O::FcvtDW>, U32 a) { return float_.template from_signed<U64>(a); }
  U64 of(Is<O::FcvtDWu>, U32 a) { return float_.template from_unsigned<U64>(a); }
  U32 of(Is<O::FcvtSD>, U64 a) { return float_.narrow(a); }
  U64 of(Is<O::FcvtDS>, U32 a) { return float_.widen(a); }

  // Extended math.
  U32 of(Is<O::EmRsqrt>, U32 a) { return rounded_once(1.0 / ::sqrt(real(a))); }
  U32 of(Is<O::EmSin>, U32 a) { return rounded_once(::sin(real(a))); }
  U32 of(Is<O::EmCos>, U32 a) { return rounded_once(::cos(real(a))); }
  U32 of(Is<O::EmExp>, U32 a) { return rounded_once(::exp(real(a))); }
  U32 of(Is<O::EmExp2>, U32 a) { return rounded_once(::exp2(real(a))); }
  U32 of(Is<O::EmLog>, U32 a) { return rounded_once(::log(real(a))); }
  U32 of(Is<O::EmLog2>, U32 a) { return rounded_once(::log2(real(a))); }
  U32 of(Is<O::EmPow>, U32 a, U32 b) { return rounded_once(::pow(real(a), real(b))); }

 private:
  template <class Bits>
  static Bits negated(Bits a) {
    return a ^ FloatFormat<Bits>::kSign;
  }
  static double real(U32 bits) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    return value;
  }
  static U32 rounded_once(double exact) {
    const auto value = static_cast<float>(exact);
    U32 bits;
    std::memcpy(&bits, &value, sizeof bits);
    return is_nan(bits) ? FloatFormat<U32>::kNan : bits;
  }

  Float float_;
};

}  // namespace lanefold
