// SPDX-License-Identifier: Apache-2.0
// What a machine holds between two launches, so that another can go on from there. Plain values:
// Machine::state() makes them, Machine::restore() takes them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lanefold {

/// Global memory.
struct MemoryState {
  struct Region {
    std::uint32_t address = 0;
    std::uint32_t bytes = 0;
    bool writable = true;
  };
  struct Piece {
    std::uint32_t address = 0;
    std::vector<std::byte> content;
  };
  std::vector<Region> regions;          ///< its buffers, by address
  std::vector<std::uint32_t> overruns;  ///< blocks behind buffers that kernels have written
  std::vector<Piece> pieces;            ///< all that is not zero, by address
};

/// What a cache knows of its lines; what they hold is in memory, too.
struct CacheState {
  struct Line {
    std::uint64_t number = 0;  ///< its address divided by its size
    std::uint32_t place = 0;   ///< set x ways + way
    std::uint8_t state = 0;    ///< of MESI: 1 shared, 2 exclusive, 3 modified
  };
  std::string name;  ///< of the module: "l3", "instruction_cache_2"
  std::uint32_t line_bytes = 0;
  std::uint32_t sets = 0;
  std::uint32_t ways = 0;
  std::optional<std::uint64_t> generator;  ///< of a policy that replaces lines at random
  /// Those that have gone unused for longest in their sets come first.
  std::vector<Line> lines;
};

/// What a directory knows of a line.
struct DirectoryLineState {
  std::uint64_t number = 0;
  std::uint64_t caches = 0;  ///< bit n: the data cache of core n
  bool owned = false;        ///< by the only one
};

/// How far a core lets lanes slip (SC'09 section 5.2), and its sampling period so far.
struct SlipState {
  std::uint32_t limit = 0;
  std::uint64_t cycles = 0;
  std::uint64_t executing = 0;
  std::uint64_t waiting = 0;
  std::uint64_t bytes = 0;
};

/// An access to a line of a buffer.
struct LineTouch {
  std::uint32_t address = 0;
  bool writes = false;
};

struct MachineState {
  MemoryState memory;
  std::uint64_t picoseconds = 0;  ///< simulated since the machine was made; 0 without time
  std::vector<CacheState> caches;
  std::optional<std::vector<DirectoryLineState>> directory;  ///< by number, if there is one
  std::vector<SlipState> slip;                               ///< by core, if it adapts
};

}  // namespace lanefold
