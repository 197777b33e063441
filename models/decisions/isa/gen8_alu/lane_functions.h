// SPDX-License-Identifier: Apache-2.0
// The fast functions themselves: predicate, sources, loop, destination, flag.
#pragma once

#include "decisions/isa/gen8_alu/channels.h"
#include "decisions/isa/gen8_alu/lane_loops.h"
#include "decisions/isa/gen8_alu/lane_target.h"
#include "decisions/isa/gen8_alu/operations.h"

namespace lanefold::gen8 {

template <class Variant, class T>
struct LaneFunctions {
  using Loops = RowLoops<Variant, T>;
  using Row = Lane<T>;

  /// Whether lanes of the host round and treat denormals as cr0 says.
  static bool suits(const Instruction& i, const Registers& registers) {
    constexpr std::uint32_t kKeeps =
        InPlace<T>::kType == DataType::Df ? kKeepsDoubleDenormals : kKeepsSingleDenormals;
    if (!InPlace<T>::kIsFloat && !is_float(i.destination.type)) {
      return true;
    }
    return (registers.control & (kRoundingMode | kKeeps)) == kKeeps;
  }

  static ChannelMask predicated(const Instruction& i, const Registers& registers,
                                ChannelMask channels) {
    return i.predicate == PredicateControl::None ? channels : predicate_of(i, registers, channels);
  }

  static const Row* source(const Instruction& i, const Registers& registers, unsigned index,
                           ChannelMask executed, const LaneTarget<Variant, T>& target, T* buffer) {
    const LaneSource<Variant> from{i, registers, i.sources[index], executed};
    return from.template lanes<T>(buffer, target.start(), target.written_size());
  }

  /// Where the condition holds for results against zero.
  static ChannelMask hits_of(const Instruction& i, const Row* results) {
    const unsigned count = i.execution_size;
    if constexpr (InPlace<T>::kIsFloat) {
      alignas(64) T zeros[kChannels] = {};
      return Loops::compare(i.condition, count, results, reinterpret_cast<const Row*>(zeros));
    } else {
      // Equal or not: only bits that the destination's type has matter.
      const T mask = static_cast<T>(~std::uint64_t{0} >> (64 - type_bits(i.destination.type)));
      const ChannelMask zeros =
          Loops::bits(count, [=](unsigned n) { return (results[n] & mask) == 0; });
      return i.condition == Condition::Equal ? zeros : ~zeros;
    }
  }

  static void flag_of_result(const Instruction& i, Registers& registers, ChannelMask executed,
                             const Row* results) {
    if (writes_flag(i)) {
      const ChannelMask hits = hits_of(i, results);
      write_flag(i, registers, executed << i.channel_offset, hits << i.channel_offset);
    }
  }

  template <FastOperation kOperation>
  static ChannelMask compute(const Instruction& i, Registers& registers, ChannelMask channels) {
    using Operation = LaneOperation<Variant, kOperation>;
    if (!suits(i, registers)) {
      return execute_values(i, registers, channels);
    }
    const ChannelMask all = predicated(i, registers, channels);
    const ChannelMask executed = all >> i.channel_offset;
    alignas(64) T results[kChannels];
    LaneTarget<Variant, T> target(i, registers, results);
    alignas(64) T buffers[Operation::kSources][kChannels];
    const Row* rows[3] = {};
    for (unsigned n = 0; n < Operation::kSources; ++n) {
      rows[n] = source(i, registers, n, executed, target, buffers[n]);
    }
    const Row* a = rows[0];
    const Row* b = Operation::kSources > 1 ? rows[1] : a;
    const Row* c = Operation::kSources > 2 ? rows[2] : a;
    Loops::write(target.row(), i.execution_size, executed,
                 [=](unsigned n) -> T { return Operation::template of<T>(a[n], b[n], c[n]); });
    target.finish(i, executed);
    flag_of_result(i, registers, executed, target.row());
    return all;
  }

