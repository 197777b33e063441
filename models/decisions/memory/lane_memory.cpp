// SPDX-License-Identifier: Apache-2.0
// One check for the whole warp where all lanes fall into one region, one per lane where they do
// not.
#include "decisions/memory/lane_memory.h"

#include <cstring>

#include "decisions/isa/atomic.h"
#include "decisions/memory/lane_addresses.h"
#include "decisions/memory/lane_operands.h"
#include "decisions/memory/lane_place.h"
#include "decisions/memory/lane_refusal.h"
#include "decisions/memory/lane_values.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

void blend_row(std::uint32_t* to, const std::uint32_t* from, LaneMask active, unsigned stride) {
  for (unsigned group = 0; group < stride; group += kLaneGroup) {
    const auto mask = static_cast<std::uint32_t>(active.bits() >> group);
    for (unsigned i = 0; i < kLaneGroup; ++i) {
      const std::uint32_t old = to[group + i];
      to[group + i] = (mask >> i & 1U) != 0 ? from[group + i] : old;
    }
  }
}

class WarpAccess {
 public:
  WarpAccess(const Instruction& instruction, LaneRegisters& registers, const AddressSpaces& spaces,
             LaneMask active, FloatTraits traits, LaneAccess& access)
      : instruction_(instruction),
        registers_(registers),
        spaces_(spaces),
        active_(active),
        traits_(traits),
        through_(spaces.values == MemoryValues::Through),
        access_(access) {}

  void run() {
    const AddressShape shape = compute_addresses(instruction_, registers_, active_, access_);
    access_.lanes = active_;
    access_.bytes = instruction_.access_bytes;
    access_.kind = instruction_.kind;
    access_.changed_memory = instruction_.kind == InstructionClass::Store;
    access_.updated = {};
    access_.overran = {};
    access_.global = {};
    access_.through = through_;
    access_.kept = false;
    access_.image = spaces_.global;
    access_.operation = instruction_.opcode;
    access_.compares = through_ && instruction_.opcode == Opcode::ScW;
    const bool one_place = shape.aligned && find_place(spaces_, shape.first, shape.last, place_) &&
                           (place_.writable || instruction_.kind == InstructionClass::Load);
    if (!one_place) {
      for_each_lane(active_, [&](unsigned lane) {
        check_lane(lane);
        move_lanes(LaneMask::lane(lane));
      });
    } else if (goes_through() || instruction_.access_bytes != 4 || !move_row(shape)) {
      move_lanes(active_);
    } else if (place_.space == AddressSpace::Global) {
      access_.global = active_;
    }
    const bool waits = through_ && access_.global.any();
    access_.space = waits ? AddressSpace::Global : place_.space;
  }

 private:
  /// Lanes that are within the place.
  void move_lanes(LaneMask lanes) {
    if (place_.space == AddressSpace::Global) access_.global |= lanes;
    if (goes_through()) return keep_operands(instruction_, registers_, spaces_, lanes, access_);
    switch (instruction_.kind) {
      case InstructionClass::Load:
        return for_each_lane(lanes, [&](unsigned lane) { load_lane(lane); });
      case InstructionClass::Store:
        return for_each_lane(lanes, [&](unsigned lane) { store_lane(lane); });
      default:
        return for_each_lane(lanes, [&](unsigned lane) { atomic_lane(lane); });
    }
  }

  /// Whole-row forms of word loads and stores. False when the access is not of such a form.
  bool move_row(const AddressShape& shape) {
    std::uint32_t* memory = nullptr;
    if (place_.space == AddressSpace::Private) {
      if (!shape.uniform) return false;
      memory = spaces_.private_memory->row(shape.first - kPrivateBase);
    } else {
      if (!shape.unit_stride || active_ != registers_.full) return false;
      memory = reinterpret_cast<std::uint32_t*>(place_.base + (shape.first - place_.begin));
    }
    if (instruction_.kind == InstructionClass::Load) {
      load_row(memory);
    } else if (instruction_.kind == InstructionClass::Store) {
      store_row(memory);
    } else {
      return false;
    }
    return true;
  }

  void load_row(const std::uint32_t* memory) {
    std::uint32_t* to = registers_.row(instruction_.rd);
    if (place_.space == AddressSpace::Private) {
      blend_row(to, memory, active_, registers_.stride);
    } else {
      std::memcpy(to, memory, active_.count() * sizeof *to);
    }
    if (boxes(instruction_, traits_)) {
      std::uint32_t* high = registers_.row(high_row(instruction_.rd));
      for_each_lane(active_, [&](unsigned lane) { high[lane] = kBoxHigh; });
    }
  }

