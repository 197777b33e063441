// SPDX-License-Identifier: Apache-2.0
// One check for the whole warp where all lanes fall into one region, one per lane where they do
// not.
#include "memory/lane_memory.h"

#include <fmt/format.h>

#include <cstring>

#include "isa/atomic.h"
#include "lanefold/memory_map.h"

namespace lanefold {
namespace {

constexpr std::uint32_t kBoxed = ~std::uint32_t{0};

/// Where the lanes of one access lie in host memory: at `origin` + address, or in private rows.
struct Place {
  AddressSpace space = AddressSpace::Global;
  std::byte* base = nullptr;  ///< host address of device address `begin`
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool writable = true;
};

/// The region around [first, last]; nothing when no region contains both.
bool find_place(const AddressSpaces& spaces, std::uint32_t first, std::uint32_t last,
                Place& place) {
  if (last < first) return false;
  if (first >= kPrivateBase) {
    place = {AddressSpace::Private, nullptr, kPrivateBase,
             kPrivateBase + spaces.private_memory->bytes(), true};
  } else if (first >= kLocalBase) {
    place = {AddressSpace::Local, spaces.local, kLocalBase, kLocalBase + spaces.local_bytes, true};
  } else if (first >= kGlobalBase) {
    const GlobalMemory::Region* region = spaces.global->find(first, last);
    if (region == nullptr) return false;
    place = {AddressSpace::Global, spaces.global->host(region->begin), region->begin, region->end,
             region->writable};
  } else {
    const ProgramBytes& program = spaces.program;
    place = {AddressSpace::Program, const_cast<std::byte*>(program.bytes), program.begin,
             program.end, false};
  }
  return first >= place.begin && last < place.end;
}

/// One lane's view of a place, private interleaving resolved. Valid for the bytes of one word.
std::byte* host_of(const AddressSpaces& spaces, const Place& place, std::uint32_t address,
                   unsigned lane) {
  if (place.space == AddressSpace::Private) {
    return spaces.private_memory->host(address - kPrivateBase, lane);
  }
  return place.base + (address - place.begin);
}

const char* name_of(InstructionClass kind) {
  if (kind == InstructionClass::Load) return "load";
  return kind == InstructionClass::Store ? "store" : "atomic access";
}

[[noreturn]] void refuse(const Instruction& instruction, const AddressSpaces& spaces, unsigned lane,
                         std::uint32_t address) {
  const unsigned bytes = instruction.access_bytes;
  std::string reason;
  if (address % bytes != 0) {
    reason = "which is misaligned";
  } else if (address < kNullGuardEnd) {
    reason = "which is near the null pointer";
  } else if (address >= kLocalBase + kLocalWindowBytes) {
    reason =
        fmt::format("which is {} the {} bytes of private memory (memory.private_bytes) at {:#010x}",
                    address < kPrivateBase ? "below the stack's end, in front of" : "outside of",
                    spaces.private_memory->bytes(), kPrivateBase);
  } else if (address >= kLocalBase) {
    reason =
        fmt::format("which is outside of the work-group's {} bytes of local memory at {:#010x}",
                    spaces.local_bytes, kLocalBase);
  } else if (address < kGlobalBase) {
    reason = instruction.kind == InstructionClass::Load
                 ? "which is outside of the program's code and constants"
                 : fmt::format("which is not writable: buffers start at {:#010x}", kGlobalBase);
  } else if (spaces.global->find(address, address) != nullptr &&
             !spaces.global->find(address, address)->writable) {
    reason = "where the kernel's arguments lie, outside of every buffer";
  } else {
    reason = "which is outside of every buffer";
  }
  throw LaneFault{lane, fmt::format("{} of {} bytes at {:#010x}, {}", name_of(instruction.kind),
                                    bytes, address, reason)};
}

/// Lowest and highest address over the active lanes, and whether all are aligned and equal or
/// consecutive.
struct Shape {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool aligned = false;
  bool uniform = false;
  bool unit_stride = false;  ///< every lane l is at first lane's address + l * 4
};

Shape compute_addresses(const Instruction& instruction, const LaneRegisters& registers,
                        LaneMask active, LaneAccess& access) {
  const std::uint32_t* base = registers.row(instruction.rs1);
  const auto offset = instruction.kind == InstructionClass::Atomic
                          ? 0U
                          : static_cast<std::uint32_t>(instruction.imm);
  const unsigned lowest = active.lowest();
  const std::uint32_t reference = base[lowest] + offset;
  const std::uint32_t lane0 = reference - lowest * 4;
  std::uint32_t first = reference;
  std::uint32_t last = reference;
  std::uint32_t low_bits = 0;
  std::uint32_t strided = 0;
  for (unsigned group = 0; group < registers.stride; group += kLaneGroup) {
    const auto mask = static_cast<std::uint32_t>(active.bits() >> group);
    for (unsigned i = 0; i < kLaneGroup; ++i) {
      const bool on = (mask >> i & 1U) != 0;
      const std::uint32_t address = on ? base[group + i] + offset : reference;
      const std::uint32_t expected = on ? lane0 + 4 * (group + i) : reference;
      access.address[group + i] = address;
      first = address < first ? address : first;
      last = address > last ? address : last;
      low_bits |= address;
      strided |= address ^ expected;
    }
  }
  const std::uint32_t bytes = instruction.access_bytes;
  return {first, last + (bytes - 1), (low_bits & (bytes - 1)) == 0, first == last, strided == 0};
}

/// Loads and stores of `T`; the register row is filled with `extend(value)`.
template <class T>
T get(const std::byte* from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

std::uint32_t load_word(Opcode opcode, const std::byte* from) {
  switch (opcode) {
    case Opcode::Lb:
      return static_cast<std::uint32_t>(get<std::int8_t>(from));
    case Opcode::Lbu:
      return get<std::uint8_t>(from);
    case Opcode::Lh:
      return static_cast<std::uint32_t>(get<std::int16_t>(from));
    case Opcode::Lhu:
      return get<std::uint16_t>(from);
    default:
      return get<std::uint32_t>(from);
  }
}

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
        access_(access) {}

  void run() {
    const Shape shape = compute_addresses(instruction_, registers_, active_, access_);
    access_.lanes = active_;
    access_.bytes = instruction_.access_bytes;
    access_.kind = instruction_.kind;
    access_.changed_memory = instruction_.kind == InstructionClass::Store;
    access_.updated = {};
    access_.overran = {};
    const bool one_place = shape.aligned && find_place(spaces_, shape.first, shape.last, place_) &&
                           (place_.writable || instruction_.kind == InstructionClass::Load);
    if (one_place && instruction_.access_bytes == 4 && move_row(shape)) {
      access_.space = place_.space;
      return;
    }
    for_each_lane(active_, [&](unsigned lane) {
      if (!one_place) check_lane(lane);
      move_lane(lane);
    });
    access_.space = place_.space;
  }

 private:
  /// Whole-row forms of word loads and stores. False when the access is not of such a form.
  bool move_row(const Shape& shape) {
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
    if (boxes()) {
      std::uint32_t* high = registers_.row(instruction_.rd + (kFloatHighRow - kFloatRow));
      for_each_lane(active_, [&](unsigned lane) { high[lane] = kBoxed; });
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

  bool boxes() const { return instruction_.opcode == Opcode::Flw && traits_.has_double; }

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

  /// Makes the place one behind the end of a buffer if memory allows that.
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

  void move_lane(unsigned lane) {
    switch (instruction_.kind) {
      case InstructionClass::Load:
        return load_lane(lane);
      case InstructionClass::Store:
        return store_lane(lane);
      default:
        return atomic_lane(lane);
    }
  }

  void load_lane(unsigned lane) {
    registers_.row(instruction_.rd)[lane] = load_word(instruction_.opcode, word(lane, 0));
    if (instruction_.access_bytes == 8 || boxes()) {
      registers_.row(instruction_.rd + (kFloatHighRow - kFloatRow))[lane] =
          boxes() ? kBoxed : get<std::uint32_t>(word(lane, 4));
    }
  }

  void store_lane(unsigned lane) {
    const std::uint32_t value = registers_.row(instruction_.rs2)[lane];
    const std::size_t bytes = instruction_.access_bytes == 8 ? 4 : instruction_.access_bytes;
    write(word(lane, 0), &value, bytes);
    if (instruction_.access_bytes == 8) {
      const std::uint32_t high =
          registers_.row(instruction_.rs2 + (kFloatHighRow - kFloatRow))[lane];
      write(word(lane, 4), &high, 4);
    }
  }

  void atomic_lane(unsigned lane) {
    std::byte* memory = word(lane, 0);
    const auto old = get<std::uint32_t>(memory);
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
  LaneAccess& access_;
  Place place_;
};

}  // namespace

LaneFault describe_overrun(const LaneAccess& access, const GlobalMemory& global) {
  const unsigned lane = access.overran.lowest();
  const std::uint32_t first = access.address[lane];
  const GlobalMemory::Region& buffer = *global.find_overrun(first, first + access.bytes - 1);
  return {lane,
          fmt::format("{} of {} bytes at {:#010x}, which reaches {} bytes behind the end of "
                      "the buffer of {} bytes at {:#010x}; drivers' padding hides this "
                      "(memory.overrun_bytes)",
                      name_of(access.kind), access.bytes, first, first + access.bytes - buffer.end,
                      buffer.end - buffer.begin, buffer.begin)};
}

void access_memory(const Instruction& instruction, LaneRegisters& registers,
                   const AddressSpaces& spaces, LaneMask active, FloatTraits traits,
                   LaneAccess& access) {
  WarpAccess(instruction, registers, spaces, active, traits, access).run();
}

}  // namespace lanefold