  static ChannelMask choose(const Instruction& i, Registers& registers, ChannelMask channels) {
    if (!suits(i, registers)) {
      return execute_values(i, registers, channels);
    }
    const ChannelMask chosen = predicate_of(i, registers, channels) >> i.channel_offset;
    const ChannelMask executed = channels >> i.channel_offset;
    alignas(64) T results[kChannels];
    LaneTarget<Variant, T> target(i, registers, results);
    alignas(64) T buffers[2][kChannels];
    const Row* a = source(i, registers, 0, executed, target, buffers[0]);
    const Row* b = source(i, registers, 1, executed, target, buffers[1]);
    Loops::choose(target.row(), i.execution_size, target.lanes(i, executed), chosen, a, b);
    target.finish(i, executed);
    return channels;
  }

  static ChannelMask compare(const Instruction& i, Registers& registers, ChannelMask channels) {
    if (!suits(i, registers)) {
      return execute_values(i, registers, channels);
    }
    const ChannelMask all = predicated(i, registers, channels);
    const ChannelMask executed = all >> i.channel_offset;
    alignas(64) T results[kChannels];
    LaneTarget<Variant, T> target(i, registers, results);
    alignas(64) T buffers[2][kChannels];
    const Row* a = source(i, registers, 0, executed, target, buffers[0]);
    const Row* b = source(i, registers, 1, executed, target, buffers[1]);
    const ChannelMask hits = Loops::compare(i.condition, i.execution_size, a, b);
    target.finish_comparison(i, executed, hits);
    write_flag(i, registers, all, hits << i.channel_offset);
    return all;
  }

  template <FastOperation kOperation>
  static constexpr Operate function() {
    if constexpr (kOperation == FastOperation::Choose) {
      return choose;
    } else if constexpr (kOperation == FastOperation::Compare) {
      return compare;
    } else if constexpr (LaneOperation<Variant, kOperation>::template kExists<T>) {
      return compute<kOperation>;
    } else {
      return nullptr;
    }
  }

  static Operate find(FastOperation operation) {
    switch (operation) {
#define LANEFOLD_CASE(name) \
  case FastOperation::name: \
    return function<FastOperation::name>();
      LANEFOLD_CASE(Move)
      LANEFOLD_CASE(Choose)
      LANEFOLD_CASE(Minimum)
      LANEFOLD_CASE(Maximum)
      LANEFOLD_CASE(Not)
      LANEFOLD_CASE(And)
      LANEFOLD_CASE(Or)
      LANEFOLD_CASE(Xor)
      LANEFOLD_CASE(ShiftLeft)
      LANEFOLD_CASE(ShiftRight)
      LANEFOLD_CASE(ArithmeticShiftRight)
      LANEFOLD_CASE(Add)
      LANEFOLD_CASE(Multiply)
      LANEFOLD_CASE(MultiplyAdd)
      LANEFOLD_CASE(Compare)
      LANEFOLD_CASE(RoundUp)
      LANEFOLD_CASE(RoundDown)
      LANEFOLD_CASE(RoundEven)
      LANEFOLD_CASE(RoundToZero)
      LANEFOLD_CASE(Inverse)
      LANEFOLD_CASE(SquareRoot)
      LANEFOLD_CASE(InverseSquareRoot)
      LANEFOLD_CASE(Divide)
      LANEFOLD_CASE(Log)
      LANEFOLD_CASE(Exp)
      LANEFOLD_CASE(Sin)
      LANEFOLD_CASE(Cos)
      LANEFOLD_CASE(Quotient)
      LANEFOLD_CASE(Remainder)
#undef LANEFOLD_CASE
    }
    return nullptr;
  }
};

/// The function of a form.
template <class Variant>
Operate find_lane_function(const FastForm& form) {
  switch (form.lane) {
    case LaneType::U32:
      return LaneFunctions<Variant, std::uint32_t>::find(form.operation);
    case LaneType::I32:
      return LaneFunctions<Variant, std::int32_t>::find(form.operation);
    case LaneType::U64:
      return LaneFunctions<Variant, std::uint64_t>::find(form.operation);
    case LaneType::I64:
      return LaneFunctions<Variant, std::int64_t>::find(form.operation);
    case LaneType::F32:
      return LaneFunctions<Variant, float>::find(form.operation);
    case LaneType::F64:
      return LaneFunctions<Variant, double>::find(form.operation);
  }
  return nullptr;
}

}  // namespace lanefold::gen8