  void store_row(std::uint32_t* memory) {
    const std::uint32_t* from = registers_.row(instruction_.rs2);
    if (place_.space == AddressSpace::Private) {
      blend_row(memory, from, active_, registers_.stride);
    } else {
      const std::size_t bytes = active_.count() * sizeof *from;
      std::memcpy(memory, from, bytes);
      spaces_.reservations->written(reinterpret_cast<std::byte*>(memory), bytes);
    }
  }

  /// Whether memory's answer has the value, and the line request what is written.
  bool goes_through() const { return through_ && place_.space == AddressSpace::Global; }

  void check_lane(unsigned lane) {
    const std::uint32_t address = access_.address[lane];
    const std::uint32_t bytes = instruction_.access_bytes;
    const bool ok = address % bytes == 0 &&
                    find_place(spaces_, address, address + (bytes - 1), place_) &&
                    (place_.writable || instruction_.kind == InstructionClass::Load);
    const bool overruns = !ok && address % bytes == 0 && find_overrun(address, address + bytes - 1);
    if (!ok && !overruns) refuse(instruction_, spaces_, lane, address);
    if (overruns) access_.overran.set(lane);
  }

  /// Makes the place one past the end of a buffer if memory allows that.
  bool find_overrun(std::uint32_t first, std::uint32_t last) {
    GlobalMemory& global = *spaces_.global;
    if (global.find_overrun(first, last) == nullptr) return false;
    if (instruction_.kind != InstructionClass::Load) global.overrun_written(first, last);
    place_ = {AddressSpace::Global, global.host(first), first, last + 1, true};
    return true;
  }

  std::byte* word(unsigned lane, std::uint32_t offset) {
    return host_of(spaces_, place_, access_.address[lane] + offset, lane);
  }

  void load_lane(unsigned lane) {
    registers_.row(instruction_.rd)[lane] = loaded_word(instruction_.opcode, word(lane, 0));
    if (writes_upper(instruction_, traits_)) {
      write_high(registers_, instruction_.rd, lane, loaded_upper(instruction_, word(lane, 4)));
    }
  }

  void store_lane(unsigned lane) {
    const std::uint32_t value = registers_.row(instruction_.rs2)[lane];
    const std::size_t bytes = instruction_.access_bytes == 8 ? 4 : instruction_.access_bytes;
    write(word(lane, 0), &value, bytes);
    if (instruction_.access_bytes == 8) {
      const std::uint32_t high = registers_.row(high_row(instruction_.rs2))[lane];
      write(word(lane, 4), &high, 4);
    }
  }

  void atomic_lane(unsigned lane) {
    std::byte* memory = word(lane, 0);
    const auto old = value_at<std::uint32_t>(memory);
    const std::uint32_t operand = registers_.row(instruction_.rs2)[lane];
    std::uint32_t result = old;
    access_.operand[lane] = operand;
    if (instruction_.opcode == Opcode::LrW) {
      spaces_.reservations->reserve(memory, registers_.rows, lane);
    } else if (instruction_.opcode == Opcode::ScW) {
      const bool holds = spaces_.reservations->claim(memory, registers_.rows, lane);
      if (holds) write_atomically(lane, memory, old, operand);
      result = holds ? 0 : 1;
    } else {
      write_atomically(lane, memory, old, amo_result(instruction_.opcode, old, operand));
    }
    registers_.row(instruction_.rd)[lane] = result;
  }

  void write_atomically(unsigned lane, std::byte* memory, std::uint32_t old, std::uint32_t value) {
    access_.updated.set(lane);
    if (value != old) access_.changed_memory = true;
    write(memory, &value, sizeof value);
  }

  void write(std::byte* to, const void* from, std::size_t bytes) {
    std::memcpy(to, from, bytes);
    spaces_.reservations->written(to, bytes);
  }

  const Instruction& instruction_;
  LaneRegisters& registers_;
  const AddressSpaces& spaces_;
  LaneMask active_;
  FloatTraits traits_;
  const bool through_;
  LaneAccess& access_;
  Place place_;
};

}  // namespace

void access_memory(const Instruction& instruction, LaneRegisters& registers,
                   const AddressSpaces& spaces, LaneMask active, FloatTraits traits,
                   LaneAccess& access) {
  WarpAccess(instruction, registers, spaces, active, traits, access).run();
}

}  // namespace lanefold
